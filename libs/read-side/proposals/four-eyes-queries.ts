import { DEFAULT_POLICY, type FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { Sql } from '@probity/persistence/database';

const POLICY = 'SELECT version, policy FROM back_office.four_eyes_policies WHERE tenant_id = $1';
const OTHER_REVIEWER = `
  SELECT FROM back_office.staff_accounts a JOIN back_office.staff_roles r ON r.account_id = a.id
  WHERE r.tenant_id = $1 AND r.role = ANY($2) AND a.kind = 'person' AND a.has_credentials AND a.id::text <> $3 LIMIT 1`;

/** $1: an account. $2: another one. */
const MADE_BY = `
  SELECT FROM back_office.audit_events e JOIN back_office.staff_accounts a ON a.id::text = e.subject_id
  WHERE e.subject_type = 'staff_account' AND e.subject_id = $1 AND e.actor = 'staff:' || $2 AND (
    a.kind = 'service'
      AND e.action IN ('staff_account.created', 'staff_account.roles_changed', 'staff_account.token_created')
    OR e.action IN ('staff_account.created', 'staff_account.invited') AND EXISTS (
      SELECT FROM back_office.audit_events p WHERE p.action = 'proposal.applied' AND p.data->>'cause' = e.cause))
  LIMIT 1`;
/** $1: the proposer, an API key. $2: an account that made it, and so may have a copy. */
const KEY_MADE_BY = `
  SELECT FROM back_office.audit_events e WHERE e.subject_type = 'api_key' AND e.subject_id = replace($1, 'institution:', '')
    AND e.actor = 'staff:' || $2 AND e.action <> 'api_key.revoked' LIMIT 1`;
/** $1: an account. $2: another one, which set an identity provider that signs the first one in. */
const SIGNED_IN_BY = `
  SELECT FROM back_office.staff_identities i
  JOIN back_office.audit_events e ON e.subject_type = 'identity_provider' AND e.subject_id = i.provider_id::text
  WHERE i.account_id::text = $1 AND e.action = 'identity_provider.set' AND e.actor = 'staff:' || $2 LIMIT 1`;

/** Reads for which changes a tenant needs two people. */
export class FourEyesQueries {
  constructor(private readonly sql: Sql) {}

  async current(tenantId: string): Promise<CurrentFourEyes> {
    const { rows } = await this.sql.query<{ version: number; policy: Partial<FourEyesPolicy> }>(POLICY, [tenantId]);
    const [stored] = rows;
    return { version: stored?.version ?? 0, policy: { ...DEFAULT_POLICY, ...stored?.policy } };
  }

  /**
   * Whether one account could be controlled by the holder of the other, who made the service or the API key, invited the person after
   * the tenant had two people who could approve, or set the identity provider with which the person signs in.
   */
  async areRelated(one: string, other: string): Promise<boolean> {
    for (const statement of [MADE_BY, KEY_MADE_BY, SIGNED_IN_BY]) {
      for (const [account, maker] of [
        [one, other],
        [other, one],
      ]) {
        if ((await this.sql.query(statement, [account, maker])).rowCount === 1) return true;
      }
    }
    return false;
  }

  /**
   * Whether the tenant has a person with one of the roles, besides the account. A disabled account counts: otherwise an
   * admin could disable the others and go on alone.
   */
  async hasOtherPerson(tenantId: string, roles: readonly string[], accountId: string): Promise<boolean> {
    return (await this.sql.query(OTHER_REVIEWER, [tenantId, roles, accountId])).rowCount === 1;
  }
}
