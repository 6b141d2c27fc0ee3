import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from '@probity/persistence/unavailable';
import { AppendDenied, AppendNotSent, AppendUnconfirmed, asAnswer, storedNothing } from './event-store';

const FIRST_REPETITION_MS = 50;
const MAX_REPETITION_MS = 2_000;
/** Longer than the election of a leader in EventStoreDB, and shorter than the 60 s after which claims are taken over. */
export const REPEAT_FOR_MS = 30_000;
/** How long an append is repeated that never reached the store. Callers wait for it, and may then send it again. */
const REPEAT_UNSENT_MS = 3_000;

/**
 * Repeats the identical append while its outcome is unknown: with the same ids it is stored once.
 *
 * @throws Refusal `outcome_unknown` when the outcome is still unknown after this time, and `unavailable` when no attempt
 *   reached the store. If the append stored nothing for certain, its own error.
 */
export async function untilKnown<Result>(append: () => Promise<Result>, repeatForMs: number): Promise<Result> {
  const begunAt = performance.now();
  let unsent = true;
  for (let wait = FIRST_REPETITION_MS; ; wait = Math.min(wait * 2, MAX_REPETITION_MS)) {
    try {
      return await append();
    } catch (error) {
      if (storedNothing(error, unsent)) throw error;
      unsent &&= error instanceof AppendNotSent;
      const giveUpAt = begunAt + Math.min(repeatForMs, unsent ? REPEAT_UNSENT_MS : Infinity);
      if (!mayBecomeKnown(error) || performance.now() + wait > giveUpAt) {
        throw unsent && error instanceof AppendNotSent ? error.asAnswer() : asAnswer(error, unsent);
      }
      await delay(wait);
    }
  }
}

/** Whether the store or Postgres was unavailable or refused access, so that a repetition can determine the outcome. */
export function mayBecomeKnown(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (error instanceof AppendUnconfirmed || error instanceof AppendDenied) return true;
  return isUnavailable(error) || (cause !== undefined && isUnavailable(cause));
}
