import { fromBase64, toBase64 } from './encoding';
import { malformed } from './ledger-verification-error';
import { parseNote, verifyNote } from './signed-note';
import { keyNamed, type VerificationKey } from './verification-key';

/** The head of a log at a size (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  /** the name of the log */
  origin: string;
  /** leaves */
  size: number;
  /** 32 bytes */
  root: Uint8Array;
  /** further lines; Probity writes none */
  extensions?: string[];
}

/** The text of a checkpoint, before it is signed. */
export function formatCheckpoint({ origin, size, root, extensions = [] }: Checkpoint): string {
  return [origin, String(size), toBase64(root), ...extensions].map((line) => `${line}\n`).join('');
}

/**
 * Reads the text of a verified note.
 *
 * @throws LedgerVerificationError `malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length < 3 || lines.includes('')) {
    throw malformed('a checkpoint must have three lines or more, and no empty line');
  }
  const [origin, digits, base64, ...extensions] = lines as [string, string, string, ...string[]];
  const size = /^(0|[1-9][0-9]*)$/.test(digits) ? Number(digits) : NaN;
  if (!Number.isSafeInteger(size)) throw malformed(`the size of the checkpoint, "${digits}", is not a whole number`);
  const root = fromBase64(base64);
  if (root?.length !== 32) throw malformed('the root of the checkpoint must be 32 bytes in base64');
  return { origin, size, root, ...(extensions.length > 0 ? { extensions } : {}) };
}

/**
 * Returns the checkpoint if a trusted key has signed it in the name of this log. The name under which a key is given does
 * not matter: a tenant has one key for all of its logs.
 *
 * @throws LedgerVerificationError `malformed`, `unknown_key` or `wrong_signature`; `malformed` also for another log, before
 *   the signatures: they are in the name of that log, so no key would seem to be trusted
 */
export async function verifyCheckpoint(
  note: string,
  origin: string,
  trusted: readonly VerificationKey[],
): Promise<Checkpoint & { signedBy: VerificationKey[] }> {
  const checkpoint = parseCheckpoint(parseNote(note).text);
  if (checkpoint.origin !== origin) throw malformed(`the checkpoint is of the log ${checkpoint.origin}, not ${origin}`);
  const { signedBy } = await verifyNote(
    note,
    trusted.map((key) => keyNamed(origin, key)),
  );
  return { ...checkpoint, signedBy };
}
