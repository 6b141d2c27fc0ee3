import type { AccountOpened } from '@probity/contracts/ledger/events';
import type { Sql } from '@probity/persistence/database';
import { ACCOUNT_FIELDS, accountColumn, type AccountField } from '@probity/read-side/ledger/ledger-projection';

const BY_IDS = `
  SELECT id, tenant_id, ledger_id, is_active, created_at, opened_revision,
    ${ACCOUNT_FIELDS.map((field) => `${field}::text AS ${field}`).join(', ')}
  FROM ledger.accounts WHERE id = ANY($1)`;

export interface StoredAccount extends Record<AccountField, string | null> {
  id: string;
  tenant_id: string;
  ledger_id: string;
  is_active: boolean;
  created_at: Date;
  opened_revision: string;
}

export async function storedAccounts(sql: Sql, ids: string[]): Promise<Map<string, StoredAccount>> {
  const { rows } = await sql.query<StoredAccount>(BY_IDS, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const OF_LEDGER = 'SELECT id, is_active, revision FROM ledger.accounts WHERE ledger_id = $1';

/** What changes about the accounts of a ledger, apart from their sums. */
export async function accountsOfLedger(
  sql: Sql,
  ledgerId: string,
): Promise<{ id: string; is_active: boolean; revision: string }[]> {
  return (await sql.query<{ id: string; is_active: boolean; revision: string }>(OF_LEDGER, [ledgerId])).rows;
}

/** The fields in which the read side differs from the event that opened the account. */
export function accountMismatches(event: AccountOpened, revision: number, row: StoredAccount | undefined): string[] {
  if (!row) return ['account'];
  const agreement: Record<string, boolean> = {
    tenant_id: row.tenant_id === event.tenant_id,
    ledger_id: row.ledger_id === event.ledger_id,
    created_at: row.created_at.toISOString() === event.opened_at,
    opened_revision: Number(row.opened_revision) === revision,
    ...Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, row[field] === accountColumn(event, field)])),
  };
  return Object.keys(agreement).filter((field) => !agreement[field]);
}
