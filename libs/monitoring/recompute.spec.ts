import fc from 'fast-check';
import { parseAmount } from './amount';
import { compileRule } from './compile-rule';
import { type Evidence, EvidenceError } from './evidence';
import { recompute } from './recompute';
import type { RuleContext } from './rule-context';
import { activity, contextOf, DAY, HOUR, NOON, ruleWith } from './testing/samples';

const f = (field: string, type?: string) => ({ field, ...(type && { type }) });
const SUM = { aggregate: 'sum', of: 'amount', window: '7d', where: { eq: [f('activity.direction'), 'inbound'] } };
const AVG = { aggregate: 'avg', of: 'amount', window: '84d', offset: '7d' };
const SENDERS = { aggregate: 'distinct', of: 'counterparty', window: '24h' };

/** A rule that reads values of all types. */
const RULE = ruleWith({
  or: [
    { and: [{ gte: [f('transaction.amount'), 5_000] }, { not: { eq: [f('transaction.method'), 'cash'] } }] },
    { gt: [SUM, { multiply: [AVG, 2] }] },
    { gte: [SENDERS, 3] },
    {
      country_in: [
        { coalesce: [f('transaction.counterparty_country'), f('customer.nationality')] },
        ['high_risk', 'call_for_action'],
      ],
    },
    { and: [{ older_than: [f('profile.last_activity_at'), '30d'] }, { lt: [f('profile.transaction_count'), 3] }] },
    { and: [{ contains_any: [f('customer.tags'), ['vip']] }, { gt: [f('transaction.payload.rate', 'number'), 1.5] }] },
    f('customer.metadata.flagged', 'boolean'),
  ],
});
const compiled = compileRule(RULE);

const context = (
  members: Partial<RuleContext> = {},
  values: [bigint, bigint | null, number] = [0n, null, 0],
): RuleContext =>
  contextOf({
    ...members,
    aggregates: new Map(compiled.aggregates.map(({ key }, index) => [key, values[index] ?? null])),
  });

describe('evidence', () => {
  it('has every value that the rule read, as JSON, and whether each branch was true', () => {
    const { hit, evidence } = compiled.evaluate(
      context(
        {
          activity: activity({ amount: '5000.10', counterparty_country: null }),
          event: { rate: 1.25 },
          customer: { nationality: 'MM', tags: ['vip'], metadata: {} },
          profile: { customer_since: NOON, previous_activity_at: NOON - 31 * DAY, transaction_count: 5 },
        },
        [parseAmount('300'), parseAmount('150.5'), 2],
      ),
    );
    expect(hit).toBe(true);
    expect(JSON.parse(JSON.stringify(evidence))).toEqual({
      version: 1,
      event_type: 'transaction',
      at: '2026-03-04T12:00:00.000Z',
      fields: {
        'transaction.amount': '5000.1',
        'transaction.method': 'transfer',
        'transaction.counterparty_country': null,
        'customer.nationality': 'MM',
        'profile.last_activity_at': '2026-02-01T12:00:00.000Z',
        'profile.transaction_count': 5,
        'customer.tags': ['vip'],
        'transaction.payload.rate:number': '1.25',
        'customer.metadata.flagged:boolean': null,
      },
      aggregates: [
        { ...SUM, include_current: true, value: '300' },
        { ...AVG, include_current: false, value: '150.5' },
        { ...SENDERS, window: '1d', include_current: true, value: 2 },
      ],
      countries: [
        { country: 'MM', list: 'high_risk', listed: true },
        { country: 'MM', list: 'call_for_action', listed: false },
      ],
      branches: {
        '/condition': true,
        '/condition/or/0': true,
        '/condition/or/0/and/0': true,
        '/condition/or/0/and/1': true,
        '/condition/or/0/and/1/not': false,
        '/condition/or/1': false,
        '/condition/or/2': false,
        '/condition/or/3': true,
        '/condition/or/4': false,
        '/condition/or/4/and/0': true,
        '/condition/or/4/and/1': false,
        '/condition/or/5': false,
        '/condition/or/5/and/0': true,
        '/condition/or/5/and/1': false,
      },
    });
  });

  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
  const randomContext = fc
    .record({
      amount,
      method: fc.constantFrom('cash' as const, 'wire' as const),
      country: fc.constantFrom('MM', 'IR', 'DE', null),
      nationality: fc.constantFrom('SY', 'DE', undefined),
      rate: fc.constantFrom<unknown>(1.5, 1.6, '2.5', 'much', undefined),
      tags: fc.constantFrom<unknown>([], ['vip'], undefined),
      flagged: fc.constantFrom<unknown>(true, false, 'yes', undefined),
      previous: fc.option(fc.integer({ min: 0, max: 60 * 24 }).map((hours) => NOON - hours * HOUR)),
      count: fc.nat({ max: 5 }),
      sum: amount,
      avg: fc.option(amount),
      senders: fc.nat({ max: 4 }),
    })
    .map((random) =>
      context(
        {
          activity: {
            ...activity(),
            amount: random.amount,
            method: random.method,
            counterparty_country: random.country,
          },
          event: { rate: random.rate },
          customer: { nationality: random.nationality, tags: random.tags, metadata: { flagged: random.flagged } },
          profile: { customer_since: NOON, previous_activity_at: random.previous, transaction_count: random.count },
        },
        [random.sum, random.avg, random.senders],
      ),
    );

  it('gives the same decision after it was stored', () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(randomContext, (random) => {
        const { hit, evidence } = compiled.evaluate(random);
        seen[`${hit}`]++;
        expect(hit).toBe(compiled.test(random));
        expect(hit).toBe(evidence.branches['/condition']);
        expect(recompute(JSON.parse(JSON.stringify(RULE)), JSON.parse(JSON.stringify(evidence)) as Evidence)).toBe(hit);
      }),
      { numRuns: 1000 },
    );
    // About 80 of 1000 decisions are expected to be false, so that false decisions are tested too.
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(10);
  });

  it('changes the decision if a value in it is changed', () => {
    const { hit, evidence } = compiled.evaluate(context());
    expect(hit).toBe(false);
    expect(recompute(RULE, { ...evidence, fields: { ...evidence.fields, 'transaction.amount': '5000' } })).toBe(true);
    const aggregates = evidence.aggregates.map((one) => (one.aggregate === 'distinct' ? { ...one, value: 3 } : one));
    expect(recompute(RULE, { ...evidence, aggregates })).toBe(true);
    expect(recompute(RULE, { ...evidence, countries: [{ country: 'DE', list: 'high_risk', listed: true }] })).toBe(
      true,
    );
  });

  it('is rejected if it belongs to another rule', () => {
    const { evidence } = compiled.evaluate(context());
    const without = <Key extends keyof Evidence>(key: Key, value: Evidence[Key]): Evidence => ({
      ...evidence,
      [key]: value,
    });
    expect(() => recompute(RULE, without('fields', {}))).toThrow(EvidenceError);
    expect(() => recompute(RULE, without('fields', {}))).toThrow(/no field transaction.amount/);
    expect(() => recompute(RULE, without('aggregates', []))).toThrow(/no aggregate/);
    expect(() => recompute(RULE, without('countries', []))).toThrow(/whether DE is on high_risk/);
    expect(() => recompute(RULE, without('event_type', 'onboarding'))).toThrow(/evidence is of type onboarding/);
    expect(() => recompute(RULE, without('version', 2 as 1))).toThrow(/version 2/);
  });
});
