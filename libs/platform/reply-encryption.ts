import { constants, generateKeyPair, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto';
import { promisify } from 'node:util';

const MODULUS_BITS = 2_048;
const PADDING = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };

/**
 * Lets a process request a secret over the broker without revealing it to readers of the topics. The process sends a
 * public key and receives the secret encrypted with this key (RSA-OAEP with SHA-256, RFC 8017). The private key stays
 * in memory.
 */
export class ReplyKey {
  private pair: Promise<{ publicKey: KeyObject; privateKey: KeyObject }> | undefined;

  /** The public key (SPKI in PEM). The pair is created at the first call and used until the process ends. */
  async publicPem(): Promise<string> {
    const { publicKey } = await this.keys();
    return publicKey.export({ type: 'spki', format: 'pem' }) as string;
  }

  /** @throws Error when the text was not encrypted with this key */
  async decrypt(encrypted: string): Promise<string> {
    const { privateKey } = await this.keys();
    return privateDecrypt({ key: privateKey, ...PADDING }, Buffer.from(encrypted, 'base64')).toString('utf8');
  }

  private keys(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
    this.pair ??= promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS });
    return this.pair;
  }
}

/**
 * Encrypts a short secret (at most 190 bytes) for the sender of the key. Returns base64.
 *
 * @throws Error when the key is not a public key
 */
export const encryptReply = (publicPem: string, secret: string): string =>
  publicEncrypt({ key: publicPem, ...PADDING }, Buffer.from(secret)).toString('base64');
