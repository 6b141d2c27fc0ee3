import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 100;
const GROWTH = 1.5;

/**
 * Waits until nothing is pending, and looks again after growing pauses.
 *
 * @param pending returns how much is pending
 * @returns what is still pending when the time is over; 0 when nothing is
 */
export async function settled(pending: () => Promise<number>, withinMs: number): Promise<number> {
  const giveUpAt = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, MAX_PAUSE_MS)) {
    const time = giveUpAt - performance.now(); // before the look, so that the last look begins after the end
    const left = await pending();
    if (left === 0 || time <= 0) return left;
    await delay(Math.min(pause, time));
  }
}
