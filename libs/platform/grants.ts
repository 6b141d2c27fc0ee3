import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { makeValidator } from 'envalid';

/** What comes before the 32 bytes of a key of Ed25519 in PKCS #8 and in SPKI (RFC 8410). */
const PRIVATE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
/** The one-step key derivation of NIST SP 800-56C with SHA-256. `deploy/compose/make-env.sh` does it with openssl. */
const FIRST_BLOCK = Buffer.of(0, 0, 0, 1);
const PURPOSE = Buffer.from('probity key of grants v1');

/** Signs statements about what grants rights, such as an API key. Only the back office has it. */
export class GrantSigner {
  readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  /** @param seed 32 bytes; see `grantSeed` */
  constructor(seed: Buffer) {
    this.privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.privateKey);
  }

  /** The public key as PROBITY_GRANT_KEY has it: 32 bytes in base64. */
  get shownKey(): string {
    return this.publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_KEY.length).toString('base64');
  }

  /** The signature in base64. */
  sign(statement: string): string {
    return sign(null, Buffer.from(statement), this.privateKey).toString('base64');
  }
}

/**
 * The seed of the key of grants of a new installation. It follows from the first master key of the back office, so that
 * the gateway can be given the public key before the back office has run. An event keeps it when the master key is
 * replaced; see `openGrantSigner`.
 */
export const grantSeed = (masterKey: Buffer): Buffer =>
  hash('sha256', Buffer.concat([FIRST_BLOCK, masterKey, PURPOSE]), 'buffer');

/** Whether the back office signed the statement. A missing or malformed signature does not hold. */
export function isSigned(publicKey: KeyObject, statement: string, signature: string | null): boolean {
  return signature !== null && verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'));
}

/** The public key of the back office's grants. */
export const grantKey = makeValidator<KeyObject>((text) => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('must be 32 bytes in base64, such as `probity key public-key` prints');
  return createPublicKey({ key: Buffer.concat([PUBLIC_KEY, key]), format: 'der', type: 'spki' });
});
