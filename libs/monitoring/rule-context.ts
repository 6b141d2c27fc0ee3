import type { EventType } from '@probity/contracts/pipeline/views';
import type { Activity } from './activity';

/** count and distinct are numbers; the others are scaled amounts. Of an empty window max, min and avg are null, sum is 0. */
export type AggregateValue = bigint | number | null;

/** Names of country lists and the ISO 3166-1 alpha-2 codes on them, upper case. */
export type CountryLists = ReadonlyMap<string, ReadonlySet<string>>;

/** Everything that rules see of one event. */
export interface RuleContext {
  event_type: EventType;
  /** when the event happened, milliseconds since 1970, UTC */
  at: number;
  /** what the event adds to the windows; null for an onboarding event */
  activity: Activity | null;
  /** the payload as it was accepted */
  event: Record<string, unknown>;
  /** the customer's profile, in the names of the interface */
  customer: Record<string, unknown>;
  /** what was known before this event */
  profile: { customer_since: number; previous_activity_at: number | null; transaction_count: number };
  /** by the keys of the rules' aggregates, see AggregateSpec */
  aggregates: ReadonlyMap<string, AggregateValue>;
  countryLists: CountryLists;
}
