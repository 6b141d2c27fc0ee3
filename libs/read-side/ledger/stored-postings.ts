import type { TransactionPosted } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { amountMinor } from './posting-view';

const BY_IDS = `
  SELECT t.id, t.tenant_id, t.ledger_id, l.currency, t.position, t.reference, t.amount_minor, t.idempotency_key,
    encode(t.previous_hash, 'hex') AS previous_hash, encode(t.transaction_hash, 'hex') AS transaction_hash,
    t.posted_at, t.revision
  FROM ledger.transactions t LEFT JOIN ledger.ledgers l ON l.id = t.ledger_id WHERE t.id = ANY($1)`;
const ENTRIES_BY_IDS = `
  SELECT transaction_id, line, account_id, debit, credit FROM ledger.entries WHERE transaction_id = ANY($1)
  ORDER BY transaction_id, line`;

interface TransactionRow {
  id: string;
  tenant_id: string;
  ledger_id: string;
  currency: string | null;
  position: string;
  reference: string | null;
  amount_minor: string;
  idempotency_key: string | null;
  previous_hash: string;
  transaction_hash: string;
  posted_at: Date;
  revision: string;
}

interface EntryRow {
  transaction_id: string;
  line: number;
  account_id: string;
  debit: string;
  credit: string;
}

/** A posting as the read side holds it, to be compared with the event that it came from. */
export interface StoredPosting {
  transaction: TransactionRow;
  entries: EntryRow[];
}

export async function storedPostings(sql: Sql, transactionIds: string[]): Promise<Map<string, StoredPosting>> {
  const [transactions, entries] = await Promise.all([
    sql.query<TransactionRow>(BY_IDS, [transactionIds]),
    sql.query<EntryRow>(ENTRIES_BY_IDS, [transactionIds]),
  ]);
  const stored = new Map(transactions.rows.map((row) => [row.id, { transaction: row, entries: [] as EntryRow[] }]));
  for (const row of entries.rows) stored.get(row.transaction_id)?.entries.push(row);
  return stored;
}

/** The fields in which the read side differs from the event; empty when they agree. */
export function postingMismatches(
  event: TransactionPosted,
  revision: number,
  stored: StoredPosting | undefined,
): string[] {
  if (!stored) return ['transaction'];
  const { payload } = event;
  const { transaction: row, entries } = stored;
  const agreement: Record<string, boolean> = {
    tenant_id: row.tenant_id === event.tenant_id,
    ledger_id: row.ledger_id === event.ledger_id,
    currency: row.currency === payload.currency,
    hash_chain_position: Number(row.position) === event.hash_chain_position,
    reference: row.reference === (payload.reference ?? null),
    amount_minor: row.amount_minor === amountOf(event),
    idempotency_key: row.idempotency_key === (payload.idempotency_key ?? null),
    previous_hash: row.previous_hash === event.previous_hash,
    transaction_hash: row.transaction_hash === event.transaction_hash,
    posted_at: row.posted_at.toISOString() === event.posted_at,
    revision: Number(row.revision) === revision,
    'entries.length': entries.length === payload.entries.length,
  };
  const found = Object.keys(agreement)
    .filter((field) => !agreement[field])
    .map((field) => (field.startsWith('entries') ? field : `transaction.${field}`));

  for (const [index, entry] of payload.entries.entries()) {
    const stored = entries[index];
    const agrees =
      stored?.line === index &&
      stored.account_id === entry.account_id &&
      stored.debit === (entry.debit ?? '0') &&
      stored.credit === (entry.credit ?? '0');
    if (!agrees) found.push(`entries[${index}]`);
  }
  return found;
}

/** The event may have been tampered with, so that its amounts are no amounts. */
function amountOf(event: TransactionPosted): string | undefined {
  try {
    return amountMinor(event.payload);
  } catch {
    return undefined;
  }
}
