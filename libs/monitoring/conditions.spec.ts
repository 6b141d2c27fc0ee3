import { parseAmount } from './amount';
import { compileRule } from './compile-rule';
import type { RuleContext } from './rule-context';
import type { ExpressionNode } from './rule-definition';
import { activity, contextOf, DAY, HOUR, NOON, ruleWith } from './testing/samples';
import { f, AMOUNT } from './testing/fields';

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

/** Returns whether a condition is true for the event above. */
function holds(condition: ExpressionNode, context: RuleContext = CURRENT): boolean {
  return compileRule(ruleWith(condition, { event_type: context.event_type })).test(context);
}

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
  ])('are evaluated: %s', (_, condition, expected) => {
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
  ])('are false for unknown values, and their "not" is true: %s', (_, condition) => {
    expect(holds(condition)).toBe(false);
    expect(holds({ not: condition })).toBe(true);
  });

  it('read the values of aggregates', () => {
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

  it('throw an error when the context does not have an input', () => {
    const counting = compileRule(ruleWith({ gte: [{ aggregate: 'count', window: '1h' }, 3] }));
    expect(() => counting.test(contextOf())).toThrow(/aggregate.*was not given/);
    const listing = compileRule(ruleWith({ country_in: [f('transaction.counterparty_country'), 'unheard_of'] }));
    expect(() => listing.test(contextOf())).toThrow(/unheard_of.*was not given.*high_risk, call_for_action/);
    expect(() => counting.test(contextOf({ activity: null }))).toThrow(/without its activity/);
    expect(() => counting.test(contextOf({ event_type: 'onboarding' }))).toThrow(/for transaction events/);
  });

  it('read onboarding events', () => {
    const context = contextOf({ event_type: 'onboarding', activity: null, event: { account_ref: 'new', turnover: 5 } });
    expect(holds({ eq: [f('onboarding.account_ref'), 'new'] }, context)).toBe(true);
    expect(holds({ gt: [f('onboarding.payload.turnover', 'number'), 4] }, context)).toBe(true);
    expect(holds({ eq: [f('onboarding.at'), f('onboarding.at')] }, context)).toBe(true);
  });
});
