import { AMOUNT_SCALE } from '../amount';
import { asDecimal } from './as-decimal';
import type { Expression, NumberExpression } from './expression';
import { TYPE_NAMES } from './expression';
import { ifBothKnown } from './known-values';
import type { NodeCompiler } from './node-compiler';
import type { Operator } from './operator';
import { checkVocabulary } from './vocabulary-check';

type Ordered = number | bigint;
type Test = <Value extends Ordered>(a: Value, b: Value) => boolean;

export const gt = numberComparison((a, b) => a > b);
export const gte = numberComparison((a, b) => a >= b);
export const lt = numberComparison((a, b) => a < b);
export const lte = numberComparison((a, b) => a <= b);

/** `[x, low, high]`: x is at least low and at most high. */
export const between: Operator = (operands, path, compiler) => {
  const items = compiler.operands(operands, path, ['number', 'lowest', 'highest']);
  if (items === undefined) return undefined;
  const [x, low, high] = items.map((item, index) => compiler.number(item, `${path}/${index}`));
  if (!x || !low || !high) return undefined;
  const bounded = [compared(x, low, (a, b) => a >= b), compared(x, high, (a, b) => a <= b)] as const;
  return { type: 'condition', read: (context) => bounded[0](context) && bounded[1](context) };
};

/** `[a, b]`: both values are known and equal. */
export const eq: Operator = (operands, path, compiler) => equality(operands, path, compiler, true);

/** `[a, b]`: both values are known and different. */
export const ne: Operator = (operands, path, compiler) => equality(operands, path, compiler, false);

function numberComparison(test: Test): Operator {
  return (operands, path, compiler) => {
    const items = compiler.operands(operands, path, ['number', 'number']);
    if (items === undefined) return undefined;
    const [a, b] = items.map((item, index) => compiler.number(item, `${path}/${index}`));
    return a && b && { type: 'condition', read: compared(a, b, test) };
  };
}

/** Compares two whole numbers directly and other numbers as decimals. False when one of them is unknown. */
function compared<Context>(
  a: NumberExpression<Context>,
  b: NumberExpression<Context>,
  test: Test,
): (context: Context) => boolean {
  const [wholeA, wholeB] = [asWhole(a), asWhole(b)];
  if (wholeA && wholeB) return comparedAs(wholeA, wholeB, test);
  return comparedAs(asDecimal(a), asDecimal(b), test);
}

interface Operand<Value, Context> {
  read: (context: Context) => Value | null;
  constant?: Value;
}

function comparedAs<Value extends Ordered, Context>(
  a: Operand<Value, Context>,
  b: Operand<Value, Context>,
  test: Test,
): (context: Context) => boolean {
  const { read: readA } = a;
  const { read: readB, constant } = b;
  if (constant !== undefined) {
    return (context) => {
      const value = readA(context);
      return value !== null && test(value, constant);
    };
  }
  return (context) => {
    const value = readA(context);
    if (value === null) return false;
    const other = readB(context);
    return other !== null && test(value, other);
  };
}

/** Returns a whole number (a count, or a literal without decimals) as an operand. Undefined for other numbers. */
function asWhole<Context>(number: NumberExpression<Context>): Operand<number, Context> | undefined {
  if (number.type === 'integer') return number;
  const { constant } = number;
  if (constant === undefined || constant % AMOUNT_SCALE !== 0n) return undefined;
  const whole = Number(constant / AMOUNT_SCALE);
  return Number.isSafeInteger(whole) ? { read: () => whole, constant: whole } : undefined;
}

function equality<Context>(
  operands: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
  wanted: boolean,
): Expression<Context> | undefined {
  const items = compiler.operands(operands, path, ['value', 'value']);
  if (items === undefined) return undefined;
  const [a, b] = items.map((item, index) => compiler.compile(item, `${path}/${index}`));
  if (!a || !b) return undefined;

  if (isNumber(a) && isNumber(b)) {
    return { type: 'condition', read: compared(a, b, wanted ? (x, y) => x === y : (x, y) => x !== y) };
  }
  const areSame = <Value>(x: Value, y: Value) => (x === y) === wanted;
  if (a.type === 'text' && b.type === 'text') {
    checkVocabulary(a, b, `${path}/1`, compiler);
    checkVocabulary(b, a, `${path}/0`, compiler);
    return { type: 'condition', read: ifBothKnown(a.read, b.read, areSame) };
  }
  if (a.type === 'date' && b.type === 'date') {
    return { type: 'condition', read: ifBothKnown(a.read, b.read, areSame) };
  }
  if (isTruth(a) && isTruth(b)) {
    return { type: 'condition', read: ifBothKnown<boolean, boolean, Context>(a.read, b.read, areSame) };
  }
  return compiler.problem(
    path,
    `expected two numbers, texts, dates or conditions; found ${TYPE_NAMES[a.type]} and ${TYPE_NAMES[b.type]}`,
  );
}

const isNumber = <Context>(expression: Expression<Context>): expression is NumberExpression<Context> =>
  expression.type === 'integer' || expression.type === 'decimal';

const isTruth = <Context>(
  expression: Expression<Context>,
): expression is Extract<Expression<Context>, { type: 'condition' | 'boolean' }> =>
  expression.type === 'condition' || expression.type === 'boolean';
