import { setTimeout as delay } from 'node:timers/promises';
import { KeyServiceFailure } from './key-service';

/** A start that cannot read its keys ends within this time. */
export const GIVE_UP_AFTER_MS = 10_000;
const FIRST_PAUSE_MS = 250;

/**
 * Asks a key service again while it may only be away for a moment.
 *
 * @param giveUpAfterMs no attempt begins when its time-out could end later
 * @throws KeyServiceFailure of the last attempt
 */
export async function askKeyService<Result>(
  ask: () => Promise<Result>,
  { giveUpAfterMs = GIVE_UP_AFTER_MS, attemptMs = 3_000, firstPauseMs = FIRST_PAUSE_MS } = {},
): Promise<Result> {
  const end = performance.now() + giveUpAfterMs;
  for (let wait = firstPauseMs; ; wait *= 2) {
    try {
      return await ask();
    } catch (error) {
      const mayTryAgain = performance.now() + wait + attemptMs <= end;
      if (!(error instanceof KeyServiceFailure) || !error.mayPass || !mayTryAgain) throw error;
      await delay(wait);
    }
  }
}
