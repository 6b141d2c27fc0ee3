import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const VERSION = 1;

/**
 * Seals the personal data of one subject with AES-256-GCM. Equal content with an equal context has an equal sealed
 * form, so that a repeated append is recognised: the IV is derived from the content with a second key (HMAC-SHA-256,
 * its first 12 bytes), so two contents do not share an IV.
 *
 * Sealed form, in base64: 1 byte version (1), 12 bytes IV, 16 bytes tag, ciphertext.
 */
export class DataKey {
  private readonly sealing: Buffer;
  private readonly derivingIv: Buffer;

  /** @param key 32 random bytes */
  constructor(key: Buffer) {
    const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'probity personal data v1', 2 * KEY_BYTES));
    this.sealing = derived.subarray(0, KEY_BYTES);
    this.derivingIv = derived.subarray(KEY_BYTES);
  }

  /** @param context names the place of the content; the same is necessary to open it */
  seal(content: string, context: string): string {
    const about = Buffer.from(context);
    const iv = createHmac('sha256', this.derivingIv)
      .update(`${about.length}:`)
      .update(about)
      .update(content)
      .digest()
      .subarray(0, IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.sealing, iv).setAAD(about);
    const sealed = [cipher.update(content, 'utf8'), cipher.final()];
    return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** @throws Error when the content was changed, belongs to another context, or was sealed with another key */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes[0] !== VERSION) throw new Error(`unknown version of sealed personal data: ${bytes[0]}`);
    const iv = bytes.subarray(1, 1 + IV_BYTES);
    const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.sealing, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
    return decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
