import { parseAmount } from './amount';
import { CustomerWindows } from './customer-windows';
import { recompute } from './recompute';
import { RuleError } from './rule-error';
import { RuleSet } from './rule-set';
import { activity, contextOf, COUNTRY_LISTS, DAY, HOUR, NOON, ruleWith } from './testing/samples';

const DAILY_COUNT = { aggregate: 'count', window: '24h' };
const large = ruleWith({ gte: [{ field: 'transaction.amount' }, 1_000] });
const frequent = ruleWith({ gte: [DAILY_COUNT, 2] });
const frequentAndLarge = ruleWith({
  and: [
    { gte: [{ aggregate: 'count', window: '1d' }, 2] },
    { gte: [{ aggregate: 'sum', of: 'amount', window: '7d' }, 1_000] },
  ],
});
const known = ruleWith({ country_in: [{ field: 'customer.nationality' }, 'high_risk'] }, { event_type: 'onboarding' });

const rules = new RuleSet([
  { rule_id: 'large', definition: large },
  { rule_id: 'frequent', definition: frequent },
  { rule_id: 'frequent-and-large', definition: frequentAndLarge },
  { rule_id: 'known', definition: known },
]);

describe('a set of rules', () => {
  it('has each aggregate once, even if rules write it differently', () => {
    expect(rules.aggregates.map(({ definition }) => definition)).toEqual([
      { aggregate: 'count', window: '1d', include_current: true },
      { aggregate: 'sum', of: 'amount', window: '7d', include_current: true },
    ]);
    expect(rules.longestWindowMs).toBe(7 * DAY);
    expect(rules.countryLists).toEqual(['high_risk']);
  });

  it('stops the rules whose windows were cut, and evaluates the others', () => {
    const past = [1, 2, 3].map((hours) => activity({ at: NOON - hours * HOUR, amount: 400 }));
    const windows = new CustomerWindows(rules.aggregates, [...past, activity({ at: NOON - 2 * DAY })]);
    windows.cutTo(3);
    const current = activity({ amount: 500 });
    const outcomes = rules.evaluate(contextOf({ activity: current, aggregates: windows.evaluate(current) }));
    expect(outcomes).toEqual([
      { rule_id: 'large', hit: false, evidence: null },
      { rule_id: 'frequent', hit: true, evidence: expect.anything() },
      { rule_id: 'frequent-and-large', hit: false, evidence: null, stopped: 'history' },
    ]);
  });

  it('returns a result for each rule of the event type, with evidence for hits', () => {
    const windows = new CustomerWindows(rules.aggregates, [activity({ at: NOON - 1, amount: 500 })]);
    const current = activity({ amount: 500 });
    const outcomes = rules.evaluate(contextOf({ activity: current, aggregates: windows.evaluate(current) }));
    expect(outcomes.map(({ rule_id, hit }) => [rule_id, hit])).toEqual([
      ['large', false],
      ['frequent', true],
      ['frequent-and-large', true],
    ]);
    expect(outcomes[0]?.evidence).toBeNull();
    const { evidence } = outcomes[2] as Extract<(typeof outcomes)[number], { hit: true }>;
    expect(evidence.aggregates.map(({ value }) => value)).toEqual([2, '1000']);
    expect(recompute(frequentAndLarge, evidence)).toBe(true);
  });

  it('evaluates onboarding events with the rules for them', () => {
    const context = contextOf({ event_type: 'onboarding', activity: null, customer: { nationality: 'MM' } });
    expect(rules.evaluate(context).map(({ rule_id, hit }) => [rule_id, hit])).toEqual([['known', true]]);
    expect(rules.evaluate({ ...context, customer: { nationality: 'DE' } }).map(({ hit }) => hit)).toEqual([false]);
  });

  it('returns its rules by id', () => {
    expect(
      rules.get('large')?.test(contextOf({ activity: activity({ amount: 1_000 }), countryLists: COUNTRY_LISTS })),
    ).toBe(true);
    expect(rules.get('unknown-tenant')).toBeUndefined();
  });

  it('names the rule that is invalid', () => {
    const bad = { rule_id: 'bad', definition: ruleWith({ gt: [1, 'x'] }) };
    expect(() => new RuleSet([{ rule_id: 'large', definition: large }, bad])).toThrow(RuleError);
    expect(() => new RuleSet([bad])).toThrow('/bad/condition/gt/1: expected a number, found a text');
  });

  it('is empty without rules', () => {
    const none = new RuleSet([]);
    expect(none.evaluate(contextOf({ activity: { ...activity(), amount: parseAmount(1) } }))).toEqual([]);
    expect(none.longestWindowMs).toBe(0);
  });
});
