import { createCipheriv, createDecipheriv, hash, hkdfSync } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const AS_TEXT = 1;
const DEFLATED = 2;
/** From this length on, content is compressed: the sealed form must fit where the content itself would. */
const COMPRESS_FROM = 65_536;

/** An event may have a megabyte, and the main thread compresses it. */
const FAST = { level: constants.Z_BEST_SPEED };

/**
 * Seals the personal data of one subject with AES-256-GCM. Equal content with an equal context has an equal sealed
 * form, so that a repeated append is recognised: the IV is derived from the content with a second key, so two contents do
 * not share an IV. It is the first 12 bytes of the SHA-256 of key and content. HMAC takes much longer in Node.js, and
 * guards against what cannot happen here: to compute a hash of longer content, one needs all 32 bytes of the first.
 *
 * Sealed form, in base64: 1 byte (1: the content is UTF-8; 2: UTF-8 that is deflated), 12 bytes IV, 16 bytes tag,
 * ciphertext.
 */
export class DataKey {
  private readonly sealing: Buffer;
  private readonly derivingIv: string;

  /** @param key 32 random bytes */
  constructor(key: Buffer) {
    const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'probity personal data v1', 2 * KEY_BYTES));
    this.sealing = derived.subarray(0, KEY_BYTES);
    this.derivingIv = derived.toString('hex', KEY_BYTES);
  }

  /** @param context names the place of the content; the same is necessary to open it */
  seal(content: string, context: string): string {
    const isLong = content.length >= COMPRESS_FROM;
    const form = isLong ? DEFLATED : AS_TEXT;
    const iv = hash('sha256', `${this.derivingIv}${context.length}:${context}${content}`, 'buffer').subarray(
      0,
      IV_BYTES,
    );
    const cipher = createCipheriv(ALGORITHM, this.sealing, iv).setAAD(aadOf(form, context));
    const ciphertext = isLong ? cipher.update(deflateRawSync(content, FAST)) : cipher.update(content, 'utf8');
    cipher.final(); // GCM has no padding, so nothing is left
    return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), ciphertext]).toString('base64');
  }

  /** @throws Error when the content was changed, belongs to another context, or was sealed with another key */
  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const form = bytes[0];
    if (form !== AS_TEXT && form !== DEFLATED) throw new Error(`unknown form of sealed personal data: ${form}`);
    const iv = bytes.subarray(1, 1 + IV_BYTES);
    const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.sealing, iv).setAAD(aadOf(form, context)).setAuthTag(tag);
    const content = Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()]);
    return (form === DEFLATED ? inflateRawSync(content) : content).toString('utf8');
  }
}

/** Authenticated beside the content: its form, and its place. */
const aadOf = (form: number, context: string): Buffer => Buffer.from(String.fromCharCode(form) + context);
