import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type ProviderWebhook, WebhookRejected } from './provider-signal';

export const HMAC_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;
export type HmacAlgorithm = (typeof HMAC_ALGORITHMS)[number];

/** The signature was made with another secret, or the body was changed on its way. */
export const SIGNATURE_MISMATCH =
  'the signature does not match the body; compare the secret of the webhook at the provider with the configured one';

/** HMAC over the bytes as lower-case hexadecimal digits. */
export const hmacHex = (algorithm: HmacAlgorithm, secret: string | Buffer, bytes: string | Buffer): string =>
  createHmac(algorithm, secret).update(bytes).digest('hex');

/** HMAC over the bytes as Base64 with padding. */
export const hmacBase64 = (algorithm: HmacAlgorithm, secret: string | Buffer, bytes: string | Buffer): string =>
  createHmac(algorithm, secret).update(bytes).digest('base64');

/** Compares in a time that does not depend on where the two differ. Upper and lower case differ. */
export const signaturesEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** Of the same length for both sides, as `timingSafeEqual` requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The value of a header that must be there.
 *
 * @param name in lower case
 * @throws WebhookRejected
 */
export function signatureHeader({ headers }: Pick<ProviderWebhook, 'headers'>, name: string): string {
  const value = headers[name]?.trim();
  if (!value) throw new WebhookRejected('unverified', `the header ${name} is missing`);
  return value;
}

/**
 * Accepts when one of the given signatures equals the expected one. Providers send several while a secret changes.
 *
 * @throws WebhookRejected
 */
export function requireSignature(given: string | readonly string[], expected: string): void {
  const equal = [given].flat().filter((signature) => signaturesEqual(signature, expected));
  if (equal.length === 0) throw new WebhookRejected('unverified', SIGNATURE_MISMATCH);
}

/**
 * Accepts a signed time that differs from the time of receipt by at most `toleranceSeconds`, in both directions.
 *
 * @param seconds epoch seconds, as the header has them
 * @throws WebhookRejected
 */
export function requireRecent(seconds: string, { receivedAt }: ProviderWebhook, toleranceSeconds = 300): void {
  if (!/^\d{1,12}$/.test(seconds)) throw new WebhookRejected('unverified', 'the signed time must be epoch seconds');
  if (Math.abs(Number(seconds) * 1_000 - receivedAt) <= toleranceSeconds * 1_000) return;
  throw new WebhookRejected('unverified', `the signed time differs by more than ${toleranceSeconds} seconds`);
}
