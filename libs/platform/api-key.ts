import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * An API key is `probity_<id>_<secret>`: the id (16 hex digits) identifies the key, and the secret (256 random bits)
 * authenticates the caller. Only the SHA-256 of the whole key is stored. A random secret needs no salt.
 */
const FORMAT = /^probity_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export interface NewApiKey {
  id: string;
  /** available only here; it is not stored */
  key: string;
  /** lower-case hex */
  hash: string;
}

/** @param prefix what the key begins with; it says what kind of key it is */
export function createApiKey(prefix = 'probity'): NewApiKey {
  const id = randomBytes(8).toString('hex');
  const key = `${prefix}_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, key, hash: hash('sha256', key, 'hex') };
}

/** Whether the text has the form of a key id. */
export const isApiKeyId = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

/** The id inside a key; undefined when the text does not have the form of a key. */
export function apiKeyId(text: string): string | undefined {
  return FORMAT.exec(text)?.[1];
}

/** The SHA-256 of a secret, as it is stored. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Compares two hashes of secrets in constant time. */
export const isSameHash = (given: Buffer, stored: Buffer): boolean =>
  given.length === stored.length && timingSafeEqual(given, stored);

/** Compares a secret with a stored hash in constant time. */
export const isSameSecret = (given: string, storedSha256: Buffer): boolean =>
  isSameHash(secretHash(given), storedSha256);

/** The token of an `Authorization: Bearer <token>` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}
