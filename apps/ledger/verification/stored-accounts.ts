import type { AccountOpened } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { fieldsThatDiffer } from '@probity/read-side/ledger/fields-that-differ';
import { ACCOUNT_FIELDS, accountColumn } from '@probity/read-side/ledger/ledger-projection';
import { readViews } from '@probity/read-side/views';

const BY_IDS = `
  SELECT id, tenant_id, ledger_id, created_at, opened_revision::float8 AS opened_revision,
    ${ACCOUNT_FIELDS.map((field) => `${field}::text AS ${field}`).join(', ')}
  FROM ledger.accounts WHERE id = ANY($1)`;

export type StoredAccount = ReturnType<typeof accountRow> & { id: string };

export async function storedAccounts(sql: Sql, ids: string[]): Promise<Map<string, StoredAccount>> {
  const rows = await readViews<StoredAccount>(sql, BY_IDS, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const OF_LEDGER = 'SELECT id, is_active, revision::float8 AS revision FROM ledger.accounts WHERE ledger_id = $1';

/** The accounts of a ledger, with the fields that can change except the totals. */
export const accountsOfLedger = (sql: Sql, ledgerId: string) =>
  readViews<{ id: string; is_active: boolean; revision: number }>(sql, OF_LEDGER, [ledgerId]);

/** The fields in which the read side differs from the event that opened the account. */
export const accountMismatches = (event: AccountOpened, revision: number, row: StoredAccount | undefined): string[] =>
  row ? fieldsThatDiffer(accountRow(event, revision), row) : ['account'];

function accountRow(event: AccountOpened, opened_revision: number) {
  const { tenant_id, ledger_id, opened_at: created_at } = event;
  const fields = ACCOUNT_FIELDS.map((field) => [field, accountColumn(event, field)] as const);
  return { tenant_id, ledger_id, created_at, opened_revision, ...Object.fromEntries(fields) };
}
