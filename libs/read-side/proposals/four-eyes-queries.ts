import { DEFAULT_POLICY, type FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { Sql } from '@probity/persistence/database';

const STORED = `
  SELECT t.revision::float8 AS revision, p.version, p.policy
  FROM back_office.tenants t LEFT JOIN back_office.four_eyes_policies p ON p.tenant_id = t.id WHERE t.id = $1`;
const OTHER_REVIEWER = `
  SELECT FROM back_office.staff_accounts a JOIN back_office.staff_roles r ON r.account_id = a.id
  WHERE r.tenant_id = $1 AND r.role = ANY($2) AND a.kind = 'person' AND a.has_credentials AND a.id::text <> $3 LIMIT 1`;
const APPLIED_WITH = `
  SELECT FROM back_office.audit_events WHERE action = 'proposal.applied' AND data->>'cause' = $1 LIMIT 1`;

/** What the read side has about changes that need two people. A person with the database can write it: compare it. */
export class FourEyesQueries {
  constructor(private readonly sql: Sql) {}

  /** The policy of a tenant, and the revision of the tenant that it reflects. */
  async stored(tenantId: string): Promise<{ revision: number; demanded: CurrentFourEyes } | undefined> {
    const { rows } = await this.sql.query<{
      revision: number;
      version: number | null;
      policy: Partial<FourEyesPolicy> | null;
    }>(STORED, [tenantId]);
    const [row] = rows;
    return (
      row && {
        revision: row.revision,
        demanded: { version: row.version ?? 0, policy: { ...DEFAULT_POLICY, ...row.policy } },
      }
    );
  }

  /**
   * Whether the tenant has a person with one of the roles, besides the account. A disabled account counts: otherwise an
   * admin could disable the others and go on alone.
   */
  async hasOtherPerson(tenantId: string, roles: readonly string[], accountId: string): Promise<boolean> {
    return (await this.sql.query(OTHER_REVIEWER, [tenantId, roles, accountId])).rowCount === 1;
  }

  /** Whether the request with this trace carried out a proposal. */
  async wasApplied(cause: string): Promise<boolean> {
    return (await this.sql.query(APPLIED_WITH, [cause])).rowCount === 1;
  }
}
