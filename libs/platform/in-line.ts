import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import type { Refusal } from './errors';

/** How much work of one kind a process does. */
export interface LineLimits {
  atOnce: number;
  /** how many tasks wait besides the running ones */
  waiting: number;
  /** how many of these together one party may have, running and waiting; without it, all of them */
  ofEach?: number;
}

/**
 * Returns a function that runs tasks, a few at the same time, in the order of their submission. For work that takes so
 * much memory or time that many tasks at once would slow the process down.
 *
 * @param tooMany the rejection of a task when as many wait as may, or as its party may have; the task does not run
 */
export function inLine({ atOnce, waiting, ofEach = Infinity }: LineLimits, tooMany: () => Refusal) {
  const line = bulkhead(atOnce, waiting);
  const tasks = new Map<string, number>();
  return async <Result>(work: () => Promise<Result>, party = ''): Promise<Result> => {
    const before = tasks.get(party) ?? 0;
    if (before >= ofEach) throw tooMany();
    tasks.set(party, before + 1);
    try {
      return await line.execute(work);
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? tooMany() : error;
    } finally {
      const left = tasks.get(party)! - 1;
      if (left > 0) tasks.set(party, left);
      else tasks.delete(party);
    }
  };
}
