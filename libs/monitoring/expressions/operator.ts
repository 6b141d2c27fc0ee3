import type { Expression } from './expression';
import type { NodeCompiler } from './node-compiler';

/**
 * Compiles the operands of one operator; `path` is theirs. Answers undefined when something is bad, with
 * the problem noted at the compiler.
 */
export type Operator = <Context>(
  operands: unknown,
  path: string,
  compiler: NodeCompiler<Context>,
) => Expression<Context> | undefined;
