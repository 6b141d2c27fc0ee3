import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A tenth of the weight of a process with the usual priority, when both want the same processor. */
const BACKGROUND = 10;
const THREADS = '/proc/self/task';

/**
 * Lowers the priority of this process, so that on a machine that it shares, processes that a client waits for run
 * first. Changes nothing while a processor is idle. Call it before the process starts threads: on Linux, a priority
 * belongs to a thread, and a new thread inherits it.
 */
export function runInBackground(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, BACKGROUND);
}
