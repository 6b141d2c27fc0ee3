import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { parseNote } from '@probity/ledger-verification/signed-note';

/** A checkpoint that a person kept as a file outside of Probity. */
export interface KeptCheckpoint {
  /** of the file */
  name: string;
  note: string;
  /** what it covers: transactions of a ledger, or events of a tenant */
  size: number;
}

/** The server takes no longer ones. */
const MOST_CHARACTERS = 10_000;
const MOST_BYTES_OF_A_CHARACTER = 4;

/** The name of the log that a signed note is about. @throws LedgerVerificationError */
export const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin;

/**
 * Reads files that should be checkpoints of one log. Who signed them is checked by the verification.
 *
 * @param origin the name of the log
 * @param most files
 * @throws Error that names the first file that is none
 */
export async function readKept(
  files: readonly Pick<File, 'name' | 'size' | 'text'>[],
  origin: string,
  most: number,
): Promise<KeptCheckpoint[]> {
  if (files.length > most) throw new Error(`Choose at most ${most === 1 ? 'one file' : `${most} files`}.`);
  const kept: KeptCheckpoint[] = [];
  for (const file of files) kept.push(await readOne(file, origin));
  return kept.toSorted((one, other) => one.size - other.size);
}

async function readOne(file: Pick<File, 'name' | 'size' | 'text'>, origin: string): Promise<KeptCheckpoint> {
  const { name } = file;
  if (file.size > MOST_CHARACTERS * MOST_BYTES_OF_A_CHARACTER) throw notOne(name, 'it is too large');
  const note = await file.text();
  if (note.length > MOST_CHARACTERS) throw notOne(name, 'it is too large');
  try {
    const { origin: own, size } = parseCheckpoint(parseNote(note).text);
    if (own !== origin) throw new Error(`${name} is a checkpoint of another log: ${own}. This one is ${origin}.`);
    return { name, note, size };
  } catch (error) {
    if (error instanceof LedgerVerificationError) throw notOne(name, error.message);
    throw error;
  }
}

const notOne = (name: string, why: string): Error =>
  new Error(`${name} is not a signed checkpoint: ${why}. Choose the file as it was saved.`);
