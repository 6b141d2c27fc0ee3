import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals (encrypts and authenticates) secrets with AES-256-GCM and the master key. The context names the object that the
 * secret belongs to. It is authenticated too, so that a sealed value that was copied to another row cannot be opened.
 *
 * Sealed form: 1 byte version (1), 12 bytes IV, 16 bytes tag, ciphertext.
 */
export class Sealer {
  /** @param masterKey 32 bytes */
  constructor(private readonly masterKey: Buffer) {
    if (masterKey.length !== 32) throw new Error(`the master key must have 32 bytes, not ${masterKey.length}`);
  }

  seal(secret: Buffer, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.masterKey, iv).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), ciphertext]);
  }

  /** @throws Error when the value was changed, belongs to another context, or was sealed with another key */
  open(sealed: Buffer, context: string): Buffer {
    if (sealed[0] !== 1) throw new Error(`unknown version of a sealed value: ${sealed[0]}`);
    const iv = sealed.subarray(1, 1 + IV_BYTES);
    const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.masterKey, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
  }
}
