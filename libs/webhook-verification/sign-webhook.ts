import { signature } from './signature';

/**
 * The value of the header X-Service-Signature, `t=<timestamp>,v1=<hex>`. A receiver needs it for tests of
 * its own: a delivery that is signed with it is verified like one of Probity's.
 *
 * @param rawBody the bytes that are sent; a string stands for its UTF-8
 * @param secret the endpoint's signing secret, `whsec_…`, as it was shown
 * @param timestampSeconds whole seconds since 1970
 * @throws RangeError when the timestamp is no whole number of seconds, or the secret is empty
 */
export function signWebhook(rawBody: string | Uint8Array, secret: string, timestampSeconds: number): string {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError(`a webhook's timestamp is in whole seconds since 1970, not ${timestampSeconds}`);
  }
  if (secret === '') throw new RangeError('a webhook cannot be signed with an empty secret');
  const timestamp = String(timestampSeconds);
  return `t=${timestamp},v1=${signature(rawBody, secret, timestamp).toString('hex')}`;
}
