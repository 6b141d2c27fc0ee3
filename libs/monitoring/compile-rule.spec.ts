import { parseAmount } from './amount';
import { compileRule } from './compile-rule';
import type { RuleContext } from './rule-context';
import type { ExpressionNode } from './rule-definition';
import { RuleError } from './rule-error';
import { activity, contextOf, DAY, HOUR, NOON, ruleWith } from './testing/samples';

const CURRENT = contextOf({
  activity: activity({ amount: '9500.5', direction: 'outbound', counterparty_country: 'IR', channel: null }),
  event: {
    amount: '10000.10',
    description: 'Gift CARD for Ödön',
    metadata: { purpose: 'loan', score: 1.5, checked: false, due: '2026-03-01', labels: ['a', 'b'] },
  },
  customer: {
    customer_type: 'individual',
    nationality: 'FR',
    pep_status: 'declared',
    tags: ['vip', 'crypto'],
    account_refs: [],
    address: { country: 'SY' },
    date_of_birth: '2008-03-05',
    created_at: '2025-03-04T12:00:00.000Z',
    beneficial_owners: [{}, {}],
    metadata: { is_staff: true, limit: 'none' },
  },
  profile: { customer_since: NOON - 30 * DAY - HOUR, previous_activity_at: NOON - 180 * DAY, transaction_count: 7 },
});

/** Whether a condition holds for the event above. */
function holds(condition: ExpressionNode, context: RuleContext = CURRENT): boolean {
  return compileRule(ruleWith(condition, { event_type: context.event_type })).test(context);
}

const f = (field: string, type?: string) => ({ field, ...(type && { type }) });
const AMOUNT = f('transaction.amount');
const NOT_KNOWN = f('transaction.channel');
const NO_NUMBER = f('customer.related_party_count');
const NO_DATE = f('customer.updated_at');
const NO_LIST = f('transaction.payload.nothing', 'texts');

describe('conditions', () => {
  it.each<[string, ExpressionNode, boolean]>([
    ['a literal', true, true],
    ['and of all', { and: [true, true] }, true],
    ['and of some', { and: [true, false] }, false],
    ['or of some', { or: [false, true] }, true],
    ['or of none', { or: [false, false] }, false],
    ['not', { not: false }, true],
    ['gt below', { gt: [AMOUNT, 9500.49] }, true],
    ['gt same', { gt: [AMOUNT, 9500.5] }, false],
    ['gte same', { gte: [AMOUNT, 9500.5] }, true],
    ['gte above', { gte: [AMOUNT, { decimal: '9500.50000001' }] }, false],
    ['lt above', { lt: [AMOUNT, { decimal: '9500.50000001' }] }, true],
    ['lt same', { lt: [AMOUNT, 9500.5] }, false],
    ['lte same', { lte: [AMOUNT, 9500.5] }, true],
    ['lte below', { lte: [AMOUNT, 9500.49] }, false],
    ['a literal on the left', { lt: [9000, AMOUNT] }, true],
    ['between, at its low end', { between: [AMOUNT, 9500.5, 9600] }, true],
    ['between, at its high end', { between: [AMOUNT, 9000, 9500.5] }, true],
    ['between, outside', { between: [AMOUNT, 9501, 9600] }, false],
    ['a whole number with a whole one', { eq: [f('profile.transaction_count'), 7] }, true],
    ['a whole number with a fraction', { gt: [f('profile.transaction_count'), 6.5] }, true],
    ['a whole number with an amount', { lt: [f('profile.transaction_count'), AMOUNT] }, true],
    ['eq of texts', { eq: [f('transaction.direction'), 'outbound'] }, true],
    ['ne of texts', { ne: [f('transaction.direction'), 'outbound'] }, false],
    ['ne of two fields', { ne: [f('transaction.counterparty_country'), f('customer.nationality')] }, true],
    ['eq of numbers of two types', { eq: [f('profile.transaction_count'), { decimal: '7.0' }] }, true],
    ['ne of numbers', { ne: [AMOUNT, 9500.5] }, false],
    ['eq of dates', { eq: [f('customer.created_at'), { date: '2025-03-04T13:00:00+01:00' }] }, true],
    ['eq of truths', { eq: [f('customer.metadata.is_staff', 'boolean'), true] }, true],
    ['ne of truths', { ne: [f('transaction.payload.metadata.checked', 'boolean'), true] }, true],
    ['a truth as a condition', f('customer.metadata.is_staff', 'boolean'), true],
    ['a false truth as a condition', { not: f('transaction.payload.metadata.checked', 'boolean') }, true],
    ['in texts', { in: [f('customer.pep_status'), ['declared', 'confirmed']] }, true],
    ['not in texts', { in: [f('customer.pep_status'), ['screened']] }, false],
    ['in numbers', { in: [AMOUNT, [1, 9500.5]] }, true],
    ['a whole number in numbers', { in: [f('profile.transaction_count'), [6, 7]] }, true],
    ['not in numbers', { in: [AMOUNT, [9500, 9501]] }, false],
    ['in a field', { in: ['vip', f('customer.tags')] }, true],
    ['not in a field', { in: ['VIP', f('customer.tags')] }, false],
    ['add', { eq: [{ add: [AMOUNT, 0.5] }, 9501] }, true],
    ['subtract', { eq: [{ subtract: [f('transaction.original_amount'), AMOUNT] }, 499.6] }, true],
    ['multiply', { eq: [{ multiply: [AMOUNT, 2] }, 19001] }, true],
    ['divide', { eq: [{ divide: [10, 3] }, { decimal: '3.33333333' }] }, true],
    ['divide by zero', { is_null: { divide: [AMOUNT, { subtract: [AMOUNT, AMOUNT] }] } }, true],
    ['abs', { eq: [{ abs: { subtract: [1, 3.5] } }, 2.5] }, true],
    ['multiple_of', { multiple_of: [AMOUNT, 0.5] }, true],
    ['not multiple_of', { multiple_of: [AMOUNT, 1000] }, false],
    ['multiple of nothing', { multiple_of: [AMOUNT, { subtract: [1, 1] }] }, false],
    ['starts_with', { starts_with: [f('transaction.description'), 'Gift'] }, true],
    ['starts_with, other case', { starts_with: [f('transaction.description'), 'gift'] }, false],
    ['ends_with', { ends_with: [f('transaction.description'), 'Ödön'] }, true],
    ['contains', { contains: [f('transaction.description'), 'CARD'] }, true],
    ['contains, other case', { contains: [f('transaction.description'), 'card'] }, false],
    ['lower', { contains: [{ lower: f('transaction.description') }, 'card for ödön'] }, true],
    ['matches', { matches: [f('transaction.account_ref'), 'account-\\d+'] }, true],
    ['matches a part only', { matches: [f('transaction.account_ref'), 'account'] }, false],
    ['contains_any', { contains_any: [f('customer.tags'), ['gambling', 'crypto']] }, true],
    ['contains_any of none', { contains_any: [f('customer.tags'), ['gambling']] }, false],
    ['contains_all', { contains_all: [f('customer.tags'), ['crypto', 'vip']] }, true],
    ['contains_all but one', { contains_all: [f('customer.tags'), ['crypto', 'gambling']] }, false],
    ['size', { eq: [{ size: f('customer.tags') }, 2] }, true],
    ['size of an empty list', { eq: [{ size: f('customer.account_refs') }, 0] }, true],
    ['a free-form list', { eq: [{ size: f('transaction.payload.metadata.labels', 'texts') }, 2] }, true],
    ['how many owners', { eq: [f('customer.beneficial_owner_count'), 2] }, true],
    ['before', { before: [f('customer.created_at'), { date: '2025-03-05' }] }, true],
    ['before the same', { before: [f('customer.created_at'), f('customer.created_at')] }, false],
    ['after', { after: [f('transaction.at'), f('customer.created_at')] }, true],
    ['after a free-form date', { after: [f('transaction.at'), f('transaction.payload.metadata.due', 'date')] }, true],
    ['older_than, just not', { older_than: [f('profile.last_activity_at'), '180d'] }, false],
    ['older_than', { older_than: [f('profile.last_activity_at'), '179d'] }, true],
    ['younger_than, just not', { younger_than: [f('profile.last_activity_at'), '180d'] }, false],
    ['younger_than', { younger_than: [f('profile.last_activity_at'), '181d'] }, true],
    ['days_since', { eq: [{ days_since: f('profile.customer_since') }, 30] }, true],
    ['account age', { eq: [f('profile.account_age_days'), 30] }, true],
    ['years_since', { eq: [{ years_since: f('customer.date_of_birth') }, 17] }, true],
    ['hour_of_day', { eq: [{ hour_of_day: f('transaction.at') }, 12] }, true],
    ['day_of_week', { eq: [{ day_of_week: f('transaction.at') }, 3] }, true],
    ['Sunday', { eq: [{ day_of_week: { date: '2026-03-08' } }, 7] }, true],
    ['country_in', { country_in: [f('transaction.counterparty_country'), 'call_for_action'] }, true],
    ['country_in the other list', { country_in: [f('transaction.counterparty_country'), 'high_risk'] }, false],
    [
      'country_in one of two',
      { country_in: [f('transaction.counterparty_country'), ['high_risk', 'call_for_action']] },
      true,
    ],
    [
      'country_in of a coalesce',
      { country_in: [{ coalesce: [f('customer.address.country'), 'DE'] }, 'high_risk'] },
      true,
    ],
    ['coalesce of numbers', { eq: [{ coalesce: [NO_NUMBER, f('profile.transaction_count'), 0.5] }, 7] }, true],
    ['coalesce of texts', { eq: [{ coalesce: [NOT_KNOWN, 'none'] }, 'none'] }, true],
    ['coalesce of dates', { eq: [{ coalesce: [NO_DATE, { date: '2026-01-01' }] }, { date: '2026-01-01' }] }, true],
    ['coalesce of truths', { coalesce: [f('customer.metadata.nothing', 'boolean'), true] }, true],
    ['is_null', { is_null: NOT_KNOWN }, true],
    ['is_null of what is known', { is_null: AMOUNT }, false],
    ['a free-form number', { eq: [f('transaction.payload.metadata.score', 'number'), 1.5] }, true],
    ['a free-form value of another type', { is_null: f('customer.metadata.limit', 'number') }, true],
    ['a free-form value under a text', { is_null: f('customer.metadata.limit.deeper', 'text') }, true],
    ['what only prototypes have', { is_null: f('customer.metadata.constructor.name', 'text') }, true],
  ])('%s', (_, condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  it.each<[string, ExpressionNode]>([
    ['gt', { gt: [NO_NUMBER, 0] }],
    ['lt', { lt: [0, NO_NUMBER] }],
    ['between', { between: [AMOUNT, 0, NO_NUMBER] }],
    ['eq', { eq: [NOT_KNOWN, 'web'] }],
    ['eq of two that are not known', { eq: [NOT_KNOWN, NOT_KNOWN] }],
    ['ne', { ne: [NOT_KNOWN, 'web'] }],
    ['ne, on the right', { ne: ['web', NOT_KNOWN] }],
    ['in', { in: [NOT_KNOWN, ['web']] }],
    ['in numbers', { in: [NO_NUMBER, [0]] }],
    ['in a list', { in: ['vip', NO_LIST] }],
    ['arithmetic', { gt: [{ add: [AMOUNT, NO_NUMBER] }, 0] }],
    ['abs', { gte: [{ abs: NO_NUMBER }, 0] }],
    ['multiple_of', { multiple_of: [NO_NUMBER, 1] }],
    ['starts_with', { starts_with: [NOT_KNOWN, 'w'] }],
    ['matches', { matches: [{ lower: NOT_KNOWN }, '.*'] }],
    ['contains_any', { contains_any: [NO_LIST, ['a']] }],
    ['size', { gte: [{ size: NO_LIST }, 0] }],
    ['before', { before: [NO_DATE, f('transaction.at')] }],
    ['older_than', { older_than: [NO_DATE, '1s'] }],
    ['younger_than', { younger_than: [NO_DATE, '1s'] }],
    ['days_since', { gte: [{ days_since: NO_DATE }, 0] }],
    ['hour_of_day', { gte: [{ hour_of_day: NO_DATE }, 0] }],
    ['country_in', { country_in: [f('customer.metadata.country', 'country'), 'high_risk'] }],
    ['a truth', f('customer.metadata.nothing', 'boolean')],
  ])('is false about what is not known, and its not is true: %s', (_, condition) => {
    expect(holds(condition)).toBe(false);
    expect(holds({ not: condition })).toBe(true);
  });

  it('reads the values of aggregates', () => {
    const count = { aggregate: 'count', window: '24h' };
    const avg = { aggregate: 'avg', of: 'amount', window: '7d', include_current: false };
    const rule = compileRule(ruleWith({ and: [{ gte: [count, 3] }, { gt: [AMOUNT, { multiply: [avg, 10] }] }] }));
    const given = (counted: number, mean: string | null): boolean => {
      const values = [counted, mean === null ? null : parseAmount(mean)];
      const aggregates = new Map(rule.aggregates.map(({ key }, index) => [key, values[index] as number]));
      return rule.test(contextOf({ activity: activity({ amount: 1000 }), aggregates }));
    };
    expect([given(3, '99.99'), given(2, '99.99'), given(3, '100'), given(3, null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('says so when what it needs was not given', () => {
    const counting = compileRule(ruleWith({ gte: [{ aggregate: 'count', window: '1h' }, 3] }));
    expect(() => counting.test(contextOf())).toThrow(/aggregate.*was not given/);
    const listing = compileRule(ruleWith({ country_in: [f('transaction.counterparty_country'), 'unheard_of'] }));
    expect(() => listing.test(contextOf())).toThrow(/unheard_of.*was not given.*high_risk, call_for_action/);
    expect(() => counting.test(contextOf({ activity: null }))).toThrow(/without its activity/);
    expect(() => counting.test(contextOf({ event_type: 'onboarding' }))).toThrow(/for transaction events/);
  });

  it('knows the events of an onboarding', () => {
    const context = contextOf({ event_type: 'onboarding', activity: null, event: { account_ref: 'new', turnover: 5 } });
    expect(holds({ eq: [f('onboarding.account_ref'), 'new'] }, context)).toBe(true);
    expect(holds({ gt: [f('onboarding.payload.turnover', 'number'), 4] }, context)).toBe(true);
    expect(holds({ eq: [f('onboarding.at'), f('onboarding.at')] }, context)).toBe(true);
  });
});

describe('aggregates of a rule', () => {
  const keysOf = (...nodes: object[]): string[] =>
    compileRule(ruleWith({ or: nodes.map((node) => ({ gt: [node, 1] })) })).aggregates.map(({ key }) => key);

  it('have one key for one meaning', () => {
    expect(
      keysOf(
        { aggregate: 'count', window: '24h' },
        { window: '1d', aggregate: 'count' },
        { aggregate: 'count', window: '1440m', include_current: true },
      ),
    ).toEqual(['{"aggregate":"count","include_current":true,"window":"1d"}']);
  });

  it.each([
    { window: '25h' },
    { window: '24h', offset: '1h' },
    { window: '24h', include_current: false },
    { window: '24h', where: { gt: [{ field: 'activity.amount' }, 1] } },
  ])('have another key for another meaning: %j', (members) => {
    expect(keysOf({ aggregate: 'count', window: '24h' }, { aggregate: 'count', ...members })).toHaveLength(2);
  });

  it('tell how far they reach and which country lists they ask', () => {
    const rule = compileRule(
      ruleWith({
        gt: [
          {
            aggregate: 'count',
            window: '7d',
            offset: '30d',
            where: { country_in: [{ field: 'activity.counterparty_country' }, 'high_risk'] },
          },
          { aggregate: 'sum', of: 'amount', window: '24h' },
        ],
      }),
    );
    expect(rule.longestWindowMs).toBe(37 * DAY);
    expect(rule.countryLists).toEqual(['high_risk']);
  });
});

/** Where the problems of a condition are, and what they say. */
function problemsOf(condition: unknown, members: object = {}): [path: string, message: string][] {
  try {
    compileRule({ ...ruleWith(true), ...members, condition });
  } catch (error) {
    if (error instanceof RuleError) return error.problems.map(({ path, message }) => [path, message]);
    throw error;
  }
  return [];
}

describe('a rule that cannot be compiled', () => {
  it.each<[unknown, string, RegExp]>([
    [null, '/condition', /null.*is_null/],
    [5, '/condition', /expected a condition, this is a number/],
    [{}, '/condition', /one operator.*found none/],
    [{ and: [true], or: [true] }, '/condition', /found and, or/],
    [{ gtt: [1, 2] }, '/condition', /no operator "gtt"; did you mean "gt"/],
    [{ 'a/b~c': [] }, '/condition', /no operator "a\/b~c"; there are and, or/],
    [{ and: [] }, '/condition/and', /at least one condition/],
    [{ and: true }, '/condition/and', /list of at least one condition/],
    [{ and: [true, 'x'] }, '/condition/and/1', /expected a condition, this is a text/],
    [{ not: [true] }, '/condition/not', /list of texts only/],
    [{ gt: [1] }, '/condition/gt', /list of 2/],
    [{ gt: [1, 'x'] }, '/condition/gt/1', /expected a number, this is a text/],
    [{ gt: [1, { date: '2026-01-01' }] }, '/condition/gt/1', /this is a date/],
    [{ eq: [1, 'x'] }, '/condition/eq', /a number and a text/],
    [{ gt: [AMOUNT, 0.123456789] }, '/condition/gt/1', /8 digits after the point.*"decimal"/],
    [{ gt: [AMOUNT, { decimal: 5 }] }, '/condition/gt/1/decimal', /as a text/],
    [{ gt: [AMOUNT, { decimal: '1e5' }] }, '/condition/gt/1/decimal', /must be a decimal/],
    [{ eq: [f('transaction.amuont'), 1] }, '/condition/eq/0/field', /did you mean "transaction.amount"/],
    [{ eq: [f('onboarding.at'), f('transaction.at')] }, '/condition/eq/0/field', /no field onboarding.at/],
    [{ eq: [f('activity.amount'), 1] }, '/condition/eq/0/field', /no field activity.amount/],
    [{ eq: [{ field: 5 }, 1] }, '/condition/eq/0/field', /name of a field/],
    [{ eq: [{ field: 'transaction.amount', of: 1 }, 1] }, '/condition/eq/0/of', /not known here/],
    [{ eq: [f('transaction.amount', 'number'), 1] }, '/condition/eq/0/field', /leave "type" out/],
    [{ eq: [f('customer.metadata.x'), 1] }, '/condition/eq/0/field', /say its type/],
    [{ eq: [f('customer.metadata.x', 'constructor'), 1] }, '/condition/eq/0/field', /say its type/],
    [{ eq: [f('customer.metadata.a..b', 'text'), 'x'] }, '/condition/eq/0/field', /up to 5 keys/],
    [{ eq: [f('customer.metadata.a.b.c.d.e.f', 'text'), 'x'] }, '/condition/eq/0/field', /up to 5 keys/],
    [{ eq: [f('transaction.direction'), 'incoming'] }, '/condition/eq/1', /one of inbound, outbound, found "incoming"/],
    [{ eq: ['usd', f('transaction.currency')] }, '/condition/eq/0', /three-letter currency code/],
    [{ in: [f('customer.nationality'), ['DE', 'Iran']] }, '/condition/in/1/1', /two-letter country code.*"Iran"/],
    [{ in: [f('customer.nationality'), []] }, '/condition/in/1', /at least one item/],
    [{ in: [f('customer.nationality'), ['DE', 5]] }, '/condition/in/1', /texts only or of numbers only/],
    [{ in: [f('customer.nationality'), [5]] }, '/condition/in', /a text and a list of numbers/],
    [{ contains: [f('transaction.description'), ''] }, '/condition/contains/1', /not empty/],
    [{ matches: [f('transaction.description'), '(a+)+'] }, '/condition/matches/1', /no groups/],
    [{ matches: ['x', f('transaction.description')] }, '/condition/matches/1', /the pattern itself/],
    [{ multiple_of: [AMOUNT, 0] }, '/condition/multiple_of/1', /not zero/],
    [{ before: [f('transaction.at'), '2026-01-01'] }, '/condition/before/1', /expected a date, this is a text/],
    [{ before: [f('transaction.at'), { date: '2026-02-31' }] }, '/condition/before/1/date', /ISO 8601/],
    [{ older_than: [f('transaction.at'), '5w'] }, '/condition/older_than/1', /a duration such as/],
    [{ country_in: [f('customer.nationality'), 'High risk'] }, '/condition/country_in/1', /name of a country list/],
    [{ country_in: [f('customer.nationality'), ['IR']] }, '/condition/country_in/1', /countries themselves/],
    [{ country_in: [f('customer.full_name'), 'high_risk'] }, '/condition/country_in/0', /holds a country/],
    [{ is_null: { not: true } }, '/condition/is_null', /always known/],
    [{ coalesce: [true] }, '/condition/coalesce', /at least two/],
    [{ eq: [{ coalesce: [1, 'x'] }, 1] }, '/condition/eq/0/coalesce', /a number and a text/],
    [{ size: f('customer.tags') }, '/condition', /expected a condition, this is a number/],
    [{ gt: [{ size: f('customer.email') }, 1] }, '/condition/gt/0/size', /a list of texts, this is a text/],
    [{ eq: ['x'.repeat(1_001), 'x'] }, '/condition/eq/0', /1000 characters/],
    [{ eq: ['\u0000', 'x'] }, '/condition/eq/0', /U\+0000/],
  ])('%j', (condition, path, message) => {
    const problems = problemsOf(condition);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.[0]).toBe(path);
    expect(problems[0]?.[1]).toMatch(message);
  });

  it.each<[object, string, RegExp]>([
    [{ aggregate: 'median', window: '1h' }, '/aggregate', /one of count, sum/],
    [{ aggregate: 'count' }, '/window', /a duration such as/],
    [{ aggregate: 'count', window: '367d' }, '/window', /at most 366d/],
    [{ aggregate: 'count', window: 3600 }, '/window', /a duration such as/],
    [{ aggregate: 'count', window: '300d', offset: '100d' }, '/offset', /366d together/],
    [{ aggregate: 'count', of: 'amount', window: '1h' }, '/of', /leave it out/],
    [{ aggregate: 'sum', window: '1h' }, '/of', /expected "amount"/],
    [{ aggregate: 'sum', of: 'counterparty', window: '1h' }, '/of', /expected "amount"/],
    [{ aggregate: 'distinct', of: 'amount', window: '1h' }, '/of', /one of currency/],
    [{ aggregate: 'count', window: '1h', include_current: 'no' }, '/include_current', /true or false/],
    [{ aggregate: 'count', window: '1h', offset: '1h', include_current: true }, '/include_current', /ends before/],
    [{ aggregate: 'count', window: '1h', limit: 5 }, '/limit', /not known here/],
    [{ aggregate: 'count', window: '1h', where: 5 }, '/where', /expected a condition/],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('activity.amuont'), 1] } },
      '/where/eq/0/field',
      /did you mean "activity.amount"/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('customer.email'), 'x'] } },
      '/where/eq/0/field',
      /inside where/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { eq: [f('transaction.description'), 'x'] } },
      '/where/eq/0/field',
      /inside where/,
    ],
    [
      { aggregate: 'count', window: '1h', where: { gt: [{ aggregate: 'count', window: '1h' }, 1] } },
      '/where/gt/0',
      /inside the where of another/,
    ],
  ])('an aggregate: %j', (aggregate, path, message) => {
    const problems = problemsOf({ gt: [aggregate, 1] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.[0]).toBe(`/condition/gt/0${path}`);
    expect(problems[0]?.[1]).toMatch(message);
  });

  it('knows no current activity at an onboarding', () => {
    const count = { aggregate: 'count', window: '1h' };
    const onboarding = { event_type: 'onboarding' };
    expect(problemsOf({ gt: [count, 1] }, onboarding)).toEqual([]);
    expect(problemsOf({ gt: [{ ...count, include_current: true }, 1] }, onboarding)[0]?.[1]).toMatch(/is no activity/);
    const where = { eq: [f('activity.counterparty'), f('transaction.counterparty')] };
    expect(problemsOf({ gt: [{ ...count, where }, 1] }, onboarding)[0]?.[1]).toMatch(
      /no field transaction.counterparty/,
    );
  });

  it('names every bad node at once, and itself in one sentence', () => {
    const condition = { and: [{ gt: [f('transaction.amuont'), 'x'] }, { nope: 1 }, { or: [] }] };
    expect(problemsOf(condition, { severity: 'huge', extra: 1 }).map(([path]) => path)).toEqual([
      '/severity',
      '/extra',
      '/condition/and/0/gt/0/field',
      '/condition/and/0/gt/1',
      '/condition/and/1',
      '/condition/and/2/or',
    ]);
    expect(() => compileRule({ ...ruleWith(condition), severity: 'huge' })).toThrow(
      /^\/severity: expected one of low, medium, high, critical; \/condition\/and\/0\/gt\/0\/field: /,
    );
  });

  it.each<[unknown, string]>([
    [undefined, ''],
    ['a rule', ''],
    [[], ''],
    [{ ...ruleWith(true), name: ' ' }, '/name'],
    [{ ...ruleWith(true), reason: undefined }, '/reason'],
    [{ ...ruleWith(true), title: 'x'.repeat(201) }, '/title'],
    [{ ...ruleWith(true), alert_type: 'Large cash' }, '/alert_type'],
    [{ ...ruleWith(true), event_type: 'login' }, '/event_type'],
    [{ ...ruleWith(true), cooldown: 'a day' }, '/cooldown'],
    [{ ...ruleWith(true), condition: undefined }, '/condition'],
  ])('refuses %j at %s', (definition, path) => {
    expect(() => compileRule(definition)).toThrow(RuleError);
    try {
      compileRule(definition);
    } catch (error) {
      expect((error as RuleError).path).toBe(path);
      expect((error as RuleError).httpStatus).toBe(400);
    }
  });

  it('has bounds', () => {
    const nested = (depth: number): object => (depth === 0 ? { is_null: AMOUNT } : { not: nested(depth - 1) });
    expect(problemsOf(nested(29))).toEqual([]);
    expect(problemsOf(nested(30))[0]?.[1]).toMatch(/32 levels/);
    expect(problemsOf(nested(2_000))[0]?.[1]).toMatch(/32 levels/);

    const wide = (count: number): object => ({ and: Array.from({ length: count }, () => true) });
    expect(problemsOf(wide(199))).toEqual([]);
    expect(problemsOf(wide(5_000))).toEqual([['/condition/and/199', expect.stringMatching(/at most 200 nodes/)]]);

    const long = { in: ['x', Array.from({ length: 900 }, () => 'x'.repeat(100))] };
    expect(problemsOf(long)).toEqual([['', expect.stringMatching(/65536 characters/)]]);
  });
});
