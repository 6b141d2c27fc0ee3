import type { AggregateSpec } from '../aggregate-spec';
import type { Expression, NumberExpression } from './expression';

/**
 * Gives an expression access to its inputs. A rule reads the context of an event, a filter reads an activity and the
 * current event, and a recomputation reads stored evidence. The operators are the same for all of them. `field` and
 * `aggregate` return the problem as a text if the input does not exist.
 */
export interface Scope<Context> {
  /** `declaredType` is the type in the rule for a field without a fixed type. */
  field(path: string, declaredType: string | undefined): Expression<Context> | string;
  aggregate(spec: AggregateSpec): NumberExpression<Context> | string;
  /** compiles the `where` of an aggregate; undefined when no aggregate is allowed here */
  readonly filters?: FilterRules;
  /** when the current event happened */
  eventTime(): (context: Context) => number;
  /** whether a country is on a named list; an unknown country is on no list */
  listed(list: string, country: (context: Context) => string | null): (context: Context) => boolean;
}

export interface FilterRules {
  /** whether the event that the rule is about is itself an activity */
  currentIsActivity: boolean;
  /** whether amounts that are not comparable are read as they are; otherwise they are unknown */
  readsUnconverted: boolean;
}
