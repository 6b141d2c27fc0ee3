import { asDecimal } from './as-decimal';
import { type Expression, TYPE_NAMES } from './expression';
import type { Operator } from './operator';

/** True when the value is unknown. */
export const isNull: Operator = (operand, path, compiler) => {
  const value = compiler.compile(operand, path);
  if (value === undefined) return undefined;
  if (value.type === 'condition') return compiler.problem(path, 'expected a value; a condition is always known');
  return { type: 'condition', read: (context) => value.read(context) === null };
};

/** The first known value. All values have the same type. */
export const coalesce: Operator = (operands, path, compiler) => {
  if (!Array.isArray(operands) || operands.length < 2) {
    return compiler.problem(path, 'expected a list of at least two values');
  }
  const values = operands.map((operand, index) => compiler.compile(operand, `${path}/${index}`));
  if (values.includes(undefined)) return undefined;
  return firstKnown(values as NonNullable<(typeof values)[number]>[]) ?? mixed(values as Expression<never>[]);

  function mixed(found: Expression<never>[]): undefined {
    const types = [...new Set(found.map(({ type }) => TYPE_NAMES[type]))].join(' and ');
    return compiler.problem(path, `expected values of one type (number, text, date or true or false), found ${types}`);
  }
};

function firstKnown<Context>(values: Expression<Context>[]): Expression<Context> | undefined {
  if (values.every((value) => value.type === 'integer' || value.type === 'decimal')) {
    return { type: 'decimal', read: readFirst<bigint, Context>(values.map(asDecimal)) };
  }
  if (values.every((value) => value.type === 'text')) {
    const vocabularies = new Set(
      values.filter(({ constant }) => constant === undefined).map((text) => text.vocabulary),
    );
    const vocabulary = vocabularies.size === 1 ? [...vocabularies][0] : undefined;
    return { type: 'text', read: readFirst<string, Context>(values), vocabulary };
  }
  if (values.every((value) => value.type === 'date')) return { type: 'date', read: readFirst<number, Context>(values) };
  if (values.every((value) => value.type === 'boolean' || value.type === 'condition')) {
    return { type: 'boolean', read: readFirst<boolean, Context>(values) };
  }
  return undefined;
}

function readFirst<Value, Context>(values: { read: (context: Context) => Value | null }[]) {
  return (context: Context): Value | null => {
    for (const { read } of values) {
      const value = read(context);
      if (value !== null) return value;
    }
    return null;
  };
}
