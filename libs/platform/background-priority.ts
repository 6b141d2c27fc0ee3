import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A tenth of the weight of a process with the usual priority, when both want the same processor. */
const BACKGROUND = 10;
const THREADS = '/proc/self/task';

/**
 * Lowers the priority of this process, so that on a machine that it shares, processes that a client waits for run
 * first. Changes nothing while a processor is idle. Where the system does not allow it, the process warns and runs with
 * the usual priority. On Linux, a priority belongs to a thread; later threads inherit it.
 */
export function runInBackground(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  try {
    for (const thread of threads) setPriority(thread, BACKGROUND);
  } catch (error) {
    process.emitWarning(`the service keeps the usual priority: ${(error as Error).message}`);
  }
}
