import type { AggregateSpec } from '../aggregate-spec';
import type { Expression, NumberExpression } from './expression';

/**
 * What the leaves of an expression read. A rule reads an event's context, a filter reads an activity and
 * the current event, a recomputation reads stored evidence; the operators above the leaves are the same.
 * Each answers a text instead when the leaf is not to be had: the problem, for whoever wrote the rule.
 */
export interface Scope<Context> {
  /** `declaredType` is what the rule says about a field whose type is not known beforehand. */
  field(path: string, declaredType: string | undefined): Expression<Context> | string;
  aggregate(spec: AggregateSpec): NumberExpression<Context> | string;
  /** compiles the `where` of an aggregate; undefined when no aggregate can stand here */
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
