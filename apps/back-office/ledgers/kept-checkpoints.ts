import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { invalid } from '@probity/platform/errors';

/** Of one request. */
export const MAX_CHECKPOINTS = 100;

/**
 * The checkpoints of a request. Who signed them is checked with the ledger.
 *
 * @throws Refusal `bad_request` when one is not a checkpoint of this ledger
 */
export function keptCheckpoints(ledgerId: string, notes: string[] | null | undefined): string[] {
  return (notes ?? []).map((note, index) => {
    const name = `checkpoints[${index}]`;
    const origin = originOf(name, note);
    if (origin !== ledgerOrigin(ledgerId)) {
      throw invalid('bad_request', `${name} is of the log ${origin}; that of the ledger is ${ledgerOrigin(ledgerId)}`);
    }
    return note;
  });
}

function originOf(name: string, note: string): string {
  try {
    return parseCheckpoint(parseNote(note).text).origin;
  } catch (error) {
    if (!(error instanceof LedgerVerificationError)) throw error;
    throw invalid('bad_request', `${name} is no signed checkpoint: ${error.message}`);
  }
}
