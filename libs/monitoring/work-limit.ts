/** The time of an evaluation is used up. */
export class OutOfTimeError extends Error {}

/** Work between two looks at the clock, in steps of 20 to 40 ns. */
const STEPS_BETWEEN_LOOKS = 2_000;
const MS_OF_A_STEP = 30e-6;

/** Of the work that runs in this thread now; there is only one, because it is synchronous. */
let deadline = Infinity;
let steps = 0;

/**
 * Runs synchronous work that reports its steps with `spend`.
 *
 * @throws OutOfTimeError when the work takes longer than `budgetMs`, or than the budget around it. It ends when it
 *   reports work for which the rest of the time is not enough, so it is late by no more than such a report is wrong.
 */
export function withinTime<Result>(budgetMs: number, work: () => Result): Result {
  const outer = deadline;
  deadline = Math.min(outer, performance.now() + budgetMs);
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
  if (performance.now() + count * MS_OF_A_STEP > deadline)
    throw new OutOfTimeError('the time of this evaluation is used up');
}
