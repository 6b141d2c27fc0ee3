import type { Activity } from '../activity';
import { formatAmount } from '../amount';
import type { AggregateSpec } from '../aggregate-spec';
import { compileRule } from '../compile-rule';
import { CustomerWindows } from '../customer-windows';
import type { AggregateValue, AggregateValues } from '../rule-context';
import { COUNTRY_LISTS, ruleWith } from './samples';

export const specsOf = (nodes: object[]): readonly AggregateSpec[] =>
  compileRule(ruleWith({ or: nodes.map((node) => ({ gt: [node, 0] })) })).aggregates;

/** The values of some aggregates for an event, amounts as texts. */
export function valuesOf(nodes: object[], past: Activity[], current: Activity): unknown[] {
  const specs = specsOf(nodes);
  const values = new CustomerWindows(specs, past, { countryLists: COUNTRY_LISTS }).evaluate(current);
  return readAll(specs, values).map((value) => (typeof value === 'bigint' ? formatAmount(value) : value));
}

/** The values of the aggregates, in their order; undefined if it needs an activity. */
export const readAll = (specs: readonly AggregateSpec[], values: AggregateValues): (AggregateValue | undefined)[] =>
  specs.map(({ key }) => values.get(key));

export const COUNT = { aggregate: 'count', window: '1h' };
