import type { TextStream } from './output/text-stream';

/** What the command line has around it; `process` is one. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  stdout: TextStream;
  stderr: TextStream;
  /** 0 or undefined: done; 1: it failed, or a ledger is broken; 2: the command was not used as it should be. */
  exitCode?: number | string | null;
}
