import type { Activity } from '../activity';
import { formatAmount } from '../amount';
import type { AggregateSpec } from '../aggregate-spec';
import { compileRule } from '../compile-rule';
import { CustomerWindows } from '../customer-windows';
import { COUNTRY_LISTS, ruleWith } from './samples';

export const specsOf = (nodes: object[]): readonly AggregateSpec[] =>
  compileRule(ruleWith({ or: nodes.map((node) => ({ gt: [node, 0] })) })).aggregates;

/** The values of some aggregates for an event, amounts as texts. */
export function valuesOf(nodes: object[], past: Activity[], current: Activity): unknown[] {
  const values = new CustomerWindows(specsOf(nodes), past, { countryLists: COUNTRY_LISTS }).evaluate(current);
  return [...values.values()].map((value) => (typeof value === 'bigint' ? formatAmount(value) : value));
}

export const COUNT = { aggregate: 'count', window: '1h' };
