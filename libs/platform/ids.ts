import { hash, randomFillSync } from 'node:crypto';
import { UUID_PATTERN } from '@probity/contracts/fields';
import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562). Such ids sort by creation, so database indexes grow at one end. */
export const newId = (): string => v7({ rng: nextRandom });

const POOL_BYTES = 4_096;
const ID_BYTES = 16;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Random bytes for one id. They are read from the system for 256 ids at a time, because each read is expensive. */
function nextRandom(): Uint8Array {
  const at = takeRandom();
  return pool.subarray(at, at + ID_BYTES);
}

/** Where the next random bytes begin in the pool. */
function takeRandom(): number {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return used - ID_BYTES;
}

/** 16 random bytes in hexadecimal. Hashed with contents that can be guessed, they keep the hash from revealing them. */
export function newNonce(): string {
  const at = takeRandom();
  return pool.toString('hex', at, at + ID_BYTES);
}

/**
 * An id that is derived from another id: the UUIDv5 (RFC 9562, section 5.5) of `name` in the namespace `parent`. Each
 * posting needs one for each entry, and the function of the library takes twice as long.
 *
 * @throws TypeError when the parent is not a UUID
 */
export function derivedId(parent: string, name: string): string {
  if (!isUuid(parent)) throw new TypeError(`an id is derived from a UUID, not from ${String(parent)}`);
  const hashed = Buffer.allocUnsafe(ID_BYTES + Buffer.byteLength(name));
  hashed.write(parent.replaceAll('-', ''), 'hex');
  hashed.write(name, ID_BYTES);
  const hex = hash('sha1', hashed);
  const variant = VARIANTS[Number.parseInt(hex[16]!, 16) % 4]!;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The first digit of the fourth group has the bits 10, and two of the hash. */
const VARIANTS = ['8', '9', 'a', 'b'] as const;

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');
const CANONICAL_UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text has the form of a UUID. Its version and variant do not matter, as in the type `uuid` of Postgres. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** Whether a text is a UUID as Probity writes it, in small letters. Postgres takes other forms for the same UUID. */
export const isCanonicalUuid = (text: unknown): text is string => typeof text === 'string' && CANONICAL_UUID.test(text);
