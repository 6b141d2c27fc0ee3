import { setTimeout as delay } from 'node:timers/promises';

/** Waits. Resolves early, without an error, when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => {});
}
