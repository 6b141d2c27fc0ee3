import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 100;
const GROWTH = 1.5;

/**
 * Waits until nothing is pending. The pauses between the checks grow.
 *
 * @param pending returns the number of pending things
 * @returns the number that is still pending at the deadline; 0 when nothing is pending
 */
export async function settled(pending: () => Promise<number>, withinMs: number): Promise<number> {
  const giveUpAt = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, MAX_PAUSE_MS)) {
    const time = giveUpAt - performance.now(); // before the check, so that the last check begins after the deadline
    const left = await pending();
    if (left === 0 || time <= 0) return left;
    await delay(Math.min(pause, time));
  }
}
