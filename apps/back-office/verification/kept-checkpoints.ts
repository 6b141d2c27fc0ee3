import { parseCheckpoint } from '@probity/ledger-verification/checkpoint';
import { LedgerVerificationError } from '@probity/ledger-verification/ledger-verification-error';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { parseNote } from '@probity/ledger-verification/signed-note';
import { invalid } from '@probity/platform/errors';
import { shown } from '@probity/platform/shown';

/** Of one request. */
export const MAX_CHECKPOINTS = 100;

/**
 * The checkpoints of a request to verify a ledger. Who signed them is checked with the ledger.
 *
 * @throws Refusal `bad_request` when one is not a checkpoint of this ledger
 */
export function keptOfLedger(ledgerId: string, notes: string[] | null | undefined): string[] {
  return (notes ?? []).map((note, index) => {
    requireOrigin(`checkpoints[${index}]`, note, 'the ledger', ledgerOrigin(ledgerId));
    return note;
  });
}

/**
 * The checkpoint of a request to verify an audit trail. Who signed it is checked with the log.
 *
 * @throws Refusal `bad_request` when it is not a checkpoint of the log of this tenant
 */
export function keptOfTenant(tenantId: string, note: string | null | undefined): string | undefined {
  if (note === undefined || note === null) return undefined;
  requireOrigin('checkpoint', note, 'the tenant', tenantOrigin(tenantId));
  return note;
}

function requireOrigin(name: string, note: string, of: string, expected: string): void {
  const origin = originOf(name, note);
  if (origin !== expected)
    throw invalid('bad_request', `${name} is of the log ${visible(origin)}; that of ${of} is ${expected}`);
}

function originOf(name: string, note: string): string {
  try {
    return parseCheckpoint(parseNote(note).text).origin;
  } catch (error) {
    if (!(error instanceof LedgerVerificationError)) throw error;
    throw invalid('bad_request', `${name} is no signed checkpoint: ${error.message}`);
  }
}

/** A file can begin with a mark that editors add and do not show. */
const visible = (origin: string): string => shown(origin.replaceAll(/\p{C}/gu, '?'));
