import type { Activity } from '@probity/monitoring/activity';
import type { RuleContext } from '@probity/monitoring/rule-context';
import { activity, NOON } from '@probity/monitoring/testing/samples';

const LONG_HISTORY = 50_000;
const SHORT_HISTORY = 50;
const SECOND = 1_000;

/** Activities of one customer before noon, a second apart: many more than the cost of a rule assumes. */
export const history = (isLong: boolean): Activity[] =>
  Array.from({ length: isLong ? LONG_HISTORY : SHORT_HISTORY }, (_none, n) =>
    activity({
      transaction_id: `earlier-${n}`,
      at: NOON - (n + 1) * SECOND,
      amount: n % 7,
      counterparty: `counterparty ${n % 20_000} ${'a'.repeat(n % 200)}`,
      counterparty_country: n % 3 === 0 ? 'IR' : null,
      channel: n % 2 === 0 ? 'a'.repeat(200) : null,
    }),
  );

/** The event and the customer that the rules read: each part as large as a request can make it. */
export const CURRENT: Pick<RuleContext, 'event' | 'customer'> & { activity: Activity } = {
  activity: activity({ amount: '999999999999999999.99999999', channel: 'a'.repeat(200) }),
  event: {
    amount: '99999999999999999999.99999999',
    description: 'a'.repeat(100_000),
    note: 'aİ'.repeat(200_000),
    part: `${'a'.repeat(20_000)}b${'a'.repeat(20_000)}`,
    digits: '9'.repeat(100_000),
    date: '2026-13-45T99:99:99Z',
    list: Array.from({ length: 50_000 }, (_none, n) => `word ${n}`),
    deep: { a: { b: { c: 'ﬃ'.repeat(10_000) } } },
  },
  customer: {
    full_name: 'İ'.repeat(500),
    tags: Array.from({ length: 1_000 }, (_none, n) => `tag ${n}`),
    account_refs: Array.from({ length: 1_000 }, (_none, n) => `account-${n}`),
    created_at: '2026-01-01T00:00:00Z',
    date_of_birth: '1900-02-29',
    metadata: { note: 'b'.repeat(60_000), list: Array.from({ length: 5_000 }, (_none, n) => `word ${-n}`) },
  },
};
