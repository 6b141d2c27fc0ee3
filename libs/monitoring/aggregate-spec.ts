import type { ActivityFields, ActivityText } from './activity';
import type { CountryLists } from './rule-context';

export const AGGREGATES = ['count', 'sum', 'distinct', 'max', 'min', 'avg'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** An aggregate as JSON, with every default written out, so that equal ones are equal texts. */
export interface AggregateDefinition {
  aggregate: Aggregate;
  of?: 'amount' | ActivityText;
  window: string;
  offset?: string;
  include_current: boolean;
  where?: unknown;
}

/** What the filter of an aggregate sees. */
export interface FilterFrame {
  /** the activity that is counted or not */
  activity: ActivityFields;
  /** that of the event which is evaluated; null when it has none */
  current: ActivityFields | null;
  /** when that event happens, milliseconds since 1970 */
  at: number;
  countryLists: CountryLists;
}

/**
 * A windowed aggregate over one customer's activities. For an event at `at` the window holds the
 * activities after `at - offset - window` up to and including `at - offset`, so that windows side by side
 * never share one.
 */
export interface AggregateSpec {
  /** canonical JSON of the definition */
  key: string;
  definition: AggregateDefinition;
  windowMs: number;
  offsetMs: number;
  /** null: every activity counts */
  filter: ((frame: FilterFrame) => boolean) | null;
  /** whether the filter looks at the current event, so that nothing can be carried over from one event to the next */
  dependsOnEvent: boolean;
  /** country lists that the filter asks */
  countryLists: readonly string[];
}

/** How far before an event its windows reach. */
export const longestReach = (specs: readonly AggregateSpec[]): number =>
  specs.reduce((longest, { windowMs, offsetMs }) => Math.max(longest, windowMs + offsetMs), 0);
