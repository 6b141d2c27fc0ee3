import type { KeyObject } from 'node:crypto';
import { TransactionPosted } from '@probity/contracts/ledger/events';
import type { VerificationView } from '@probity/contracts/ledger/views';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { GENESIS_HASH } from '@probity/read-side/ledger/ledger-projection';
import { contentHash, signatureHolds, transactionHash } from '../posting/chain';

export type Checks = VerificationView['checks'];

/** The position in the chain to which a transaction must connect. */
export interface Link {
  position: number;
  hash: string;
}

export const GENESIS: Link = { position: 0, hash: GENESIS_HASH };

/** Recomputes everything about a stored transaction. `next` is the previous_hash of its successor, if there is one. */
export function checkTransaction(
  event: TransactionPosted,
  previous: Link | undefined,
  next: string | undefined,
  key: KeyObject | undefined,
): Checks {
  return {
    content_hash_ok: holds(() => contentHash(event.payload) === event.content_hash),
    transaction_hash_ok: holds(() => transactionHash(event) === event.transaction_hash),
    signature_ok: holds(() => signatureHolds(event, key)),
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

/** Tampered data can have any shape: an exception counts as a failed check. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

const FIELDS = new Set(Object.keys(TransactionPosted.data.properties));

/** Fields of the stored event that no hash covers and that contradict each other or must not exist. */
export function envelopeMismatches(event: RecordedEvent, tenantId: string, ledgerId: string): string[] {
  const data = event.data as TransactionPosted;
  const found = Object.keys(data).filter((field) => !FIELDS.has(field));
  if (event.id !== data.transaction_id) found.push('id');
  if (data.tenant_id !== tenantId) found.push('tenant_id');
  if (data.ledger_id !== ledgerId || data.payload?.ledger_id !== ledgerId) found.push('ledger_id');
  return found.map((field) => `event.${field}`);
}
