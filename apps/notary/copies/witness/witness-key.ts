import { createPublicKey, verify } from 'node:crypto';
import { fromBase64, toHex, utf8 } from '@probity/ledger-verification/encoding';
import type { NoteSignature } from '@probity/ledger-verification/signed-note';
import { sha256 } from '@probity/ledger-verification/sha256';
import { isKeyName } from '@probity/ledger-verification/verification-key';

/** The signature type of timestamped Ed25519 cosignatures (c2sp.org/tlog-cosignature). */
export const COSIGNATURE = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The public key of a witness. */
export interface WitnessKey {
  name: string;
  /** 8 hex digits */
  keyId: string;
  /** Ed25519, 32 bytes */
  publicKey: Uint8Array;
}

/** The first four bytes of SHA-256(name || 0x0A || 0x04 || public key), in hexadecimal. */
export const witnessKeyId = (name: string, publicKey: Uint8Array): string =>
  toHex(sha256(new Uint8Array([...utf8(`${name}\n`), COSIGNATURE, ...publicKey])).subarray(0, 4));

/** Reads `<name>+<key id>+<base64 of 0x04 || public key>`; undefined when it is anything else. */
export function parseWitnessKey(text: string): WitnessKey | undefined {
  const [, name = '', keyId = '', base64 = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || bytes?.length !== 33 || bytes[0] !== COSIGNATURE) return undefined;
  const publicKey = bytes.subarray(1);
  return witnessKeyId(name, publicKey) === keyId ? { name, keyId, publicKey } : undefined;
}

/** What a witness signs: when it saw a checkpoint, and the text of its note. */
export const cosignedText = (seconds: number, text: string): string => `cosignature/v1\ntime ${seconds}\n${text}`;

/** Returns when the witness signed the text of a note; undefined when it did not. */
export function cosignedAt(key: WitnessKey, { name, keyId, signature }: NoteSignature, text: string): Date | undefined {
  if (name !== key.name || keyId !== key.keyId || signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const bytes = Buffer.from(signature);
  const seconds = Number(bytes.readBigUInt64BE());
  if (!Number.isSafeInteger(seconds * 1_000)) return undefined;
  const publicKey = createPublicKey({
    key: Buffer.concat([ED25519_SPKI, key.publicKey]),
    format: 'der',
    type: 'spki',
  });
  const isSigned = verify(null, Buffer.from(cosignedText(seconds, text)), publicKey, bytes.subarray(TIME_BYTES));
  return isSigned ? new Date(seconds * 1_000) : undefined;
}
