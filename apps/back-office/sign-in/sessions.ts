import { randomBytes } from 'node:crypto';
import type { SessionView, StartedSession } from '@probity/contracts/staff/views';
import type { Database } from '@probity/persistence/database';
import { secretHash } from '@probity/platform/api-key';
import { invalid } from '@probity/platform/errors';
import { clientNetwork } from '@probity/platform/limiting/client-address';
import { newId } from '@probity/platform/ids';
import type { TimeSource } from '@probity/platform/time-source';
import type { SessionMethod } from '@probity/contracts/staff/words';
import {
  type IdentityQueries,
  lockSession,
  type SessionGrant,
  type StoredSession,
} from '@probity/read-side/staff/identity-queries';
import type { StaffQueries } from '@probity/read-side/staff/staff-queries';
import type { GenuineStaff, HeldRole, StaffIdentity } from '../auth/genuine-staff';
import type { Identity } from '../staff/staff-account';
import type { SessionGrants } from './session-grants';

/** A session that was not used for so long has ended. */
export const IDLE_MS = 30 * 60_000;
/** A session ends after this time, however much it is used. */
export const SESSION_MS = 12 * 3_600_000;
/** How exact `last_seen_at` is; a write for every request would cost more than it says. */
const SEEN_MS = 60_000;
const MAX_USER_AGENT = 200;

/** The account and its state at the time at which its credentials were checked. */
export interface VerifiedAccount {
  accountId: string;
  /** of the event that set the credentials */
  credentialsRevision: number;
  /** default: a password and a one-time code */
  proof?: Proof;
}

/** How the person proved who they are, if not with a password. */
export type Proof = ProvedPasskey | { method: 'identity_provider'; identity: ProvedIdentity };

export interface ProvedPasskey {
  method: 'passkey';
  passkeyId: string;
  /** at which the account had the passkey */
  accountRevision: number;
}

/** What an identity provider said about a person who signed in there. */
export interface ProvedIdentity extends Identity {
  /** the `sid` */
  session: string | null;
  /** the `iat` */
  issuedAt: Date;
  /** the `auth_time`: when the person last proved there who they are; 1970 if the provider does not say */
  provedAt: Date;
}

export type StartedWithToken = StartedSession & { token: string };

export interface ClientOfSession {
  address: string;
  userAgent: string | undefined;
}

/** FOR SHARE: a change of the account that ends sessions comes before this, or finds the session. */
const START = `
  INSERT INTO back_office.sessions
    (id, token_hash, account_id, credentials_revision, csrf_hash, address, user_agent, signed_in_at, last_seen_at,
     expires_at, method, proved_at, provider_id, subject, provider_session, passkey_id, signature)
  SELECT $1, $2, a.id, a.credentials_revision, $5, $6, $7, $8, $8, $9, $10, $11, $12::uuid, $13, $14, $15, $18
  FROM back_office.staff_accounts a
  WHERE a.id = $3 AND a.credentials_revision = $4 AND a.disabled_at IS NULL AND a.has_credentials
    AND ($12::uuid IS NULL OR EXISTS (
      SELECT FROM back_office.identity_providers p WHERE p.id = $12::uuid AND p.removed_at IS NULL))
    AND NOT EXISTS (
      SELECT FROM back_office.provider_logouts l WHERE l.provider_id = $12::uuid AND l.at >= $16::timestamptz
        AND (l.subject IS NULL OR l.subject = $13) AND (l.provider_session IS NULL OR l.provider_session = $14))
    AND ($17::bigint IS NULL OR a.revision <= $17)
  FOR SHARE OF a`;
/** A logout and the start of a session for the same person run one after the other. */
const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
const SEEN = 'UPDATE back_office.sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2';
const CONFIRM = 'UPDATE back_office.sessions SET proved_at = $2, signature = $3 WHERE id = $1';
const IDENTITY = 'SELECT provider_id, subject FROM back_office.sessions WHERE id = $1 AND provider_id IS NOT NULL';
const END = 'UPDATE back_office.sessions SET ended_at = $3 WHERE account_id = $1 AND id = $2 AND ended_at IS NULL';
const FORGET_LOGOUTS = 'DELETE FROM back_office.provider_logouts WHERE expires_at <= $1';
const LOG_OUT = `
  INSERT INTO back_office.provider_logouts (provider_id, token_id, subject, provider_session, at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (provider_id, token_id) DO NOTHING`;
const END_OF_PROVIDER = `
  UPDATE back_office.sessions SET ended_at = $4 WHERE provider_id = $1 AND ended_at IS NULL
    AND ($2::text IS NULL OR subject = $2) AND ($3::text IS NULL OR provider_session = $3)`;
const FORGET = 'DELETE FROM back_office.sessions WHERE expires_at < $1';
/** What a logout token says; it names the person, the session at the provider, or both. */
export interface ProviderLogout {
  providerId: string;
  /** the `jti` */
  tokenId: string;
  subject: string | null;
  session: string | null;
  /** the `iat`, by the clock of the provider like that of identities */
  issuedAt: Date;
  expiresAt: Date;
}

const MAX_KNOWN = 100;
const ADDRESSES = `
  SELECT DISTINCT address FROM back_office.sessions WHERE account_id = $1 LIMIT ${MAX_KNOWN}`;
/** Ended sessions are kept so long, so that an address from which a person signed in is known. */
const KEPT_MS = 30 * 24 * 3_600_000;

export interface SessionOfToken extends StaffIdentity {
  session_id: string;
  csrf_hash: Buffer;
  method: SessionMethod;
  /** when the person last proved who they are */
  proved_at: Date;
  last_seen_at: Date;
}

/**
 * Sessions of people. They are rows, not events: after the loss of Postgres, staff sign in again. Only hashes of the
 * secrets are stored. The back office signs the rows. Disabling an account and changing its credentials end its sessions.
 *
 * Not guaranteed: that a session which ended before its time stays ended in a changed row.
 */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly queries: StaffQueries,
    private readonly identities: IdentityQueries,
    private readonly staff: GenuineStaff,
    private readonly grants: SessionGrants,
    private readonly time: TimeSource,
  ) {}

  /** Returns undefined when the credentials have changed since its credentials were checked. */
  async start(
    { accountId, credentialsRevision, proof }: VerifiedAccount,
    { address, userAgent }: ClientOfSession,
  ): Promise<StartedWithToken | undefined> {
    const session_id = newId();
    const token = `probity_session_${randomBytes(32).toString('base64url')}`;
    const csrf_token = randomBytes(32).toString('base64url');
    const now = this.time.now();
    const expires = new Date(now.getTime() + SESSION_MS);
    const agent = userAgent?.slice(0, MAX_USER_AGENT) ?? null;
    const identity = proof?.method === 'identity_provider' ? proof.identity : undefined;
    const passkey = proof?.method === 'passkey' ? proof : undefined;
    const grant: SessionGrant = {
      session_id,
      token_hash: secretHash(token),
      account_id: accountId,
      credentials_revision: credentialsRevision,
      csrf_hash: secretHash(csrf_token),
      signed_in_at: now,
      expires_at: expires,
      method: proof?.method ?? 'password',
      proved_at: identity?.provedAt ?? null,
      provider_id: identity?.providerId ?? null,
      subject: identity?.subject ?? null,
      provider_session: identity?.session ?? null,
      passkey_id: passkey?.passkeyId ?? null,
    };
    const values = [
      grant.session_id,
      grant.token_hash,
      grant.account_id,
      grant.credentials_revision,
      grant.csrf_hash,
      address,
      agent,
      grant.signed_in_at,
      grant.expires_at,
      grant.method,
      grant.proved_at,
      grant.provider_id,
      grant.subject,
      grant.provider_session,
      grant.passkey_id,
      identity?.issuedAt ?? null,
      passkey?.accountRevision ?? null,
      this.grants.sign(grant),
    ];
    const { rowCount } = await this.database.transaction(async (sql) => {
      if (identity) await sql.query(ONE_AT_A_TIME, [`identity provider ${identity.providerId}`]);
      return sql.query(START, values);
    });
    if (rowCount === 0) return undefined;
    await this.database.query(FORGET, [new Date(now.getTime() - KEPT_MS)]);
    return { session_id, token, csrf_token, expires_at: expires.toISOString() };
  }

  /** The session with this secret, unless it has ended. */
  async find(secret: string): Promise<SessionOfToken | undefined> {
    const now = this.time.now();
    const session = await this.staff.genuine(async () => {
      const stored = await this.identities.session(secretHash(secret), now, this.idleSince(now));
      return stored && (await this.grants.holds(stored)) ? stored : undefined;
    });
    if (session && now.getTime() - session.last_seen_at.getTime() >= SEEN_MS) {
      await this.database.query(SEEN, [session.session_id, now]);
    }
    return session && ofToken(session);
  }

  /** Those of these sessions that have not ended, with what their people may do now. Reading them is no use of them. */
  async now(sessionIds: string[]): Promise<SessionOfToken[]> {
    const now = this.time.now();
    const stored = await this.identities.sessionsNow(sessionIds, now, this.idleSince(now));
    const holds = await Promise.all(stored.map((session) => this.grants.holds(session)));
    return (await this.staff.those(stored.filter((_, index) => holds[index]))).map(ofToken);
  }

  /** The sessions of an account that have not ended. */
  list(accountId: string, current: string | null): Promise<SessionView[]> {
    const now = this.time.now();
    return this.queries.sessions(accountId, current, now, this.idleSince(now));
  }

  /** The person has proved again who they are. @param at default: now */
  async confirm(sessionId: string, at = this.time.now()): Promise<void> {
    await this.database.transaction(async (sql) => {
      const session = await lockSession(sql, sessionId);
      if (!session || !(await this.grants.holds(session))) return;
      await sql.query(CONFIRM, [sessionId, at, this.grants.sign({ ...session, proved_at: at })]);
    });
  }

  /** With which identity the session began. @throws Refusal `no_identity` */
  async identityOf(sessionId: string): Promise<Identity> {
    const { rows } = await this.database.query<{ provider_id: string; subject: string }>(IDENTITY, [sessionId]);
    if (rows[0]) return { providerId: rows[0].provider_id, subject: rows[0].subject };
    throw invalid('no_identity', 'the session did not begin at an identity provider; confirm it with POST /me/confirm');
  }

  /**
   * Carries out a logout token: ends the sessions that began through the provider, for its session there, or for the
   * person. Returns how many; undefined when the token was carried out before.
   */
  async endOfProvider({
    providerId,
    tokenId,
    subject,
    session,
    issuedAt,
    expiresAt,
  }: ProviderLogout): Promise<number | undefined> {
    const now = this.time.now();
    return this.database.transaction(async (sql) => {
      await sql.query(ONE_AT_A_TIME, [`identity provider ${providerId}`]);
      await sql.query(FORGET_LOGOUTS, [now]);
      const { rowCount } = await sql.query(LOG_OUT, [providerId, tokenId, subject, session, issuedAt, expiresAt]);
      if (rowCount === 0) return undefined;
      return (await sql.query(END_OF_PROVIDER, [providerId, subject, session, now])).rowCount ?? 0;
    });
  }

  /** Returns false when the account has no such session that has not ended. */
  async end(accountId: string, sessionId: string): Promise<boolean> {
    return (await this.database.query(END, [accountId, sessionId, this.time.now()])).rowCount === 1;
  }

  /** Whether the account signed in from the network of the address before; addresses of IPv6 change within it. */
  async isKnownAddress(accountId: string, address: string): Promise<boolean> {
    const { rows } = await this.database.query<{ address: string }>(ADDRESSES, [accountId]);
    return rows.some((known) => clientNetwork(known.address) === clientNetwork(address));
  }

  private idleSince(now: Date): Date {
    return new Date(now.getTime() - IDLE_MS);
  }
}

const ofToken = (session: Omit<StoredSession, 'roles'> & { roles: HeldRole[] }): SessionOfToken => ({
  ...session,
  proved_at: session.proved_at ?? session.signed_in_at,
  roles: session.roles.filter((held) => mayUse(session, held)),
});

/**
 * Whether a role counts in a session. With an identity provider, its owner could sign in as any of its people, so it
 * gives no access to tenants of others: these trusted a password that the owner does not know.
 */
const mayUse = (
  { method, provider_tenant }: Pick<StoredSession, 'method' | 'provider_tenant'>,
  { tenant_id, until }: HeldRole,
): boolean =>
  method !== 'identity_provider' || tenant_id === provider_tenant || (provider_tenant === null && until !== null);
