import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type { EventType } from '@probity/contracts/pipeline/views';
import type { Activity } from '@probity/monitoring/activity';
import type { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists, RuleContext } from '@probity/monitoring/rule-context';

/** An event in the form that rules evaluate. */
export interface ContextEvent {
  event_type: EventType;
  /** milliseconds since 1970 */
  at: number;
  payload: Record<string, unknown>;
  /** set for a transaction */
  activity: Activity | null;
}

export interface ContextCustomer {
  id: string;
  profile: CustomerProfile;
  kyc_status: string;
  risk_rating: string;
  created_at: Date;
  updated_at: Date;
}

/** The data that rules evaluate for an event. The windows must not contain the event yet. */
export function ruleContext(
  { event_type, at, payload, activity }: ContextEvent,
  { id, profile, kyc_status, risk_rating, created_at, updated_at }: ContextCustomer,
  history: { transaction_count: number; previous_activity_at: number | null },
  windows: CustomerWindows,
  countryLists: CountryLists,
): RuleContext {
  return {
    event_type,
    at,
    activity,
    event: payload,
    customer: {
      id,
      ...profile,
      kyc_status,
      risk_rating,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    },
    // Events may be older than the customer in Probity. They count as the begin of the relationship: no age is negative.
    profile: { customer_since: Math.min(since(profile, created_at), at), ...history },
    aggregates: activity ? windows.evaluate(activity) : windows.evaluateAt(at),
    countryLists,
  };
}

/** When the relationship began: as the institution says, otherwise when Probity got the customer. */
const since = ({ customer_since }: CustomerProfile, createdAt: Date): number =>
  customer_since === undefined ? createdAt.getTime() : Date.parse(customer_since);
