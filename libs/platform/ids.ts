import { randomFillSync } from 'node:crypto';
import { UUID_PATTERN } from '@probity/contracts/fields';
import { v5, v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562). Such ids sort by creation, so database indexes grow at one end. */
export const newId = (): string => v7({ rng: nextRandom });

const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Random bytes for one id. They are read from the system for 256 ids at a time, because each read is expensive. */
function nextRandom(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

/** 16 random bytes in hexadecimal. Hashed with contents that can be guessed, they keep the hash from revealing them. */
export const newNonce = (): string => Buffer.from(nextRandom()).toString('hex');

/** An id that is derived from another id: the UUIDv5 (RFC 9562) of `name` in the namespace `parent`. */
export const derivedId = (parent: string, name: string): string => v5(name, parent);

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** Whether a text has the form of a UUID. Its version and variant do not matter, as in the type `uuid` of Postgres. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
