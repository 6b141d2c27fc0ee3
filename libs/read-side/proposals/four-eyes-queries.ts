import { DEFAULT_POLICY, type FourEyesPolicy } from '@probity/contracts/proposals/policy';
import type { CurrentFourEyes } from '@probity/contracts/proposals/views';
import type { Sql } from '@probity/persistence/database';

const POLICY = 'SELECT version, policy FROM back_office.four_eyes_policies WHERE tenant_id = $1';
const OTHER_REVIEWER = `
  SELECT FROM back_office.staff_accounts a JOIN back_office.staff_roles r ON r.account_id = a.id
  WHERE r.tenant_id = $1 AND r.role = ANY($2) AND a.kind = 'person' AND a.has_credentials AND a.id::text <> $3 LIMIT 1`;

/**
 * The callers that could act as $1: itself; the maker of a service or an API key, who may have a copy of its secret; and
 * for a person, marked as `given`, the one who made the invitation after the tenant had two people who could approve,
 * or set the identity provider with which the person signs in. Who gave access to those is left out: otherwise all people
 * whom one admin invited could never decide on proposals of each other.
 */
const CONTROLLERS = `
  WITH RECURSIVE controller (id, given) AS (
    SELECT $1::text, false
    UNION
    SELECT substr(e.actor, 7), c.given OR a.kind IS NOT DISTINCT FROM 'person'
    FROM controller c
    LEFT JOIN back_office.staff_accounts a ON a.id::text = c.id
    LEFT JOIN back_office.staff_identities i ON i.account_id = a.id
    JOIN back_office.audit_events e
      ON e.subject_id = ANY (ARRAY[replace(c.id, 'institution:', ''), i.provider_id::text])
    WHERE e.actor LIKE 'staff:%' AND (
      e.subject_type = 'api_key' AND c.id LIKE 'institution:%' AND e.action <> 'api_key.revoked'
      OR e.subject_type = 'staff_account' AND a.kind = 'service'
        AND e.action IN ('staff_account.created', 'staff_account.roles_changed', 'staff_account.token_created')
      OR a.kind = 'person' AND NOT c.given AND (
        e.subject_type = 'identity_provider' AND e.action = 'identity_provider.set'
        OR e.subject_type = 'staff_account' AND e.action IN ('staff_account.created', 'staff_account.invited') AND EXISTS (
          SELECT FROM back_office.audit_events p WHERE p.action = 'proposal.applied' AND p.data->>'cause' = e.cause)))
  )
  SELECT id, bool_and(given) AS given FROM controller GROUP BY id`;

/** Reads for which changes a tenant needs two people. */
export class FourEyesQueries {
  constructor(private readonly sql: Sql) {}

  async current(tenantId: string): Promise<CurrentFourEyes> {
    const { rows } = await this.sql.query<{ version: number; policy: Partial<FourEyesPolicy> }>(POLICY, [tenantId]);
    const [stored] = rows;
    return { version: stored?.version ?? 0, policy: { ...DEFAULT_POLICY, ...stored?.policy } };
  }

  /** Whether one person could be behind two callers: one of them could act as the other, or as its maker. */
  async areRelated(one: string, other: string): Promise<boolean> {
    if (one === other) return false;
    const [first, second] = [await this.controllers(one), await this.controllers(other)];
    return first.some(({ id, given }) => second.some((held) => held.id === id && !(given && held.given)));
  }

  private async controllers(callerId: string): Promise<{ id: string; given: boolean }[]> {
    return (await this.sql.query<{ id: string; given: boolean }>(CONTROLLERS, [callerId])).rows;
  }

  /**
   * Whether the tenant has a person with one of the roles, besides the account. A disabled account counts: otherwise an
   * admin could disable the others and go on alone.
   */
  async hasOtherPerson(tenantId: string, roles: readonly string[], accountId: string): Promise<boolean> {
    return (await this.sql.query(OTHER_REVIEWER, [tenantId, roles, accountId])).rowCount === 1;
  }
}
