import { Backtest } from './backtest';
import { recompute } from './recompute';
import { activity, contextOf, HOUR, NOON, ruleWith } from './testing/samples';

const LARGE = ruleWith({ gte: [{ field: 'transaction.amount' }, 1_000] }, { cooldown: '24h' });

/** An event of a customer, a number of hours after noon. */
const event = (customer_id: string, hours: number, amount: number) => ({
  customer_id,
  event_id: `${customer_id}-${hours}`,
  context: contextOf({ activity: activity({ at: NOON + hours * HOUR, amount }) }),
});

describe('a backtest', () => {
  it('counts events, hits, customers and alerts', () => {
    const backtest = new Backtest(LARGE, { maxExamples: 1 });
    const events = [
      event('a', 0, 1_000),
      event('b', 0, 10),
      event('a', 23, 1_000), // within the cooldown of the first alert
      event('a', 24, 2_000),
      event('a', 25, 10),
      event('c', 30, 5_000),
      event('a', 49, 1_000),
    ];
    for (const one of events) backtest.observe(one);
    const result = backtest.result();
    expect(result).toMatchObject({
      events: 7,
      customers: 3,
      hit_events: 5,
      hit_customers: 2,
      alerts_after_cooldown: 4,
    });
    expect(result.examples.map(({ evidence: _, ...example }) => example)).toEqual([
      { customer_id: 'a', event_id: 'a-0', at: '2026-03-04T12:00:00.000Z' },
    ]);
    expect(recompute(LARGE, (result.examples[0] as (typeof result.examples)[number]).evidence)).toBe(true);
  });

  it('returns one example for each customer with a hit, up to the requested number', () => {
    const backtest = new Backtest(LARGE, { maxExamples: 2 });
    for (const id of ['a', 'b', 'c']) [0, 1].forEach((hours) => backtest.observe(event(id, hours, 1_000)));
    expect(backtest.result().examples.map(({ event_id }) => event_id)).toEqual(['a-0', 'b-0']);
    expect(backtest.result().alerts_after_cooldown).toBe(3);
  });

  it('counts an alert for every hit of a rule without cooldown', () => {
    const backtest = new Backtest({ ...LARGE, cooldown: undefined }, { maxExamples: 0 });
    [0, 1, 2].forEach((hours) => backtest.observe(event('a', hours, 1_000)));
    expect(backtest.result()).toMatchObject({
      hit_events: 3,
      hit_customers: 1,
      alerts_after_cooldown: 3,
      examples: [],
    });
  });

  it('ignores events of another type', () => {
    const backtest = new Backtest(LARGE, { maxExamples: 1 });
    backtest.observe({ ...event('a', 0, 1_000), context: contextOf({ event_type: 'onboarding', activity: null }) });
    expect(backtest.result()).toMatchObject({ events: 0, customers: 0 });
  });

  it('forgets customers that are done, and keeps its figures', () => {
    const backtest = new Backtest(LARGE, { maxExamples: 0 });
    for (let customer = 0; customer < 1_000; customer++) {
      backtest.observe(event(`customer-${customer}`, 0, 1_000));
      backtest.customerDone(`customer-${customer}`);
    }
    expect(backtest.result()).toMatchObject({ customers: 1_000, hit_customers: 1_000 });
    backtest.observe(event('customer-0', 1, 1_000));
    expect(backtest.result()).toMatchObject({ customers: 1_001, alerts_after_cooldown: 1_001 });
  });

  it('returns results that later events do not change', () => {
    const backtest = new Backtest(LARGE, { maxExamples: 9 });
    backtest.observe(event('a', 0, 1_000));
    const before = backtest.result();
    backtest.observe(event('b', 0, 1_000));
    expect(before).toMatchObject({ events: 1, customers: 1 });
    expect(before.examples).toHaveLength(1);
  });
});
