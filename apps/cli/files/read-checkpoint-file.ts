import { InputError } from '../errors';
import { readTextFile } from './read-file';

/**
 * Reads a signed checkpoint. Who signed it, and what it is of, is checked with what it is compared with.
 *
 * @throws InputError `file` when the file cannot be read, or is no signed checkpoint
 */
export async function readCheckpointFile(path: string): Promise<string> {
  const { parseCheckpoint } = await import('@probity/ledger-verification/checkpoint');
  const { LedgerVerificationError } = await import('@probity/ledger-verification/ledger-verification-error');
  const { parseNote } = await import('@probity/ledger-verification/signed-note');
  const note = await readTextFile(path);
  try {
    parseCheckpoint(parseNote(note).text);
    return note;
  } catch (error) {
    if (!(error instanceof LedgerVerificationError)) throw error;
    throw new InputError('file', `${path} is no signed checkpoint: ${error.message}`);
  }
}
