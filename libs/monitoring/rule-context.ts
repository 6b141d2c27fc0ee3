import type { EventType } from '@probity/contracts/pipeline/views';
import type { Activity } from './activity';

/**
 * `count` and `distinct` are numbers; the other aggregates are scaled amounts. For an empty window, `max`, `min` and
 * `avg` are null and `sum` is 0.
 */
export type AggregateValue = bigint | number | null;

/** The values of aggregates by their key, see AggregateSpec. A value that needs an activity is undefined without one. */
export interface AggregateValues {
  get(key: string): AggregateValue | undefined;
  /** keys of aggregates whose windows begin before the activities in memory: do not read them */
  uncovered?: ReadonlySet<string>;
}

/** ISO 3166-1 alpha-2 codes in upper case, by the name of the country list. */
export type CountryLists = ReadonlyMap<string, ReadonlySet<string>>;

/** Everything that rules can read about one event. */
export interface RuleContext {
  event_type: EventType;
  /** when the event happened, milliseconds since 1970, UTC */
  at: number;
  /** the activity that the event adds to the windows; null for an onboarding event */
  activity: Activity | null;
  /** the accepted payload */
  event: Record<string, unknown>;
  /** the customer's profile, with the field names of the API */
  customer: Record<string, unknown>;
  /** the history of the customer before this event */
  profile: { customer_since: number; previous_activity_at: number | null; transaction_count: number };
  aggregates: AggregateValues;
  countryLists: CountryLists;
}
