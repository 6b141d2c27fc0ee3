import { randomFillSync } from 'node:crypto';
import { v5, v7, validate } from 'uuid';

/** A new identifier: UUIDv7 (RFC 9562), so that ids sort by creation and indexes grow at one end. */
export const newId = (): string => v7({ rng: nextRandom });

const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Fresh random bytes, drawn from the system for 256 ids at a time, because a draw costs more than the id. */
function nextRandom(): Uint8Array {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

/** An identifier that is derived from another one: UUIDv5 (RFC 9562) of `name` in the namespace `parent`. */
export const derivedId = (parent: string, name: string): string => v5(name, parent);

export const isUuid = (text: unknown): text is string => typeof text === 'string' && validate(text);
