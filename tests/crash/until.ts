import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/**
 * Asks again and again until the answer is true.
 *
 * @param condition a check that rejects counts as not yet
 * @throws Error that says what was waited for, and why the last check failed
 */
export async function until(what: string, condition: () => Promise<boolean> | boolean, deadlineMs = 40_000) {
  const giveUpAt = performance.now() + deadlineMs;
  let reason = '';
  for (;;) {
    try {
      if (await condition()) return;
    } catch (error) {
      reason = `: ${(error as Error).message}`;
    }
    if (performance.now() > giveUpAt) throw new Error(`not within ${deadlineMs / 1000} s: ${what}${reason}`);
    await delay(POLL_MS);
  }
}
