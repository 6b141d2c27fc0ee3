import { signature } from './signature';

/**
 * Returns the value of the header X-Service-Signature, `t=<timestamp>,v1=<hex>`. Receivers can use it in their tests to
 * sign deliveries as Probity does.
 *
 * @param rawBody the bytes that are sent; a string is encoded as UTF-8
 * @param secret the endpoint's signing secret, including `whsec_`
 * @param timestampSeconds whole seconds since 1970
 * @throws RangeError when the timestamp is not a whole number of seconds, or the secret is empty
 */
export function signWebhook(rawBody: string | Uint8Array, secret: string, timestampSeconds: number): string {
  if (!Number.isSafeInteger(timestampSeconds) || timestampSeconds < 0) {
    throw new RangeError(`the timestamp of a webhook must be in whole seconds since 1970, not ${timestampSeconds}`);
  }
  if (secret === '') throw new RangeError('a webhook cannot be signed with an empty secret');
  const timestamp = String(timestampSeconds);
  return `t=${timestamp},v1=${signature(rawBody, secret, timestamp).toString('hex')}`;
}
