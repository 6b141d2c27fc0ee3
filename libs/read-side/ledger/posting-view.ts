import type { PostingPayload, TransactionPosted } from '@probity/contracts/ledger/events';
import type { PostingView } from '@probity/contracts/ledger/views';
import { derivedId } from '@probity/platform/ids';

/** The amount of a posting: the sum of its debits, in minor units. */
export function amountMinor(payload: PostingPayload): string {
  let sum = 0n;
  for (const entry of payload.entries) if (entry.debit !== undefined) sum += BigInt(entry.debit);
  return String(sum);
}

/** The id of an entry: the UUIDv5 of its line (from 0) in the namespace of the transaction's id. */
export const entryId = (transactionId: string, line: number): string => derivedId(transactionId, String(line));

/** A posted transaction as the API returns it. */
export function postingView(event: TransactionPosted): PostingView {
  const { transaction_id: id, payload } = event;
  return {
    transaction: {
      id,
      ledger_id: event.ledger_id,
      reference: payload.reference ?? null,
      currency: payload.currency,
      amount_minor: amountMinor(payload),
      status: 'posted',
      hash_chain_position: event.hash_chain_position,
      transaction_hash: event.transaction_hash,
      previous_hash: event.previous_hash,
      is_immutable: true,
      posted_at: event.posted_at,
    },
    entries: payload.entries.map((entry, line) => ({
      id: entryId(id, line),
      account_id: entry.account_id,
      debit_minor: entry.debit ?? '0',
      credit_minor: entry.credit ?? '0',
    })),
  };
}
