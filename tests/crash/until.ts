import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/**
 * Repeats the check until it returns true.
 *
 * @param condition the check; if it rejects, it is repeated too
 * @throws Error that says what did not happen in time, and why the last check failed
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
