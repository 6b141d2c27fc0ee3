import { claim } from '@probity/persistence/claims';
import type { Sql } from '@probity/persistence/database';

const INSERT = `
  INSERT INTO ledger.account_codes (tenant_id, code, ledger_id, account_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, code) DO NOTHING`;
const SELECT = 'SELECT ledger_id, account_id FROM ledger.account_codes WHERE tenant_id = $1 AND code = $2';

export interface CodeOwner extends Record<string, string> {
  ledger_id: string;
  account_id: string;
}

/** Claims an account code in the tenant; answers whose it is, which may be another account's. */
export function claimAccountCode(sql: Sql, tenantId: string, code: string, owner: CodeOwner): Promise<CodeOwner> {
  return claim<CodeOwner>(
    sql,
    { text: INSERT, values: [tenantId, code, owner.ledger_id, owner.account_id] },
    { text: SELECT, values: [tenantId, code] },
  );
}
