import type { Expression } from './expression';
import type { NodeCompiler } from './node-compiler';

/**
 * Compiles the operands of one operator; `path` is theirs. Returns undefined for invalid operands and reports
 * the problem to the compiler.
 */
export type Operator = <Context>(
  operands: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
) => Expression<Context> | undefined;
