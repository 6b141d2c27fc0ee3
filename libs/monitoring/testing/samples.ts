import { type Activity } from '../activity';
import { parseAmount } from '../amount';
import type { RuleContext } from '../rule-context';
import type { ExpressionNode, RuleDefinition } from '../rule-definition';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A Wednesday. */
export const NOON = Date.parse('2026-03-04T12:00:00.000Z');

/** An activity of which a test says only what matters to it. */
export function activity({
  amount = 100,
  ...fields
}: Partial<Omit<Activity, 'amount'>> & { amount?: number | string } = {}): Activity {
  return {
    transaction_id: 'transaction-1',
    at: NOON,
    comparable: true,
    currency: 'EUR',
    direction: 'inbound',
    method: 'transfer',
    counterparty: 'a counterparty',
    counterparty_country: 'DE',
    channel: null,
    account_ref: 'account-1',
    ...fields,
    amount: parseAmount(amount),
  };
}

export const ruleWith = (condition: ExpressionNode, members: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: 'A rule',
  description: 'What it does.',
  reason: 'Why it matters.',
  event_type: 'transaction',
  severity: 'high',
  alert_type: 'a_rule',
  title: 'A title',
  condition,
  ...members,
});

export const COUNTRY_LISTS = new Map([
  ['high_risk', new Set(['MM', 'SY'])],
  ['call_for_action', new Set(['IR', 'KP'])],
]);

/** The context of a transaction of which a test says only what matters to it. */
export function contextOf(members: Partial<RuleContext> = {}): RuleContext {
  const current = members.activity === undefined ? activity() : members.activity;
  return {
    event_type: 'transaction',
    at: current?.at ?? NOON,
    activity: current,
    event: {},
    customer: {},
    profile: { customer_since: NOON - 400 * DAY, previous_activity_at: null, transaction_count: 0 },
    aggregates: new Map(),
    countryLists: COUNTRY_LISTS,
    ...members,
  };
}
