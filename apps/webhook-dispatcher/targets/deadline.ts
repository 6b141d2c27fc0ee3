import { TargetUnreachable } from './target-unreachable';

/** A time by which something has to be done, by the clock that nobody sets. */
export interface Deadline {
  remainingMs(): number;
}

export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return { remainingMs: () => Math.max(0, end - performance.now()) };
}

/**
 * Waits for work, but not longer than `ms`. Work that is late goes on unwatched: its result is dropped, so
 * the caller has to end what it holds.
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
