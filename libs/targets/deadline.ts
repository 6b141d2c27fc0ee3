import { TargetUnreachable } from './target-unreachable';

/** A time limit by a monotonic clock. */
export interface Deadline {
  remainingMs(): number;
}

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
}

/**
 * Waits for work, at most `ms`. Late work continues and its result is discarded, so the caller must release its
 * resources.
 *
 * @throws TargetUnreachable timed_out
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TargetUnreachable('timed_out')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
