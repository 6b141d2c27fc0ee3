import type { KeyObject } from 'node:crypto';
import { TransactionPosted } from '@probity/contracts/ledger/events';
import type { VerificationView } from '@probity/contracts/ledger/views';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { GENESIS_HASH } from '@probity/read-side/ledger/ledger-projection';
import { contentHash, transactionHash } from '@probity/ledger-verification/transaction-leaf';
import { signatureHolds } from '../signing/signature';

export type Checks = VerificationView['checks'];

/** What is wrong with a transaction, for each check that fails. */
export const FAILURES: Record<keyof Checks, string> = {
  content_hash_ok: 'its content hash is not that of its payload',
  transaction_hash_ok: 'its hash is not that of its fields',
  signature_ok: 'its signature is not by the key that it names, or this key was replaced before',
  chain_ok: 'it does not continue the transaction before it',
  double_entry_ok: 'its debits and credits are not equal',
};

/** A position in the chain and the hash of its transaction. The next transaction must continue from both. */
export interface Link {
  position: number;
  hash: string;
}

export const GENESIS: Link = { position: 0, hash: GENESIS_HASH };

/**
 * Recomputes the hashes, the signature and the balance of a stored transaction, and checks its links to the
 * transactions before and after. `next` is the `previous_hash` of the following transaction, if there is one.
 */
export function checkTransaction(
  event: TransactionPosted,
  previous: Link | undefined,
  next: string | undefined,
  key: KeyObject | undefined,
): Checks {
  return {
    content_hash_ok: holds(() => contentHash(event.payload) === event.content_hash),
    transaction_hash_ok: holds(() => transactionHash(event) === event.transaction_hash),
    signature_ok: holds(() => signatureHolds(event.transaction_hash, event.signature, key)),
    chain_ok:
      previous !== undefined &&
      event.previous_hash === previous.hash &&
      event.hash_chain_position === previous.position + 1 &&
      (next === undefined || next === event.transaction_hash),
    double_entry_ok: holds(() => isBalanced(event)),
  };
}

function isBalanced(event: TransactionPosted): boolean {
  let difference = 0n;
  for (const entry of event.payload.entries) {
    if ((entry.debit === undefined) === (entry.credit === undefined)) return false;
    difference += BigInt(entry.debit ?? 0) - BigInt(entry.credit ?? 0);
  }
  return difference === 0n && event.payload.entries.length >= 2;
}

/** Tampered data can have any shape, so an exception counts as a failed check. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

const FIELDS = new Set(Object.keys(TransactionPosted.data.properties));

/** The fields of the stored event that are unknown, or that name another transaction, tenant or ledger. */
export function envelopeMismatches(event: RecordedEvent, tenantId: string, ledgerId: string): string[] {
  const data = event.data as TransactionPosted;
  const found = Object.keys(data).filter((field) => !FIELDS.has(field));
  if (event.id !== data.transaction_id) found.push('id');
  if (data.tenant_id !== tenantId) found.push('tenant_id');
  if (data.ledger_id !== ledgerId || data.payload?.ledger_id !== ledgerId) found.push('ledger_id');
  return found.map((field) => `event.${field}`);
}
