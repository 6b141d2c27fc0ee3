import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { keysOf, Sealer, type SealingKeys } from './sealing';

const KEY_BYTES = 32;
/** What precedes the 32 bytes of an X25519 key in PKCS #8 and in SPKI (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const PURPOSE = 'probity request encryption v1';

interface KeyPair {
  privateKey: KeyObject;
  publicBytes: Buffer;
}

/**
 * Receives secrets over the broker that readers of the topics cannot decrypt: X25519, HKDF-SHA256 and AES-256-GCM
 * with a new key pair of the sender for each message. The key pair is derived from the master key, so that every
 * instance of a service has the same one, also after a restart. While the master key is being replaced, it decrypts with
 * either.
 */
export class RequestKey {
  /** that of the current master key first */
  private readonly pairs: KeyPair[];

  constructor(masterKeys: Buffer | SealingKeys) {
    this.pairs = keysOf(masterKeys).map(pairOf);
  }

  /** The public key, SPKI in PEM. */
  get publicPem(): string {
    return publicKeyOf(this.pairs[0]!.publicBytes).export({ type: 'spki', format: 'pem' }) as string;
  }

  /**
   * @param encrypted as `encryptRequest` returns it
   * @param context the one of the encryption
   * @throws Error when it was changed, or was encrypted to another key or for another context
   */
  decrypt(encrypted: string, context: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const sender = bytes.subarray(0, KEY_BYTES);
    let failure: unknown;
    for (const { privateKey, publicBytes } of this.pairs) {
      const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(sender) });
      try {
        return sealerOf(shared, sender, publicBytes).open(bytes.subarray(KEY_BYTES), context).toString('utf8');
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}

/**
 * Encrypts a secret of any length for the owner of the key; base64.
 *
 * @param context what the secret belongs to; the same is necessary to decrypt it
 * @throws Error when the key is not a public key of X25519
 */
export function encryptRequest(publicPem: string, secret: string, context: string): string {
  const receiver = createPublicKey(publicPem);
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey, publicKey: receiver });
  const sender = bytesOf(publicKey);
  const sealed = sealerOf(shared, sender, bytesOf(receiver)).seal(Buffer.from(secret), context);
  return Buffer.concat([sender, sealed]).toString('base64');
}

function pairOf(masterKey: Buffer): KeyPair {
  const seed = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), PURPOSE, KEY_BYTES));
  const key = Buffer.concat([PRIVATE_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicBytes: bytesOf(createPublicKey(privateKey)) };
}

/** Both public keys are part of the key, so that neither can be exchanged. */
const sealerOf = (shared: Buffer, sender: Buffer, receiver: Buffer): Sealer =>
  new Sealer(Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sender, receiver]), PURPOSE, KEY_BYTES)));

const bytesOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(PUBLIC_PREFIX.length);

const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
