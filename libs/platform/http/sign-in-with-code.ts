import { setTimeout as delay } from 'node:timers/promises';
import type { StartedSession } from '@probity/contracts/staff/views';
import { CODE_STEP_S, oneTimeCode } from '../one-time-codes';
import { type BackOfficeClient, BackOfficeError } from './back-office-client';

const STEP_MS = CODE_STEP_S * 1_000;

/**
 * Signs in with a password and the one-time code of now. A code works once, so a second sign-in within 30 seconds waits
 * for the next code.
 *
 * @param open without a token
 * @param waits called with the milliseconds before it waits
 * @throws BackOfficeError `sign_in_failed` when the next code is not accepted either
 */
export async function signInWithCode(
  open: BackOfficeClient,
  { email, password, code_secret }: { email: string; password: string; code_secret: string },
  waits?: (ms: number) => void,
): Promise<StartedSession> {
  const attempt = () =>
    open.post<StartedSession>('sign-in', { email, password, code: oneTimeCode(code_secret), as_token: true });
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof BackOfficeError && error.code === 'sign_in_failed')) throw error;
    const wait = STEP_MS - (Date.now() % STEP_MS) + 100;
    waits?.(wait);
    await delay(wait);
    return attempt();
  }
}
