import type { TextStream } from './output/text-stream';

/** What the command line has around it; `process` is one. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** read by commands that take lines */
  stdin?: AsyncIterable<Buffer | string> & { isTTY?: boolean };
  stdout: TextStream;
  stderr: TextStream;
  /** 0 or undefined: done; 1: it failed, wholly or in part, or a ledger is broken; 2: the command was not used as it should be. */
  exitCode?: number | string | null;
}
