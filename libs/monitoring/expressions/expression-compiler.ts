import type { RuleProblem } from '../rule-error';
import type { CostlyPart } from '../rule-cost';
import { below } from '../rule-error';
import { compileAggregate } from './aggregate-node';
import { asDecimal } from './as-decimal';
import { closest } from './closest';
import {
  type Condition,
  type DecimalExpression,
  type Expression,
  type NumberExpression,
  type TextExpression,
  TYPE_NAMES,
} from './expression';
import { compileField } from './field-node';
import { compileLiteral } from './literal-node';
import type { NodeCompiler, TypeName } from './node-compiler';
import { OPERATORS } from './operators';
import type { Scope } from './scope';

export const MAX_NODES = 200;

/** Counts the nodes of a rule, including those of its filters, and the cost of evaluating them; see RuleCost. */
export interface Budget {
  nodes: number;
  cost: number;
  /** the most expensive node so far that costs more than itself */
  most?: CostlyPart;
}

/** A condition inside a rule. The evidence records whether it was true. */
export interface Branch<Context> {
  /** JSON pointer in the definition */
  path: string;
  read: (context: Context) => boolean;
}

/**
 * Compiles the JSON of expressions to closures and checks their types. Continues after an invalid node, so that
 * `problems` has all problems. An invalid node compiles to undefined. A caller that gets undefined for an operand must
 * not report the problem again.
 */
export class ExpressionCompiler<Context> implements NodeCompiler<Context> {
  readonly problems: RuleProblem[];
  readonly branches: Branch<Context>[] = [];

  constructor(
    readonly scope: Scope<Context>,
    readonly budget: Budget = { nodes: 0, cost: 0 },
    problems: RuleProblem[] = [],
  ) {
    this.problems = problems;
  }

  within<Other>(scope: Scope<Other>): ExpressionCompiler<Other> {
    return new ExpressionCompiler(scope, this.budget, this.problems);
  }

  get cost(): number {
    return this.budget.cost;
  }

  charge(path: string, cost: number): void {
    this.budget.cost += cost;
    if (cost > (this.budget.most?.cost ?? 0)) this.budget.most = { path, cost };
  }

  problem(path: string, message: string): undefined {
    this.problems.push({ path, message });
  }

  compile(node: unknown, path: string): Expression<Context> | undefined {
    this.budget.nodes++;
    this.budget.cost++;
    if (this.budget.nodes > MAX_NODES) {
      if (this.budget.nodes > MAX_NODES + 1) return undefined;
      return this.problem(path, `a rule can have at most ${MAX_NODES} nodes; this node exceeds the limit`);
    }
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return compileLiteral(node, path, this);

    const compiled = this.compileObject(node as Record<string, unknown>, path);
    if (compiled?.type === 'condition') this.branches.push({ path, read: compiled.read });
    return compiled;
  }

  typed<Type extends TypeName>(
    node: unknown,
    path: string,
    expected: string,
    types: readonly Type[],
  ): Extract<Expression<Context>, { type: Type }> | undefined {
    const isEmptyList = Array.isArray(node) && node.length === 0;
    if (isEmptyList && !types.some((type) => type === 'texts' || type === 'numbers')) {
      return this.problem(path, `expected ${expected}, found an empty list`);
    }
    const compiled = this.compile(node, path);
    if (compiled === undefined) return undefined;
    if (!(types as readonly string[]).includes(compiled.type)) {
      return this.problem(path, `expected ${expected}, found ${TYPE_NAMES[compiled.type]}`);
    }
    return compiled as Extract<Expression<Context>, { type: Type }>;
  }

  condition(node: unknown, path: string): Condition<Context> | undefined {
    const compiled = this.typed(node, path, 'a condition', ['condition', 'boolean']);
    if (compiled?.type !== 'boolean') return compiled;
    const { read } = compiled;
    return { type: 'condition', read: (context) => read(context) === true };
  }

  number(node: unknown, path: string): NumberExpression<Context> | undefined {
    return this.typed(node, path, 'a number', ['integer', 'decimal']);
  }

  decimal(node: unknown, path: string): DecimalExpression<Context> | undefined {
    const number = this.number(node, path);
    return number && asDecimal(number);
  }

  text(node: unknown, path: string): TextExpression<Context> | undefined {
    return this.typed(node, path, 'a text', ['text']);
  }

  operands(value: unknown, path: string, names: readonly string[]): unknown[] | undefined {
    if (Array.isArray(value) && value.length === names.length) return value as unknown[];
    return this.problem(path, `expected a list of ${names.length} items: [${names.join(', ')}]`);
  }

  private compileObject(node: Record<string, unknown>, path: string): Expression<Context> | undefined {
    if (Object.hasOwn(node, 'field')) return compileField(node, path, this);
    if (Object.hasOwn(node, 'aggregate')) return compileAggregate(node, path, this);

    const [name, ...others] = Object.keys(node);
    if (name === undefined || others.length > 0) {
      const found = name === undefined ? 'none' : [name, ...others].join(', ');
      return this.problem(path, `expected an object with one operator as its only key, found ${found}`);
    }
    const operator = OPERATORS.get(name);
    if (operator === undefined) {
      const known = [...OPERATORS.keys(), 'field', 'aggregate'];
      return this.problem(path, `there is no operator "${name}"${closest(name, known)}`);
    }
    return operator(node[name], below(path, name), this);
  }
}
