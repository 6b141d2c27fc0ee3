import { below } from '../rule-error';
import type { Expression } from './expression';
import type { NodeCompiler } from './node-compiler';

/** Compiles `{"field": "transaction.amount"}`. A free-form field also has `"type"`. */
export function compileField<Context>(
  node: Record<string, unknown>,
  path: string,
  compiler: NodeCompiler<Context>,
): Expression<Context> | undefined {
  const { field, type, ...unknown } = node;
  for (const key of Object.keys(unknown)) {
    compiler.problem(below(path, key), 'is not a known key; a field has the keys field and type');
  }
  if (typeof field !== 'string')
    return compiler.problem(below(path, 'field'), 'expected the name of a field, as a text');
  if (type !== undefined && typeof type !== 'string') {
    return compiler.problem(below(path, 'type'), 'expected the name of a type, as a text');
  }
  const compiled = compiler.scope.field(field, type);
  return typeof compiled === 'string' ? compiler.problem(below(path, 'field'), compiled) : compiled;
}
