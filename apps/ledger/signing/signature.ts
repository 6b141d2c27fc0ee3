import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 over the 32 raw bytes of a hash. */
export function sign(hashHex: string, key: KeyObject): string {
  return createHmac('sha256', key).update(hashHex, 'hex').digest('hex');
}

/** Whether `signature` is the signature of the hash. Without a key, none is. */
export function signatureHolds(hashHex: unknown, signature: unknown, key: KeyObject | undefined): boolean {
  if (!key || typeof signature !== 'string') return false;
  const expected = Buffer.from(sign(String(hashHex), key));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
