import type { Condition, DecimalExpression, Expression, NumberExpression, TextExpression } from './expression';
import type { RuleProblem } from '../rule-error';
import type { Scope } from './scope';

export type TypeName = Expression<never>['type'];

/**
 * What the compilation of a node has at hand: compiles the nodes below, of any type or of a certain one,
 * and notes what is wrong. Whatever is bad compiles to undefined, with its problem noted.
 */
export interface NodeCompiler<Context> {
  readonly scope: Scope<Context>;
  readonly problems: readonly RuleProblem[];

  compile(node: unknown, path: string): Expression<Context> | undefined;
  /** `expected` names the types for the message */
  typed<Type extends TypeName>(
    node: unknown,
    path: string,
    expected: string,
    types: readonly Type[],
  ): Extract<Expression<Context>, { type: Type }> | undefined;
  /** a condition, or a field that is true or false; not known counts as false */
  condition(node: unknown, path: string): Condition<Context> | undefined;
  number(node: unknown, path: string): NumberExpression<Context> | undefined;
  decimal(node: unknown, path: string): DecimalExpression<Context> | undefined;
  text(node: unknown, path: string): TextExpression<Context> | undefined;
  /** the operands of an operator that takes a fixed number of them */
  operands(value: unknown, path: string, names: readonly string[]): unknown[] | undefined;

  /** a compiler of the same rule for nodes that read something else */
  within<Other>(scope: Scope<Other>): NodeCompiler<Other>;
  problem(path: string, message: string): undefined;
}
