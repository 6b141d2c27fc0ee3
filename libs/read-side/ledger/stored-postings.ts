import type { PostedEntry, TransactionPosted } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { readViews } from '../views';
import { fieldsThatDiffer } from './fields-that-differ';
import { amountMinor } from './posting-view';

const BY_IDS = `
  SELECT t.id, t.tenant_id, t.ledger_id, l.currency, t.position::float8 AS hash_chain_position, t.reference,
    t.amount_minor, t.idempotency_key, encode(t.content_hash, 'hex') AS content_hash,
    t.content_hash IS NULL AND l.chained_revision IS NULL AS is_of_older_version,
    encode(t.previous_hash, 'hex') AS previous_hash,
    encode(t.transaction_hash, 'hex') AS transaction_hash, t.posted_at, t.revision::float8 AS revision
  FROM ledger.transactions t LEFT JOIN ledger.ledgers l ON l.id = t.ledger_id WHERE t.id = ANY($1)`;
const ENTRIES_BY_IDS = `
  SELECT transaction_id, line, account_id, debit, credit FROM ledger.entries WHERE transaction_id = ANY($1)
  ORDER BY transaction_id, line`;

/** A posting in the read side, for a comparison with its event. */
export interface StoredPosting {
  transaction: ReturnType<typeof transactionRow> & { id: string; is_of_older_version: boolean };
  entries: (ReturnType<typeof entryRow> & { transaction_id: string })[];
}

export async function storedPostings(sql: Sql, transactionIds: string[]): Promise<Map<string, StoredPosting>> {
  const [transactions, entries] = await Promise.all([
    readViews<StoredPosting['transaction']>(sql, BY_IDS, [transactionIds]),
    readViews<StoredPosting['entries'][number]>(sql, ENTRIES_BY_IDS, [transactionIds]),
  ]);
  const stored = new Map(
    transactions.map((row): [string, StoredPosting] => [row.id, { transaction: row, entries: [] }]),
  );
  for (const row of entries) stored.get(row.transaction_id)?.entries.push(row);
  return stored;
}

/** The fields in which the read side differs from the event; empty when they agree. */
export function postingMismatches(
  event: TransactionPosted,
  revision: number,
  stored: StoredPosting | undefined,
): string[] {
  if (!stored) return ['transaction'];
  const { transaction, entries } = stored;
  const row = transactionRow(event, revision);
  // The rows of an older version get their content hash when the ledger is taken over.
  const known = transaction.is_of_older_version ? { ...row, content_hash: null } : row;
  const found = fieldsThatDiffer(known, transaction).map((field) => `transaction.${field}`);
  const expected = event.payload.entries.map(entryRow);
  if (entries.length !== expected.length) found.push('entries.length');
  for (const [index, row] of expected.entries()) {
    if (fieldsThatDiffer(row, entries[index]).length > 0) found.push(`entries[${index}]`);
  }
  return found;
}

function transactionRow(event: TransactionPosted, revision: number) {
  const {
    tenant_id,
    ledger_id,
    hash_chain_position,
    content_hash,
    previous_hash,
    transaction_hash,
    posted_at,
    payload,
  } = event;
  return {
    tenant_id,
    ledger_id,
    currency: payload.currency,
    hash_chain_position,
    reference: payload.reference ?? null,
    amount_minor: amountOf(event),
    idempotency_key: payload.idempotency_key ?? null,
    content_hash: content_hash as string | null,
    previous_hash,
    transaction_hash,
    posted_at,
    revision,
  };
}

const entryRow = ({ account_id, debit = '0', credit = '0' }: PostedEntry, line: number) => ({
  line,
  account_id,
  debit,
  credit,
});

/** The sum of the debits; undefined if the event was tampered with and an amount is not a number. */
function amountOf(event: TransactionPosted): string | undefined {
  try {
    return amountMinor(event.payload);
  } catch {
    return undefined;
  }
}
