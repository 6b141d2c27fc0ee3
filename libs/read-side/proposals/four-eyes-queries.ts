import { DEFAULT_POLICY, type FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { Sql } from '@probity/persistence/database';

const POLICY = 'SELECT version, policy FROM back_office.four_eyes_policies WHERE tenant_id = $1';
const OTHER_REVIEWER = `
  SELECT FROM back_office.staff_accounts a JOIN back_office.staff_roles r ON r.account_id = a.id
  WHERE r.tenant_id = $1 AND r.role = ANY($2) AND a.kind = 'person' AND a.has_credentials AND a.id::text <> $3 LIMIT 1`;

/** Reads for which changes a tenant needs two people. */
export class FourEyesQueries {
  constructor(private readonly sql: Sql) {}

  async current(tenantId: string): Promise<CurrentFourEyes> {
    const { rows } = await this.sql.query<{ version: number; policy: Partial<FourEyesPolicy> }>(POLICY, [tenantId]);
    const [stored] = rows;
    return { version: stored?.version ?? 0, policy: { ...DEFAULT_POLICY, ...stored?.policy } };
  }

  /**
   * Whether the tenant has a person with one of the roles, besides the account. A disabled account counts: otherwise an
   * admin could disable the others and go on alone.
   */
  async hasOtherPerson(tenantId: string, roles: readonly string[], accountId: string): Promise<boolean> {
    return (await this.sql.query(OTHER_REVIEWER, [tenantId, roles, accountId])).rowCount === 1;
  }
}
