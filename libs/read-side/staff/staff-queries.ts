import type { Role, SessionMethod } from '@probity/contracts/staff/words';
import type { EmergencyAccessInForce, SessionView, StaffAccount } from '@probity/contracts/staff/views';
import type { Sql } from '@probity/persistence/database';
import type { Page } from '../page';
import { readViews } from '../views';

/** A role, and where it holds. */
export interface HeldRole {
  /** null: the whole installation */
  tenant_id: string | null;
  /** null: the whole installation */
  slug: string | null;
  role: Role;
  /** for emergency access: when it ends */
  until: Date | null;
}

/** An account that a session or a token belongs to. */
export interface StaffIdentity {
  id: string;
  name: string;
  email: string | null;
  roles: HeldRole[];
}

export interface SessionOfToken extends StaffIdentity {
  session_id: string;
  csrf_hash: Buffer;
  method: SessionMethod;
  /** when the person last proved who they are */
  proved_at: Date;
  last_seen_at: Date;
  /** of a session that began at an identity provider: whose provider it is; null: that of the installation */
  provider_tenant: string | null;
}

export interface TokenOfService extends StaffIdentity {
  token_id: string;
  token_hash: Buffer;
}

/** $1 is the account. Roles of the account in tenants and in the installation, and emergency access that has not ended. */
const ROLES_OF = (account: string, now: string): string => `
  (SELECT coalesce(json_agg(json_build_object('tenant_id', h.tenant_id, 'slug', t.slug, 'role', h.role, 'until', h.until)
     ORDER BY t.slug NULLS FIRST, h.role), '[]'::json)
   FROM (SELECT tenant_id, role, NULL::timestamptz AS until FROM back_office.staff_roles WHERE account_id = ${account}
         UNION ALL
         SELECT tenant_id, unnest(roles), until FROM back_office.emergency_access
         WHERE officer_id = ${account}::text AND until > ${now} AND ended_at IS NULL) h
     LEFT JOIN back_office.tenants t ON t.id = h.tenant_id)`;

const sessionsWith = (condition: string): string => `
  SELECT a.id, a.name, a.email, s.id AS session_id, s.csrf_hash, s.last_seen_at, s.method,
    coalesce(s.proved_at, s.signed_in_at) AS proved_at, p.tenant_id AS provider_tenant,
    ${ROLES_OF('a.id', '$2')} AS roles
  FROM back_office.sessions s JOIN back_office.staff_accounts a ON a.id = s.account_id
    LEFT JOIN back_office.identity_providers p ON p.id = s.provider_id AND p.removed_at IS NULL
  WHERE ${condition} AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
    AND a.disabled_at IS NULL AND s.credentials_revision = a.credentials_revision
    AND (s.provider_id IS NULL OR p.id IS NOT NULL)`;
const SESSION = sessionsWith('s.token_hash = $1');
const SESSIONS_NOW = sessionsWith('s.id = ANY ($1::uuid[])');
const tokensWith = (condition: string): string => `
  SELECT a.id, a.name, a.email, k.id AS token_id, k.token_hash, ${ROLES_OF('a.id', '$2')} AS roles
  FROM back_office.staff_tokens k JOIN back_office.staff_accounts a ON a.id = k.account_id
  WHERE ${condition} AND k.revoked_at IS NULL AND k.expires_at > $2 AND a.disabled_at IS NULL`;
const TOKEN = tokensWith('k.id = $1');
const TOKENS_NOW = tokensWith('k.id = ANY ($1)');

const ACCOUNT_NOW = `
  SELECT a.id, a.name, a.email, ${ROLES_OF('a.id', '$2')} AS roles
  FROM back_office.staff_accounts a WHERE a.id::text = $1 AND a.disabled_at IS NULL`;

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

/**
 * Whether a role counts in a session. With an identity provider, its owner could sign in as any of its people, so it
 * gives no access to tenants of others: these trusted a password that the owner does not know.
 */
const mayUse = ({ method, provider_tenant }: SessionOfToken, { tenant_id, until }: HeldRole): boolean =>
  method !== 'identity_provider' || tenant_id === provider_tenant || (provider_tenant === null && until !== null);

const withUsableRoles = (session: SessionOfToken): SessionOfToken => ({
  ...session,
  roles: session.roles.filter((held) => mayUse(session, held)),
});

type Stored = { roles: (Omit<HeldRole, 'until'> & { until: string | null })[] };

/** Reads accounts of staff, what they may do, and their sessions. */
export class StaffQueries {
  constructor(private readonly sql: Sql) {}

  /** @param idleSince sessions that were last used before this time have ended */
  async session(tokenHash: Buffer, now: Date, idleSince: Date): Promise<SessionOfToken | undefined> {
    const [session] = await this.identities<SessionOfToken>(SESSION, [tokenHash, now, idleSince]);
    return session && withUsableRoles(session);
  }

  /** Those of many sessions, by their ids, that have not ended, with what their people may do now. */
  async sessionsNow(sessionIds: string[], now: Date, idleSince: Date): Promise<SessionOfToken[]> {
    const found = await this.identities<SessionOfToken>(SESSIONS_NOW, [sessionIds, now, idleSince]);
    return found.map(withUsableRoles);
  }

  async token(tokenId: string, now: Date): Promise<TokenOfService | undefined> {
    return (await this.identities<TokenOfService>(TOKEN, [tokenId, now]))[0];
  }

  /** Those of many tokens, by their ids, that are valid, with what their accounts may do now. */
  tokensNow(tokenIds: string[], now: Date): Promise<TokenOfService[]> {
    return this.identities<TokenOfService>(TOKENS_NOW, [tokenIds, now]);
  }

  /** An account with what it may do at the time; undefined when it is disabled. */
  async accountNow(accountId: string, now: Date): Promise<StaffIdentity | undefined> {
    return (await this.identities<StaffIdentity>(ACCOUNT_NOW, [accountId, now]))[0];
  }

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

  private async identities<Identity extends StaffIdentity>(statement: string, values: unknown[]): Promise<Identity[]> {
    const { rows } = await this.sql.query<Omit<Identity, 'roles'> & Stored>(statement, values);
    return rows.map((row) => {
      const roles = row.roles.map(({ until, ...held }) => ({
        ...held,
        until: until === null ? null : new Date(until),
      }));
      return { ...row, roles } as unknown as Identity;
    });
  }
}
