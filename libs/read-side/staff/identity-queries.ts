import type { AccountKind, Role, SessionMethod } from '@probity/contracts/staff/words';
import type { Sql } from '@probity/persistence/database';

/** A role as the read side has it, and where it holds. */
export interface StoredRole {
  /** null: the whole installation */
  tenant_id: string | null;
  /** null: the whole installation */
  slug: string | null;
  role: Role;
  /** for emergency access: when it ends */
  until: string | null;
  /** for emergency access */
  access_id: string | null;
  /** for emergency access: the revision of its event in the stream of the tenant; null in rows of an older version */
  access_revision: number | null;
}

export interface StoredToken {
  id: string;
  /** SHA-256, hexadecimal */
  hash: string;
  expires_at: string;
}

/** The row of an account that is not disabled, with the other rows that say what it may do. */
export interface StoredIdentity {
  id: string;
  kind: AccountKind;
  name: string;
  email: string | null;
  /** the tenant that manages the account; null: the installation does */
  managed_by: string | null;
  /** of the last event that the row reflects */
  revision: number;
  /** and emergency access that has not ended */
  roles: StoredRole[];
  /** that were not revoked */
  tokens: StoredToken[];
}

/** What the back office signs about a session: everything that says who may do what with it, and until when. */
export interface SessionGrant {
  session_id: string;
  token_hash: Buffer;
  account_id: string;
  credentials_revision: number;
  csrf_hash: Buffer;
  signed_in_at: Date;
  expires_at: Date;
  method: SessionMethod;
  /** when the person proved again who they are */
  proved_at: Date | null;
  provider_id: string | null;
  subject: string | null;
  provider_session: string | null;
  passkey_id: string | null;
}

export interface SignedSession extends SessionGrant {
  signature: string | null;
}

export interface StoredSession extends StoredIdentity, SignedSession {
  last_seen_at: Date;
  /** of a session that began at an identity provider: whose provider it is; null: that of the installation */
  provider_tenant: string | null;
}

export interface StoredTokenOfService extends StoredIdentity {
  token_id: string;
  token_hash: Buffer;
}

/** $2 is the time. */
const IDENTITY = `
  a.id, a.kind, a.name, a.email, a.tenant_id AS managed_by, a.revision::float8 AS revision,
  (SELECT coalesce(json_agg(json_build_object('tenant_id', h.tenant_id, 'slug', t.slug, 'role', h.role,
     'until', h.until, 'access_id', h.access_id, 'access_revision', h.access_revision)
     ORDER BY t.slug NULLS FIRST, h.role), '[]'::json)
   FROM (SELECT tenant_id, role, NULL::timestamptz AS until, NULL::uuid AS access_id, NULL::bigint AS access_revision
         FROM back_office.staff_roles WHERE account_id = a.id
         UNION ALL
         SELECT tenant_id, unnest(roles), until, id, revision FROM back_office.emergency_access
         WHERE officer_id = a.id::text AND until > $2 AND ended_at IS NULL) h
     LEFT JOIN back_office.tenants t ON t.id = h.tenant_id) AS roles,
  (SELECT coalesce(json_agg(json_build_object('id', o.id, 'hash', encode(o.token_hash, 'hex'),
     'expires_at', o.expires_at) ORDER BY o.id), '[]'::json)
   FROM back_office.staff_tokens o WHERE o.account_id = a.id AND o.revoked_at IS NULL) AS tokens`;

const GRANT = `
  s.id AS session_id, s.token_hash, s.account_id, s.credentials_revision::float8 AS credentials_revision, s.csrf_hash,
  s.signed_in_at, s.expires_at, s.method, s.proved_at, s.provider_id, s.subject, s.provider_session, s.passkey_id,
  s.signature`;

const sessionsWith = (condition: string): string => `
  SELECT ${IDENTITY}, ${GRANT}, s.last_seen_at, p.tenant_id AS provider_tenant
  FROM back_office.sessions s JOIN back_office.staff_accounts a ON a.id = s.account_id
    LEFT JOIN back_office.identity_providers p ON p.id = s.provider_id AND p.removed_at IS NULL
  WHERE ${condition} AND s.ended_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
    AND a.disabled_at IS NULL AND s.credentials_revision = a.credentials_revision
    AND (s.provider_id IS NULL OR p.id IS NOT NULL)`;
const SESSION = sessionsWith('s.token_hash = $1');
const SESSIONS_NOW = sessionsWith('s.id = ANY ($1::uuid[])');
const SIGNED_SESSION = `SELECT ${GRANT} FROM back_office.sessions s WHERE id = $1 AND ended_at IS NULL FOR UPDATE`;
const tokensWith = (condition: string): string => `
  SELECT ${IDENTITY}, k.id AS token_id, k.token_hash
  FROM back_office.staff_tokens k JOIN back_office.staff_accounts a ON a.id = k.account_id
  WHERE ${condition} AND k.revoked_at IS NULL AND k.expires_at > $2 AND a.disabled_at IS NULL`;
const TOKEN = tokensWith('k.id = $1');
const TOKENS_NOW = tokensWith('k.id = ANY ($1)');
const ACCOUNT_NOW = `
  SELECT ${IDENTITY} FROM back_office.staff_accounts a WHERE a.id::text = $1 AND a.disabled_at IS NULL`;

/** Reads what the rows say that callers may do. Whether Probity wrote them is another question. */
export class IdentityQueries {
  constructor(private readonly sql: Sql) {}

  /** @param idleSince sessions that were last used before this time have ended */
  async session(tokenHash: Buffer, now: Date, idleSince: Date): Promise<StoredSession | undefined> {
    return (await this.sql.query<StoredSession>(SESSION, [tokenHash, now, idleSince])).rows[0];
  }

  /** Those of many sessions, by their ids, that have not ended. */
  async sessionsNow(sessionIds: string[], now: Date, idleSince: Date): Promise<StoredSession[]> {
    return (await this.sql.query<StoredSession>(SESSIONS_NOW, [sessionIds, now, idleSince])).rows;
  }

  async token(tokenId: string, now: Date): Promise<StoredTokenOfService | undefined> {
    return (await this.sql.query<StoredTokenOfService>(TOKEN, [tokenId, now])).rows[0];
  }

  /** Those of many tokens, by their ids, that are valid. */
  async tokensNow(tokenIds: string[], now: Date): Promise<StoredTokenOfService[]> {
    return (await this.sql.query<StoredTokenOfService>(TOKENS_NOW, [tokenIds, now])).rows;
  }

  /** Undefined when the account is disabled. */
  async accountNow(accountId: string, now: Date): Promise<StoredIdentity | undefined> {
    return (await this.sql.query<StoredIdentity>(ACCOUNT_NOW, [accountId, now])).rows[0];
  }
}

/** The row of a session that has not ended, which stays as it is until the end of the transaction. */
export async function lockSession(sql: Sql, sessionId: string): Promise<SignedSession | undefined> {
  return (await sql.query<SignedSession>(SIGNED_SESSION, [sessionId])).rows[0];
}
