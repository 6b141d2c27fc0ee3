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
 * Deletes every row that conflicts with the rows of these events. `forgetLedger` finds rows by their ledger id, and
 * tampering may have changed that id.
 */
export async function makeRoomFor(sql: Sql, events: RecordedLedgerEvent[]): Promise<void> {
  const opened = events.filter((event) => event.type === 'AccountOpened').map((event) => event.data);
  const posted = events.filter((event) => event.type === 'TransactionPosted').map((event) => event.data.transaction_id);
  if (opened.length > 0) {
    await sql.query('DELETE FROM ledger.accounts WHERE id = ANY($1) OR (tenant_id = $2 AND code = ANY($3))', [
      opened.map((account) => account.account_id),
      opened[0]!.tenant_id,
      opened.map((account) => account.code),
    ]);
  }
  await sql.query('DELETE FROM ledger.entries WHERE transaction_id = ANY($1)', [posted]);
  await sql.query('DELETE FROM ledger.transactions WHERE id = ANY($1)', [posted]);
}
