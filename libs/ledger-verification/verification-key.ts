import { fromBase64, toBase64, toHex, utf8 } from './encoding';
import { malformed } from './ledger-verification-error';
import { sha256 } from './sha256';

/** A public key that verifies signed notes (c2sp.org/signed-note). Only Ed25519 is supported. */
export interface VerificationKey {
  name: string;
  /** 8 hex digits; derived from the name and the public key, see `keyIdOf` */
  keyId: string;
  /** Ed25519, 32 bytes */
  publicKey: Uint8Array;
}

/** The signature type of Ed25519. */
const ED25519 = 1;

/** Names of keys have no white space and no plus. */
export const isKeyName = (name: string): boolean => name !== '' && name.isWellFormed() && !/[\s+\p{Cc}]/u.test(name);

/** The first four bytes of SHA-256(name || 0x0A || 0x01 || public key), in hexadecimal. */
export function keyIdOf(name: string, publicKey: Uint8Array): string {
  return toHex(sha256(new Uint8Array([...utf8(`${name}\n`), ED25519, ...publicKey])).subarray(0, 4));
}

/** The key in the form of Go's package note: `<name>+<key id>+<base64 of 0x01 || public key>`. */
export function formatKey({ name, keyId, publicKey }: VerificationKey): string {
  return `${name}+${keyId}+${toBase64(new Uint8Array([ED25519, ...publicKey]))}`;
}

/** @throws LedgerVerificationError `malformed` */
export function parseKey(text: string): VerificationKey {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || bytes?.length !== 33 || bytes[0] !== ED25519) {
    throw malformed(
      `"${text.slice(0, 200)}" is not a key; it must be <name>+<8 hex digits>+<base64 of an Ed25519 key>`,
    );
  }
  const publicKey = bytes.subarray(1);
  if (keyIdOf(name, publicKey) !== keyId) throw malformed(`the key id ${keyId} is not that of the key named ${name}`);
  return { name, keyId, publicKey };
}

/** The same public key under the name of another log. */
export function keyNamed(name: string, { publicKey }: VerificationKey): VerificationKey {
  return { name, keyId: keyIdOf(name, publicKey), publicKey };
}
