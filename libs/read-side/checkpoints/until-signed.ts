import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '@probity/platform/errors';

const WAIT_MS = 3_000;
const LOOK_AGAIN_MS = 200;

/**
 * What the notary signs, once it is there. It signs within about a second.
 *
 * @param what is not signed, for people
 * @param read returns undefined until it is signed
 * @throws Refusal `not_signed_yet` after three seconds
 */
export async function untilSigned<Signed>(
  what: string,
  read: () => Promise<Signed | undefined>,
  pause: (ms: number) => Promise<unknown> = delay,
): Promise<Signed> {
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_AGAIN_MS) {
    const signed = await read();
    if (signed !== undefined) return signed;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Refusal('overloaded', 'not_signed_yet', `the notary has not signed ${what} yet; retry`);
}
