import type { Role } from '@probity/contracts/staff/words';
import type { EmergencyAccessInForce, SessionView, StaffAccount } from '@probity/contracts/staff/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { readViews } from '../views';

/** $1 is the tenant, or null for the installation. */
const ACCOUNTS = `
  SELECT a.id, a.kind, a.name, a.email, a.disabled_at, a.created_at,
    (SELECT coalesce(json_agg(r.role ORDER BY r.role), '[]'::json) FROM back_office.staff_roles r
     WHERE r.account_id = a.id AND r.tenant_id IS NOT DISTINCT FROM $1::uuid) AS roles,
    a.tenant_id IS NOT DISTINCT FROM $1::uuid AS is_managed_here,
    a.has_credentials,
    CASE WHEN a.tenant_id IS NOT DISTINCT FROM $1::uuid THEN
      (SELECT coalesce(json_agg(json_build_object('id', k.id, 'label', k.label,
         'created_at', k.created_at, 'expires_at', k.expires_at, 'revoked_at', k.revoked_at) ORDER BY k.created_at), '[]'::json)
       FROM back_office.staff_tokens k WHERE k.account_id = a.id)
    ELSE '[]'::json END AS tokens
  FROM back_office.staff_accounts a
  WHERE (a.tenant_id IS NOT DISTINCT FROM $1::uuid
    OR EXISTS (SELECT FROM back_office.staff_roles r WHERE r.account_id = a.id AND r.tenant_id IS NOT DISTINCT FROM $1::uuid))`;
/** $2: any of these roles in the tenant. */
const WITH_ROLE = `
  SELECT a.id, a.name FROM back_office.staff_accounts a
  WHERE a.disabled_at IS NULL
    AND EXISTS (SELECT FROM back_office.staff_roles r WHERE r.account_id = a.id AND r.tenant_id = $1 AND r.role = ANY ($2))
  ORDER BY a.name, a.id LIMIT $3 OFFSET $4`;
const THESE_WITH_ROLE = `
  SELECT a.id, a.name FROM back_office.staff_accounts a
  WHERE a.disabled_at IS NULL AND a.id = ANY ($3)
    AND EXISTS (SELECT FROM back_office.staff_roles r WHERE r.account_id = a.id AND r.tenant_id = $1 AND r.role = ANY ($2))`;
/** $2: the time. $3: only this one. */
const EMERGENCY_ACCESS = `
  SELECT e.id, e.roles, e.reason, e.until, e.officer_id, coalesce(a.name, 'operator token') AS officer
  FROM back_office.emergency_access e LEFT JOIN back_office.staff_accounts a ON a.id::text = e.officer_id
  WHERE e.tenant_id = $1 AND ($2::timestamptz IS NULL OR (e.until > $2 AND e.ended_at IS NULL))
    AND ($3::uuid IS NULL OR e.id = $3)
  ORDER BY e.until, e.id`;
const SESSIONS = `
  SELECT id, method, address, user_agent, signed_in_at, last_seen_at, expires_at, id = $2 AS is_current
  FROM back_office.sessions WHERE account_id = $1 AND ended_at IS NULL AND expires_at > $3 AND last_seen_at > $4
  ORDER BY signed_in_at DESC`;

/** Reads accounts of staff and their sessions, for lists. What callers may do is read by `IdentityQueries`. */
export class StaffQueries {
  constructor(private readonly sql: Sql) {}

  /** Whether an account that is not disabled is an admin of the tenant. */
  async hasAdmin(tenantId: string): Promise<boolean> {
    const found = `SELECT FROM back_office.staff_roles r JOIN back_office.staff_accounts a ON a.id = r.account_id
      WHERE r.tenant_id = $1 AND r.role = 'tenant_admin' AND a.disabled_at IS NULL LIMIT 1`;
    return (await this.sql.query(found, [tenantId])).rowCount === 1;
  }

  async hasEmergencyAccess(accessId: string): Promise<boolean> {
    const found = 'SELECT FROM back_office.emergency_access WHERE id = $1';
    return (await this.sql.query(found, [accessId])).rowCount === 1;
  }

  /** The emergency access to the tenant that has not ended. */
  emergencyAccess(tenantId: string, now: Date): Promise<EmergencyAccessInForce[]> {
    return readViews(this.sql, EMERGENCY_ACCESS, [tenantId, now, null]);
  }

  /** @param now only when it has not ended at this time; null: also when it has */
  async oneEmergencyAccess(
    tenantId: string,
    accessId: string,
    now: Date | null,
  ): Promise<EmergencyAccessInForce | undefined> {
    const [found] = await readViews<EmergencyAccessInForce>(this.sql, EMERGENCY_ACCESS, [tenantId, now, accessId]);
    return found;
  }

  /** @param tenantId null for the accounts of the installation */
  accounts(tenantId: string | null, { limit, offset }: Page): Promise<StaffAccount[]> {
    return readViews(this.sql, `${ACCOUNTS} ORDER BY a.created_at, a.id LIMIT $2 OFFSET $3`, [tenantId, limit, offset]);
  }

  /** Accounts that are not disabled and have one of the roles in the tenant, by name. */
  withRole(tenantId: string, roles: readonly Role[], { limit, offset }: Page): Promise<{ id: string; name: string }[]> {
    return readViews(this.sql, WITH_ROLE, [tenantId, roles, limit, offset]);
  }

  /** Those of these accounts that are not disabled and have one of the roles in the tenant. */
  theseWithRole(
    tenantId: string,
    roles: readonly Role[],
    ids: readonly string[],
  ): Promise<{ id: string; name: string }[]> {
    return readViews(this.sql, THESE_WITH_ROLE, [tenantId, roles, ids]);
  }

  async account(tenantId: string | null, accountId: string): Promise<StaffAccount | undefined> {
    const [account] = await readViews<StaffAccount>(this.sql, `${ACCOUNTS} AND a.id = $2`, [tenantId, accountId]);
    return account;
  }

  /** The account of a person who can sign in with the email; undefined also when it is disabled. */
  async accountOfEmail(email: string): Promise<string | undefined> {
    const found =
      'SELECT id FROM back_office.staff_accounts WHERE email = $1 AND has_credentials AND disabled_at IS NULL';
    const { rows } = await this.sql.query<{ id: string }>(found, [email]);
    return rows[0]?.id;
  }

  async accountOfInvitation(invitationHash: Buffer, now: Date): Promise<string | undefined> {
    const found = `SELECT id FROM back_office.staff_accounts
      WHERE invitation_hash = $1 AND invitation_expires_at > $2 AND disabled_at IS NULL`;
    const { rows } = await this.sql.query<{ id: string }>(found, [invitationHash, now]);
    return rows[0]?.id;
  }

  sessions(accountId: string, current: string | null, now: Date, idleSince: Date): Promise<SessionView[]> {
    return readViews(this.sql, SESSIONS, [accountId, current, now, idleSince]);
  }
}
