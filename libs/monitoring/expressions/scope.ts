import type { AggregateSpec } from '../aggregate-spec';
import type { Expression, NumberExpression } from './expression';

/**
 * The source of the leaves of an expression. A rule reads an event's context, a filter reads an activity and
 * the current event, a recomputation reads stored evidence; the operators above the leaves are the same.
 * For an unavailable leaf each returns a text instead: the problem, for the author of the rule.
 */
export interface Scope<Context> {
  /** `declaredType` is the type in the rule for a field without a fixed type. */
  field(path: string, declaredType: string | undefined): Expression<Context> | string;
  aggregate(spec: AggregateSpec): NumberExpression<Context> | string;
  /** compiles the `where` of an aggregate; undefined when no aggregate is allowed here */
  readonly filters?: FilterRules;
  /** when the current event happened */
  eventTime(): (context: Context) => number;
  /** whether a country is on a named list; a country that is not known is on none */
  listed(list: string, country: (context: Context) => string | null): (context: Context) => boolean;
}

export interface FilterRules {
  /** whether the event that the rule is about is itself an activity */
  currentIsActivity: boolean;
}
