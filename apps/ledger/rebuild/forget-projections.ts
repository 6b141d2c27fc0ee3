import { ledgerStream } from '@probity/contracts/ledger/events';
import { EventDamaged } from '@probity/event-store/damaged';
import { eventAt } from '@probity/event-store/event-at';
import type { EventStore } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import type { RecordedLedgerEvent } from '@probity/read-side/ledger/ledger-projection';

/** Deletes the projections of one ledger. */
export async function forgetLedger(sql: Sql, ledgerId: string): Promise<void> {
  await sql.query(
    'DELETE FROM ledger.entries e USING ledger.transactions t WHERE t.id = e.transaction_id AND t.ledger_id = $1',
    [ledgerId],
  );
  await sql.query('DELETE FROM ledger.transactions WHERE ledger_id = $1', [ledgerId]);
  await sql.query('DELETE FROM ledger.accounts WHERE ledger_id = $1', [ledgerId]);
  await sql.query('DELETE FROM ledger.tree_nodes WHERE ledger_id = $1', [ledgerId]);
  await sql.query('DELETE FROM ledger.ledgers WHERE id = $1', [ledgerId]);
}

/** The ids of all ledgers that any projected row names. */
export async function projectedLedgers(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM ledger.ledgers UNION SELECT ledger_id FROM ledger.accounts UNION
     SELECT DISTINCT ledger_id FROM ledger.transactions`,
  );
  return rows.map((row) => row.id);
}

/** Deletes entries without a transaction. */
export async function forgetStrayEntries(sql: Sql): Promise<void> {
  await sql.query(
    'DELETE FROM ledger.entries e WHERE NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = e.transaction_id)',
  );
}

/**
 * Deletes every row that conflicts with the rows of these events of one ledger. `forgetLedger` finds rows by their ledger
 * id, and tampering may have changed that id.
 *
 * @throws EventDamaged when such a row is as the events of another ledger say: these ones were forged to replace it
 */
export async function makeRoomFor(sql: Sql, store: EventStore, events: RecordedLedgerEvent[]): Promise<void> {
  const opened = events.filter((event) => event.type === 'AccountOpened').map((event) => event.data);
  const posted = events.filter((event) => event.type === 'TransactionPosted').map((event) => event.data.transaction_id);
  const conflicting: ConflictingRow[] = [];
  if (opened.length > 0) {
    const ids = opened.map((account) => account.account_id);
    const codes = opened.map((account) => account.code);
    conflicting.push(...(await deleted(sql, DELETE_ACCOUNTS, [ids, opened[0]!.tenant_id, codes])));
  }
  if (posted.length > 0) {
    await sql.query('DELETE FROM ledger.entries WHERE transaction_id = ANY($1)', [posted]);
    conflicting.push(...(await deleted(sql, DELETE_TRANSACTIONS, [posted])));
  }
  for (const row of conflicting) {
    const theirs = await eventAt(store, ledgerStream(row.ledger_id), row.revision);
    const { account_id, transaction_id } = (theirs?.data ?? {}) as { account_id?: unknown; transaction_id?: unknown };
    if (row.id === account_id || row.id === transaction_id)
      throw new EventDamaged(events[0]!, `has what is of ledger ${row.ledger_id}, or an event shortly after it does`);
  }
}

const DELETE_ACCOUNTS = `
  DELETE FROM ledger.accounts WHERE id = ANY($1) OR (tenant_id = $2 AND code = ANY($3))
  RETURNING id, ledger_id, opened_revision::float8 AS revision`;
const DELETE_TRANSACTIONS = `
  DELETE FROM ledger.transactions WHERE id = ANY($1) RETURNING id, ledger_id, revision::float8 AS revision`;

/** A row, and where its event is, if it was not tampered with. */
interface ConflictingRow {
  id: string;
  ledger_id: string;
  revision: number;
}

const deleted = async (sql: Sql, text: string, values: unknown[]): Promise<ConflictingRow[]> =>
  (await sql.query<ConflictingRow>(text, values)).rows;
