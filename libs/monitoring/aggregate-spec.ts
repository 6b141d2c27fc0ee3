import type { ActivityFields, ActivityText } from './activity';
import type { CountryLists } from './rule-context';

export const AGGREGATES = ['count', 'sum', 'distinct', 'max', 'min', 'avg'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** An aggregate as JSON. All defaults are written out, so that equal aggregates have the same JSON text. */
export interface AggregateDefinition {
  aggregate: Aggregate;
  of?: 'amount' | ActivityText;
  window: string;
  offset?: string;
  include_current: boolean;
  where?: unknown;
  /** set if the rule reads amounts and does not compare unconverted ones: then these are unknown */
  comparable_only?: true;
}

/** The data that the filter of an aggregate reads. */
export interface FilterFrame {
  /** the activity for which the filter decides whether it counts */
  activity: ActivityFields;
  /** the activity of the event that is evaluated; null if the event has none */
  current: ActivityFields | null;
  /** time of the event that is evaluated, milliseconds since 1970 */
  at: number;
  countryLists: CountryLists;
}

/**
 * An aggregate over a time window of one customer's activities. For an event at `at`, the window has the activities
 * after `at - offset - window`, up to and including `at - offset`. So adjacent windows share no activity.
 */
export interface AggregateSpec {
  /** canonical JSON of the definition */
  key: string;
  definition: AggregateDefinition;
  windowMs: number;
  offsetMs: number;
  /** null if every activity counts */
  filter: ((frame: FilterFrame) => boolean) | null;
  /** the cost of the filter for one activity, see RuleCost */
  filterCost: number;
  /** whether the value or the filter reads amounts */
  readsAmounts: boolean;
  /** whether the filter reads the current event; then the value must be recomputed for each event */
  dependsOnEvent: boolean;
  /** names of the country lists that the filter uses */
  countryLists: readonly string[];
}

/** Returns how far before an event the longest window begins, in milliseconds. */
export const longestReach = (specs: readonly AggregateSpec[]): number =>
  specs.reduce((longest, { windowMs, offsetMs }) => Math.max(longest, windowMs + offsetMs), 0);
