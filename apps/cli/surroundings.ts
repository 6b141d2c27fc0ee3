import type { TextStream } from './output/text-stream';

/** The environment of the command line, such as `process`. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** read by commands that take lines */
  stdin?: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  stdout: TextStream;
  stderr: TextStream;
  /**
   * 0 or undefined: success; 1: the command failed, wholly or in part, or a ledger is broken; 2: the caller must
   * correct the input.
   */
  exitCode?: number | string | null;
}
