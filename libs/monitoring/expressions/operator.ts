import type { Expression } from './expression';
import type { NodeCompiler } from './node-compiler';

/**
 * Compiles the operands of one operator; `path` is the path of the operands. Returns undefined for invalid ones and
 * reports the problem to the compiler.
 */
export type Operator = <Context>(
  operands: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
) => Expression<Context> | undefined;
