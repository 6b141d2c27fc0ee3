import { hkdfSync } from 'node:crypto';

/**
 * The key for personal data of an installation in one process that has no own one. It follows from the master key, so
 * that there is nothing more to keep. Separate services get a key of its own: the relay must not have the master key.
 */
export const personalDataKeyOf = (masterKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), 'probity key for personal data v1', 32));
