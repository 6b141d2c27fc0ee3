import type { Condition } from './expression';
import type { NodeCompiler } from './node-compiler';
import type { Operator } from './operator';

/** True when all conditions are true. */
export const and: Operator = (operands, path, compiler) => {
  const conditions = conditionsOf(operands, path, compiler);
  return (
    conditions && {
      type: 'condition',
      read: (context) => {
        for (const holds of conditions) if (!holds(context)) return false;
        return true;
      },
    }
  );
};

/** True when at least one condition is true. */
export const or: Operator = (operands, path, compiler) => {
  const conditions = conditionsOf(operands, path, compiler);
  return (
    conditions && {
      type: 'condition',
      read: (context) => {
        for (const holds of conditions) if (holds(context)) return true;
        return false;
      },
    }
  );
};

/** True when the condition is false. A comparison with an unknown value is false, so `not` of it is true. */
export const not: Operator = (operand, path, compiler) => {
  const condition = compiler.condition(operand, path);
  if (condition === undefined) return undefined;
  const { read } = condition;
  return { type: 'condition', read: (context) => !read(context) };
};

function conditionsOf<Context>(
  operands: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
): Condition<Context>['read'][] | undefined {
  if (!Array.isArray(operands) || operands.length === 0) {
    return compiler.problem(path, 'expected a list of at least one condition');
  }
  const conditions = operands.map((operand, index) => compiler.condition(operand, `${path}/${index}`)?.read);
  return conditions.includes(undefined) ? undefined : (conditions as Condition<Context>['read'][]);
}
