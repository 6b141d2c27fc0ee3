import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const UNNAMED = 1;
const NAMED = 2;
/** The sealed form begins with the version and the name of the key. */
export const SEALED_HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Keys of 32 bytes. More than one of them is known while the key is being replaced. */
export interface SealingKeys {
  /** seals, and opens */
  current: Buffer;
  /** opens what the key before sealed. With it, a service seals everything again under the current key. */
  previous?: Buffer | undefined;
  /** opens what instances seal that have the next key already */
  next?: Buffer | undefined;
  /** the variable that the keys follow from, for messages */
  variable?: string;
}

interface NamedKey {
  key: Buffer;
  id: Buffer;
}

/**
 * Seals (encrypts and authenticates) secrets with AES-256-GCM and the master key. The context names the object that the
 * secret belongs to. It is authenticated too, so that a sealed value that was copied to another row cannot be opened.
 *
 * Sealed form: 1 byte version (2), 8 bytes name of the key, 12 bytes IV, 16 bytes tag, ciphertext. Version 1, which
 * older versions of Probity sealed, has no name of a key; each known key is tried.
 */
export class Sealer {
  private readonly keys: NamedKey[];
  /** whether there is a previous key, so that what it sealed must be sealed again */
  readonly isReplacing: boolean;

  /** @param keys all of them, or the only one */
  constructor(keys: Buffer | SealingKeys) {
    this.keys = keysOf(keys).map((key) => ({ key, id: Buffer.from(sealingKeyId(key), 'hex') }));
    this.isReplacing = !Buffer.isBuffer(keys) && keys.previous !== undefined;
  }

  /** What every value begins with that the current key seals. */
  get header(): Buffer {
    return Buffer.concat([Buffer.of(NAMED), this.keys[0]!.id]);
  }

  /** The name of the current key; see `sealingKeyId`. */
  get keyId(): string {
    return this.keys[0]!.id.toString('hex');
  }

  seal(secret: Buffer, context: string): Buffer {
    const header = this.header;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keys[0]!.key, iv).setAAD(aad(header, context));
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the value was changed, belongs to another context, or was sealed with a key that is not known */
  open(sealed: Buffer, context: string): Buffer {
    if (sealed[0] === UNNAMED) return this.openUnnamed(sealed.subarray(1), context);
    if (sealed[0] !== NAMED) throw new Error(`unknown version of a sealed value: ${sealed[0]}`);
    const header = sealed.subarray(0, SEALED_HEADER_BYTES);
    const id = header.subarray(1);
    const named = this.keys.find((key) => key.id.equals(id));
    if (!named) throw new Error(`the value is sealed with the key ${id.toString('hex')}, which is not known here`);
    return decrypt(named.key, sealed.subarray(SEALED_HEADER_BYTES), aad(header, context));
  }

  /** Whether the value says that the current key sealed it. */
  isCurrent(sealed: Buffer): boolean {
    return sealed.subarray(0, SEALED_HEADER_BYTES).equals(this.header);
  }

  /** The same secret under the current key. @throws Error as `open` does */
  reseal(sealed: Buffer, context: string): Buffer {
    return this.seal(this.open(sealed, context), context);
  }

  private openUnnamed(rest: Buffer, context: string): Buffer {
    let failure: unknown;
    for (const { key } of this.keys) {
      try {
        return decrypt(key, rest, Buffer.from(context));
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}

/**
 * The name of the key that a value says it is sealed with, 16 hex digits; empty for the form of older versions, which
 * names none.
 */
export const keyNamedIn = (sealed: Buffer): string =>
  sealed[0] === NAMED ? sealed.subarray(1, SEALED_HEADER_BYTES).toString('hex') : '';

/** The keys, the current one first. @throws Error when one of them has not 32 bytes */
export function keysOf(keys: Buffer | SealingKeys): Buffer[] {
  const { current, previous, next } = Buffer.isBuffer(keys) ? { current: keys } : keys;
  const all = [current, previous, next].filter((key) => key !== undefined);
  const wrong = all.find((key) => key.length !== KEY_BYTES);
  if (wrong) throw new Error(`the master key must have ${KEY_BYTES} bytes, not ${wrong.length}`);
  return all;
}

/** The name of a key, 16 hex digits. It follows from the key and does not reveal it. */
export const sealingKeyId = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('name of a sealing key v1')
    .digest('hex')
    .slice(0, 2 * KEY_ID_BYTES);

const aad = (header: Buffer, context: string): Buffer => Buffer.concat([header, Buffer.from(context)]);

/** @param rest the IV, the tag and the ciphertext */
function decrypt(key: Buffer, rest: Buffer, authenticated: Buffer): Buffer {
  const iv = rest.subarray(0, IV_BYTES);
  const tag = rest.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(ALGORITHM, key, iv, options).setAAD(authenticated).setAuthTag(tag);
  return Buffer.concat([decipher.update(rest.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
