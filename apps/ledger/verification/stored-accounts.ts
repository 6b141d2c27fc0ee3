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

/** A code may be reserved for an account that was not opened in the end. Each account has its own. */
const WITHOUT_CODE = `
  SELECT a.id FROM ledger.accounts a WHERE a.ledger_id = $1 AND NOT EXISTS (
    SELECT FROM ledger.account_codes c
    WHERE c.tenant_id = a.tenant_id AND c.code = a.code AND c.account_id = a.id AND c.ledger_id = a.ledger_id)
  ORDER BY a.opened_revision LIMIT 1`;

/** The first account of a ledger whose code is not reserved for it, or undefined. */
export const accountWithoutCode = async (sql: Sql, ledgerId: string): Promise<string | undefined> =>
  (await sql.query<{ id: string }>(WITHOUT_CODE, [ledgerId])).rows[0]?.id;

/** The fields in which the read side differs from the event that opened the account. */
export const accountMismatches = (event: AccountOpened, revision: number, row: StoredAccount | undefined): string[] =>
  row ? fieldsThatDiffer(accountRow(event, revision), row) : ['account'];

function accountRow(event: AccountOpened, opened_revision: number) {
  const { tenant_id, ledger_id, opened_at: created_at } = event;
  const fields = ACCOUNT_FIELDS.map((field) => [field, accountColumn(event, field)] as const);
  return { tenant_id, ledger_id, created_at, opened_revision, ...Object.fromEntries(fields) };
}
