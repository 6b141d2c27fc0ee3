import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import type { Refusal } from './errors';

/** How much work of one kind a process does. */
export interface LineLimits {
  atOnce: number;
  /** how many tasks wait besides the running ones */
  waiting: number;
}

/**
 * Returns a function that runs tasks, a few at the same time, in the order of their submission. For work that takes so
 * much memory or time that many tasks at once would slow the process down.
 *
 * @param tooMany the rejection of a task when as many wait as may; the task does not run
 */
export function inLine({ atOnce, waiting }: LineLimits, tooMany: () => Refusal) {
  const line = bulkhead(atOnce, waiting);
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await line.execute(work);
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? tooMany() : error;
    }
  };
}
