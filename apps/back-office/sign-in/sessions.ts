import { randomBytes } from 'node:crypto';
import type { SessionView, StartedSession } from '@probity/contracts/staff/views';
import type { Database } from '@probity/persistence/database';
import { secretHash } from '@probity/platform/api-key';
import { clientNetwork } from '@probity/platform/limiting/client-address';
import { newId } from '@probity/platform/ids';
import type { TimeSource } from '@probity/platform/time-source';
import type { SessionOfToken, StaffQueries } from '@probity/read-side/staff/staff-queries';

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
}

export interface ClientOfSession {
  address: string;
  userAgent: string | undefined;
}

const START = `
  INSERT INTO back_office.sessions
    (id, token_hash, account_id, credentials_revision, csrf_hash, address, user_agent, signed_in_at, last_seen_at,
     expires_at)
  SELECT $1, $2, a.id, a.credentials_revision, $5, $6, $7, $8, $8, $9 FROM back_office.staff_accounts a
  WHERE a.id = $3 AND a.credentials_revision = $4 AND a.disabled_at IS NULL AND a.has_credentials`;
const SEEN = 'UPDATE back_office.sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2';
const CONFIRM = 'UPDATE back_office.sessions SET signed_in_at = $2 WHERE id = $1 AND ended_at IS NULL';
const END = 'UPDATE back_office.sessions SET ended_at = $3 WHERE account_id = $1 AND id = $2 AND ended_at IS NULL';
const FORGET = 'DELETE FROM back_office.sessions WHERE expires_at < $1';
const MAX_KNOWN = 100;
const ADDRESSES = `
  SELECT DISTINCT address FROM back_office.sessions WHERE account_id = $1 LIMIT ${MAX_KNOWN}`;
/** Ended sessions are kept so long, so that an address from which a person signed in is known. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Sessions of people. They are rows, not events: after the loss of Postgres, staff sign in again. Only hashes of the
 * secrets are stored. Disabling an account and changing its credentials end its sessions.
 */
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly queries: StaffQueries,
    private readonly time: TimeSource,
  ) {}

  /** Returns undefined when the credentials have changed since its credentials were checked. */
  async start(
    { accountId, credentialsRevision }: VerifiedAccount,
    { address, userAgent }: ClientOfSession,
  ): Promise<(StartedSession & { token: string }) | undefined> {
    const session_id = newId();
    const token = `probity_session_${randomBytes(32).toString('base64url')}`;
    const csrf_token = randomBytes(32).toString('base64url');
    const now = this.time.now();
    const expires = new Date(now.getTime() + SESSION_MS);
    const agent = userAgent?.slice(0, MAX_USER_AGENT) ?? null;
    const { rowCount } = await this.database.query(START, [
      session_id,
      secretHash(token),
      accountId,
      credentialsRevision,
      secretHash(csrf_token),
      address,
      agent,
      now,
      expires,
    ]);
    if (rowCount === 0) return undefined;
    await this.database.query(FORGET, [new Date(now.getTime() - KEPT_MS)]);
    return { session_id, token, csrf_token, expires_at: expires.toISOString() };
  }

  /** The session with this secret, unless it has ended. */
  async find(secret: string): Promise<SessionOfToken | undefined> {
    const now = this.time.now();
    const session = await this.queries.session(secretHash(secret), now, this.idleSince(now));
    if (session && now.getTime() - session.last_seen_at.getTime() >= SEEN_MS) {
      await this.database.query(SEEN, [session.session_id, now]);
    }
    return session;
  }

  /** The sessions of an account that have not ended. */
  list(accountId: string, current: string | null): Promise<SessionView[]> {
    const now = this.time.now();
    return this.queries.sessions(accountId, current, now, this.idleSince(now));
  }

  /** The person has proved again who it is. */
  async confirm(sessionId: string): Promise<void> {
    await this.database.query(CONFIRM, [sessionId, this.time.now()]);
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
