import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { formatNote } from '@probity/ledger-verification/signed-note';
import { formatKey, keyIdOf } from '@probity/ledger-verification/verification-key';

/** An Ed25519 key that signs notes under a name. */
export interface NoteSigner {
  name: string;
  privateKey: KeyObject;
}

/** The note (c2sp.org/signed-note) of a text, which must end with a line feed. It has the signatures in this order. */
export function signNote(text: string, ...signers: NoteSigner[]): string {
  const signatures = signers.map(({ name, privateKey }) => ({
    name,
    keyId: keyIdOf(name, publicBytes(privateKey)),
    signature: sign(null, Buffer.from(text), privateKey),
  }));
  return formatNote({ text, signatures });
}

/** The public key in the form that verifiers take: `<name>+<key id>+<base64>`. */
export function verificationKeyOf({ name, privateKey }: NoteSigner): string {
  const publicKey = publicBytes(privateKey);
  return formatKey({ name, keyId: keyIdOf(name, publicKey), publicKey });
}

/** The 32 bytes of the public key. */
export function publicBytes(privateKey: KeyObject): Uint8Array {
  return Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x!, 'base64url');
}
