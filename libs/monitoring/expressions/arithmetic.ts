import { divided, multiplied } from '../decimal-arithmetic';
import type { Operator } from './operator';
import { fromKnown, ifBothKnown } from './known-values';
import { decimalLiteral } from './literal-node';

export const add = arithmetic((a, b) => a + b);
export const subtract = arithmetic((a, b) => a - b);
/** `[a, b]`: the product, rounded to 8 decimals. */
export const multiply = arithmetic(multiplied);
/** `[a, b]`: the quotient, rounded to 8 decimals. Unknown when the divisor is zero. */
export const divide = arithmetic(divided);

/** A decimal as a text, for numbers with more digits than a JSON number can represent exactly. */
export const decimal: Operator = (operand, path, compiler) => {
  if (typeof operand !== 'string') return compiler.problem(path, 'expected a decimal as a text, such as "0.00000001"');
  return decimalLiteral(operand, path, compiler);
};

/** The number without its sign. */
export const abs: Operator = (operand, path, compiler) => {
  const number = compiler.decimal(operand, path);
  return number && { type: 'decimal', read: fromKnown(number.read, (value) => (value < 0n ? -value : value)) };
};

/** `[x, step]`: x is the step times a whole number. False when the step is zero. */
export const multipleOf: Operator = (operands, path, compiler) => {
  const items = compiler.operands(operands, path, ['number', 'step']);
  if (items === undefined) return undefined;
  const [number, step] = items.map((item, index) => compiler.decimal(item, `${path}/${index}`));
  if (!number || !step) return undefined;
  if (step.constant === 0n) return compiler.problem(`${path}/1`, 'expected a step that is not zero');
  const isMultiple = (value: bigint, unit: bigint) => unit !== 0n && value % unit === 0n;
  return { type: 'condition', read: ifBothKnown(number.read, step.read, isMultiple) };
};

function arithmetic(apply: (a: bigint, b: bigint) => bigint | null): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['number', 'number']);
    if (items === undefined) return undefined;
    const [left, right] = items.map((item, index) => compiler.decimal(item, `${path}/${index}`));
    if (!left || !right) return undefined;
    return {
      type: 'decimal',
      read: (context) => {
        const a = left.read(context);
        const b = right.read(context);
        return a === null || b === null ? null : apply(a, b);
      },
    };
  };
}
