import type { LedgerEvent, TransactionPosted } from '@probity/contracts/ledger/events';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { amountMinor } from './posting-view';

/** The sums that a group of transactions adds to one account. */
interface AccountDelta {
  debit: bigint;
  credit: bigint;
  entries: number;
  at: string;
  revision: number;
}

type Column = (string | number | null)[];

/**
 * Of the statement that projects transactions, the parameters $4 to $28: the new head, the columns of transactions,
 * entries and account sums, the revision of the last commit, and the content hashes of the transactions. And how many
 * accounts they change.
 */
export function transactionColumns(events: (RecordedEvent & LedgerEvent)[]): { columns: unknown[]; accounts: number } {
  const transactions: Column[] = Array.from({ length: 9 }, () => []);
  const entries: Column[] = Array.from({ length: 5 }, () => []);
  const deltas = new Map<string, AccountDelta>();
  const contents: string[] = [];
  let posted: TransactionPosted | undefined;
  let chained: number | undefined;

  for (const event of events) {
    if (event.type === 'CommitChained') chained = event.revision;
    if (event.type !== 'TransactionPosted') continue;
    posted = event.data;
    contents.push(posted.content_hash);
    const { payload } = posted;
    addRow(transactions, [
      posted.transaction_id,
      posted.hash_chain_position,
      payload.reference ?? null,
      amountMinor(payload),
      payload.idempotency_key ?? null,
      posted.previous_hash,
      posted.transaction_hash,
      posted.posted_at,
      event.revision,
    ]);
    for (const [line, entry] of payload.entries.entries()) {
      const debit = entry.debit ?? '0';
      const credit = entry.credit ?? '0';
      addRow(entries, [posted.transaction_id, line, entry.account_id, debit, credit]);

      const delta = deltas.get(entry.account_id);
      deltas.set(entry.account_id, {
        debit: (delta?.debit ?? 0n) + BigInt(debit),
        credit: (delta?.credit ?? 0n) + BigInt(credit),
        entries: (delta?.entries ?? 0) + 1,
        at: posted.posted_at,
        revision: event.revision,
      });
    }
  }
  const sums = [...deltas.values()];
  const columns = [
    posted?.hash_chain_position,
    posted?.transaction_hash,
    posted?.posted_at,
    ...transactions,
    ...entries,
    [...deltas.keys()],
    sums.map((sum) => String(sum.debit)),
    sums.map((sum) => String(sum.credit)),
    sums.map((sum) => sum.entries),
    sums.map((sum) => sum.at),
    sums.map((sum) => sum.revision),
    chained,
    contents,
  ];
  return { columns, accounts: deltas.size };
}

function addRow(columns: Column[], row: Column): void {
  for (const [index, value] of row.entries()) columns[index]!.push(value);
}
