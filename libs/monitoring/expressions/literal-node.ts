import { AmountError, parseAmount } from '../amount';
import type { DecimalExpression, Expression } from './expression';
import type { NodeCompiler } from './node-compiler';

const MAX_TEXT = 1_000;
const MAX_LIST = 1_000;

/** Compiles a literal: a number, a text, true or false, or a list of texts or of numbers. */
export function compileLiteral<Context>(
  node: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
): Expression<Context> | undefined {
  if (typeof node === 'boolean') return { type: 'condition', read: () => node };
  if (typeof node === 'number') return decimalLiteral(node, path, compiler);
  if (typeof node === 'string') {
    if (node.length > MAX_TEXT) return compiler.problem(path, `a text has at most ${MAX_TEXT} characters`);
    return { type: 'text', read: () => node, constant: node };
  }
  if (Array.isArray(node)) return listLiteral(node, path, compiler);
  return compiler.problem(path, 'expected an expression, found null; to test for an unknown value, use is_null');
}

/** Compiles a number literal to its exact value. */
export function decimalLiteral<Context>(
  value: number | string,
  path: string,
  compiler: NodeCompiler<Context>,
): DecimalExpression<Context> | undefined {
  try {
    const constant = parseAmount(value);
    return { type: 'decimal', read: () => constant, constant };
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    const advice = typeof value === 'number' ? '; write a longer number as {"decimal": "…"}' : '';
    return compiler.problem(path, error.message.replace(/: send it.*$/, '') + advice);
  }
}

function listLiteral<Context>(
  items: unknown[],
  path: string,
  compiler: NodeCompiler<Context>,
): Expression<Context> | undefined {
  if (items.length === 0) return compiler.problem(path, 'expected a list with at least one item');
  if (items.length > MAX_LIST) return compiler.problem(path, `a list has at most ${MAX_LIST} items`);
  if (items.every((item) => typeof item === 'string')) {
    const tooLong = items.findIndex((item) => item.length > MAX_TEXT);
    if (tooLong >= 0) return compiler.problem(`${path}/${tooLong}`, `a text has at most ${MAX_TEXT} characters`);
    return { type: 'texts', read: () => items, constant: items };
  }
  if (items.every((item) => typeof item === 'number')) {
    const numbers = items.map((item, index) => decimalLiteral(item, `${path}/${index}`, compiler)?.constant);
    if (numbers.includes(undefined)) return undefined;
    return { type: 'numbers', read: () => numbers as bigint[], constant: numbers as bigint[] };
  }
  return compiler.problem(path, 'expected a list of texts only or of numbers only');
}
