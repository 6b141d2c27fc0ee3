import { fromBase64, toBase64, toHex, fromHex, utf8 } from './encoding';
import { LedgerVerificationError, malformed } from './ledger-verification-error';
import { isKeyName, type VerificationKey } from './verification-key';

/** A signed note (c2sp.org/signed-note). Its text says nothing until a signature of a trusted key is verified. */
export interface SignedNote {
  /** the signed text; ends with a line feed */
  text: string;
  signatures: NoteSignature[];
}

export interface NoteSignature {
  name: string;
  /** 8 hex digits */
  keyId: string;
  signature: Uint8Array;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_SIGNATURES = 100;

export function formatNote({ text, signatures }: SignedNote): string {
  const lines = signatures.map(
    ({ name, keyId, signature }) => `— ${name} ${toBase64(new Uint8Array([...fromHex(keyId)!, ...signature]))}\n`,
  );
  return `${text}\n${lines.join('')}`;
}

/** @throws LedgerVerificationError `malformed` */
export function parseNote(note: string): SignedNote {
  if (note.length > MAX_CHARACTERS) throw malformed(`the note has more than ${MAX_CHARACTERS} characters`);
  // eslint-disable-next-line no-control-regex
  if (!note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note)) {
    throw malformed('the note has control characters or is not valid UTF-8');
  }
  const end = note.lastIndexOf('\n\n');
  if (end === -1) throw malformed('the note has no empty line between the text and the signatures');
  const lines = note.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0) throw malformed('the note must end with complete lines of signatures');
  if (lines.length > MAX_SIGNATURES) throw malformed(`the note has more than ${MAX_SIGNATURES} signatures`);
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!isKeyName(name) || bytes === undefined || bytes.length < 5) {
    throw malformed('a signature of the note must have the form "— <key name> <base64>"');
  }
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) };
}

/**
 * Returns the note if a trusted key has signed it, with the keys that have. Signatures of other keys are ignored.
 *
 * @throws LedgerVerificationError `malformed`, `unknown_key` or `wrong_signature`
 */
export async function verifyNote(
  note: string,
  trusted: readonly VerificationKey[],
): Promise<SignedNote & { signedBy: VerificationKey[] }> {
  const parsed = parseNote(note);
  const signedBy: VerificationKey[] = [];
  for (const { name, keyId, signature } of parsed.signatures) {
    const key = trusted.find((each) => each.name === name && each.keyId === keyId);
    if (key === undefined || signedBy.includes(key)) continue;
    if (!(await isSignedBy(key, parsed.text, signature))) {
      throw new LedgerVerificationError('wrong_signature', `the signature of ${name}+${keyId} does not match the note`);
    }
    signedBy.push(key);
  }
  if (signedBy.length > 0) return { ...parsed, signedBy };
  const names = parsed.signatures.map(({ name, keyId }) => `${name}+${keyId}`).join(', ');
  throw new LedgerVerificationError('unknown_key', `no trusted key has signed the note; it is signed by ${names}`);
}

async function isSignedBy({ publicKey }: VerificationKey, text: string, signature: Uint8Array): Promise<boolean> {
  // A copy has an ArrayBuffer of its own, as Web Crypto requires.
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(utf8(text)));
}
