import { claim } from '@probity/persistence/claims';
import type { Sql } from '@probity/persistence/database';
import { sqlState, UNIQUE_VIOLATION } from '@probity/persistence/failures';
import { invalid } from '@probity/platform/errors';

const INSERT = `
  INSERT INTO ledger.account_codes (tenant_id, code, ledger_id, account_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, code) DO NOTHING`;
const SELECT = 'SELECT ledger_id, account_id FROM ledger.account_codes WHERE tenant_id = $1 AND code = $2';

export interface CodeOwner extends Record<string, string> {
  ledger_id: string;
  account_id: string;
}

/**
 * Claims an account code in the tenant. Returns the account that has the code. It differs from `owner` when another
 * account claimed the code before.
 *
 * @throws Refusal when the account id is already used with another code
 */
export async function claimAccountCode(sql: Sql, tenantId: string, code: string, owner: CodeOwner): Promise<CodeOwner> {
  const claimed = claim<CodeOwner>(
    sql,
    { text: INSERT, values: [tenantId, code, owner.ledger_id, owner.account_id] },
    { text: SELECT, values: [tenantId, code] },
  );
  return claimed.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw invalid('account_id_taken', 'account_id is used by an account with another code');
  });
}
