import { decided } from './comparable-amounts';
import { compileRule } from './compile-rule';
import { CustomerWindows } from './customer-windows';
import { recompute } from './recompute';
import type { RuleContext } from './rule-context';
import type { ExpressionNode, RuleDefinition } from './rule-definition';
import { RuleSet } from './rule-set';
import { AMOUNT, f } from './testing/fields';
import { activity, contextOf, DAY, HOUR, NOON, ruleWith } from './testing/samples';

const YEN = activity({ transaction_id: 'yen', amount: 1_000_000, currency: 'JPY', comparable: false });
const PAST = [
  activity({ transaction_id: 'a', amount: 10, at: NOON - 3 * HOUR }),
  { ...YEN, transaction_id: 'b', at: NOON - 2 * HOUR },
  activity({ transaction_id: 'c', amount: 30, at: NOON - HOUR }),
];
const UNKNOWN = { compare_unconverted_amounts: false };
const COMPARED = { compare_unconverted_amounts: true };

/** The context of an event with this activity after the past ones. */
function contextFor(definition: RuleDefinition, current = YEN, past = PAST): RuleContext {
  const { aggregates } = compileRule(definition);
  return contextOf({ activity: current, aggregates: new CustomerWindows(aggregates, past).evaluate(current) });
}

const hits = (condition: ExpressionNode, members: Partial<RuleDefinition>, current = YEN): boolean => {
  const definition = ruleWith(condition, members);
  return compileRule(definition).test(contextFor(definition, current));
};

const over = (aggregate: string, more: object = {}): ExpressionNode => ({
  aggregate,
  ...(aggregate === 'count' ? {} : { of: 'amount' }),
  window: '1d',
  ...more,
});
const atLeast = (minimum: number) => ({ where: { gte: [f('activity.amount'), minimum] } });

describe('an amount without a rate', () => {
  const large = { gte: [AMOUNT, 10_000] };

  it('is unknown to a rule that does not compare it: the comparison is false', () => {
    expect(hits(large, UNKNOWN)).toBe(false);
    expect(hits({ lt: [AMOUNT, 10_000] }, UNKNOWN)).toBe(false);
    expect(hits({ is_null: AMOUNT }, UNKNOWN)).toBe(true);
    expect(hits(large, UNKNOWN, { ...YEN, comparable: true })).toBe(true);
  });

  it('is compared by a rule that opted in, and by one that is older than the choice', () => {
    expect(hits(large, COMPARED)).toBe(true);
    expect(hits(large, {})).toBe(true);
  });

  it.each<[string, ExpressionNode, number, number]>([
    ['sum', over('sum'), 40, 2_000_040],
    ['max', over('max'), 30, 1_000_000],
    ['min', over('min'), 10, 10],
    ['avg', over('avg'), 20, 500_010],
    ['sum of some', over('sum', atLeast(20)), 30, 2_000_030],
    ['count', over('count'), 4, 4],
    ['count of some', over('count', atLeast(20)), 1, 3],
    [
      'count of amounts like this one',
      over('count', { where: { eq: [f('activity.amount'), f('transaction.amount')] } }),
      0,
      2,
    ],
  ])('is left out of an aggregate only where it is read: %s', (_, node, left, whole) => {
    expect(hits({ eq: [node, left] }, UNKNOWN)).toBe(true);
    expect(hits({ eq: [node, whole] }, COMPARED)).toBe(true);
    expect(hits({ eq: [node, whole] }, {})).toBe(true);
  });

  it('leaves a window as it entered it', () => {
    const definition = ruleWith({ gte: [over('sum', { window: '90m' }), 0] }, UNKNOWN);
    const { aggregates } = compileRule(definition);
    const windows = new CustomerWindows(aggregates, PAST);
    const later = activity({ at: NOON + HOUR / 4, amount: 1 });
    const much = activity({ at: NOON + DAY, amount: 1 });
    expect([YEN, later, much].map((current) => windows.evaluate(current).get(aggregates[0]!.key))).toEqual(
      [30, 31, 1].map((sum) => BigInt(sum) * 100_000_000n),
    );
  });

  it('shares no window between rules that compare it and rules that do not', () => {
    const condition = { gte: [over('sum'), 2_000_000] };
    const set = new RuleSet([
      { rule_id: 'compares', definition: ruleWith(condition, COMPARED) },
      { rule_id: 'does not', definition: ruleWith(condition, UNKNOWN) },
      { rule_id: 'reads none', definition: ruleWith({ gte: [over('count'), 1] }, UNKNOWN) },
    ]);
    const windows = new CustomerWindows(set.aggregates, PAST).evaluate(YEN);
    const outcomes = set.evaluate(contextOf({ activity: YEN, aggregates: windows }));
    expect(outcomes.map(({ hit }) => hit)).toEqual([true, false, true]);
    expect(set.amountReaders('transaction').sort()).toEqual(['compares', 'does not']);
  });

  it('is unknown in the evidence, from which the decision can be repeated', () => {
    const condition = { and: [{ is_null: AMOUNT }, { eq: [over('sum'), 40] }, { gte: [over('count'), 4] }] };
    const definition = ruleWith(condition, UNKNOWN);
    const { hit, evidence } = compileRule(definition).evaluate(contextFor(definition));
    expect(hit).toBe(true);
    expect(evidence.fields).toEqual({ 'transaction.amount': null });
    expect(evidence.aggregates).toEqual([
      { aggregate: 'sum', of: 'amount', window: '1d', include_current: true, comparable_only: true, value: '40' },
      { aggregate: 'count', window: '1d', include_current: true, value: 4 },
    ]);
    expect(recompute(definition, JSON.parse(JSON.stringify(evidence)) as typeof evidence)).toBe(true);
  });
});

describe('the decision of a rule about amounts without a rate', () => {
  const given = { name: 'A rule' };

  it('is true or false', () => {
    expect(() => compileRule({ ...ruleWith(true), compare_unconverted_amounts: 'yes' })).toThrow(
      '/compare_unconverted_amounts: expected true or false',
    );
  });

  it('is not to compare them in a new rule that does not say', () => {
    expect(decided(given)).toEqual({ ...given, ...UNKNOWN });
    expect(decided({ ...given, ...COMPARED })).toEqual({ ...given, ...COMPARED });
  });

  it('stays as it was in a change that does not say', () => {
    expect(decided(given, COMPARED)).toEqual({ ...given, ...COMPARED });
    expect(decided(given, UNKNOWN)).toEqual({ ...given, ...UNKNOWN });
    expect(decided(given, {})).toEqual(given);
    expect(decided({ ...given, ...UNKNOWN }, {})).toEqual({ ...given, ...UNKNOWN });
  });
});
