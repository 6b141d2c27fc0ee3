import type { Condition, DecimalExpression, Expression, NumberExpression, TextExpression } from './expression';
import type { RuleProblem } from '../rule-error';
import type { Scope } from './scope';

export type TypeName = Expression<never>['type'];

/**
 * The compiler that an operator uses for its operands. Compiles nodes of any type or of a given type, and records
 * problems. An invalid node compiles to undefined, and its problem is recorded.
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
  /** compiles a condition, or a field that is true or false; an unknown value counts as false */
  condition(node: unknown, path: string): Condition<Context> | undefined;
  number(node: unknown, path: string): NumberExpression<Context> | undefined;
  decimal(node: unknown, path: string): DecimalExpression<Context> | undefined;
  text(node: unknown, path: string): TextExpression<Context> | undefined;
  /** returns the operands of an operator with a fixed number of operands */
  operands(value: unknown, path: string, names: readonly string[]): unknown[] | undefined;

  /** returns a compiler of the same rule for nodes that read from another scope */
  within<Other>(scope: Scope<Other>): NodeCompiler<Other>;
  problem(path: string, message: string): undefined;

  /** the cost of the nodes so far */
  readonly cost: number;
  /** adds the cost of a node that costs more than one step */
  charge(path: string, cost: number): void;
}
