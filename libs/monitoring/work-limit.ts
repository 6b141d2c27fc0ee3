import { threadClock } from '@probity/platform/thread-clock';

/** The time of an evaluation is used up. */
export class OutOfTimeError extends Error {}

/** Work between two looks at the clock, in steps of 20 to 40 ns. */
const STEPS_BETWEEN_LOOKS = 2_000;
const MS_OF_A_STEP = 30e-6;

/** A limit may be late by the waits of this time. */
const LOOK_MS = 1;

/** By the clock of this thread. Of the work that runs in it now; there is only one, because it is synchronous. */
let deadline = Infinity;
let steps = 0;

/**
 * Runs synchronous work that reports its steps with `spend`. Only the time counts for which this thread runs, so that a
 * busy machine stops no rule.
 *
 * @throws OutOfTimeError when the work takes longer than `budgetMs`, or than the budget around it. It ends when it
 *   reports work for which the rest of the time is not enough, so it is late by no more than such a report is wrong.
 */
export function withinTime<Result>(budgetMs: number, work: () => Result): Result {
  const outer = deadline;
  if (budgetMs < Infinity) deadline = Math.min(outer, threadClock.nowAtMostBehind(LOOK_MS) + budgetMs);
  try {
    return work();
  } finally {
    deadline = outer;
  }
}

/**
 * Reports steps of the work in progress. Call it before work that can be long.
 *
 * @throws OutOfTimeError when there is no time left for these steps
 */
export function spend(count: number): void {
  steps += count;
  if (steps < STEPS_BETWEEN_LOOKS) return;
  steps = 0;
  if (isOver(deadline, count * MS_OF_A_STEP)) throw new OutOfTimeError('the time of this evaluation is used up');
}

/** @returns a function that returns how much of the time is left, in milliseconds; not above 0: it is used up */
export function timer(budgetMs: number): () => number {
  if (budgetMs === Infinity) return () => Infinity;
  const end = threadClock.nowAtMostBehind(LOOK_MS) + budgetMs;
  return () => {
    const left = end - threadClock.now();
    if (left > 0) return left;
    threadClock.look();
    return end - threadClock.now();
  };
}

function isOver(end: number, moreMs: number): boolean {
  if (threadClock.now() + moreMs < end) return false;
  threadClock.look();
  return threadClock.now() + moreMs > end;
}
