import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@probity/persistence/database';
import { secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import { clientNetwork } from '@probity/platform/limiting/client-address';
import { TimeSource } from '@probity/platform/time-source';
import { StaffSecrets } from '../staff/staff-secrets';

/** How long a person has to come back from the identity provider, or to use a passkey. */
export const ATTEMPT_MS = 10 * 60_000;
/** More people than this do not sign in from one address within that time. */
export const MAX_OF_NETWORK = 100;
/** Of all networks together: beyond it, the oldest attempts end, so that strangers keep no person out. */
export const MAX_OPEN = 10_000;
/** How often each back office looks for attempts that are too many or too old; more often would cost too much. */
const TRIM_MS = 1_000;

export type AttemptPurpose =
  | 'open the identity provider'
  | 'return from the identity provider'
  | 'finish in a program'
  | 'passkey sign-in'
  | 'passkey registration';

const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtextextended('sign-in attempts of ' || $1, 0))";
const FORGET = 'DELETE FROM back_office.sign_in_attempts WHERE expires_at <= $1';
const MAKE_ROOM = `
  DELETE FROM back_office.sign_in_attempts WHERE secret_hash IN (
    SELECT secret_hash FROM back_office.sign_in_attempts ORDER BY expires_at DESC OFFSET ${MAX_OPEN})`;
const BEGIN = `
  INSERT INTO back_office.sign_in_attempts (secret_hash, purpose, network, sealed, expires_at)
  SELECT $1, $2, $3, $4, $5
  WHERE (SELECT count(*) FROM back_office.sign_in_attempts WHERE network = $3 AND expires_at > $6) < ${MAX_OF_NETWORK}`;
const TAKE = `
  DELETE FROM back_office.sign_in_attempts WHERE secret_hash = $1 AND purpose = $2 RETURNING sealed, expires_at`;

export interface BegunAttempt {
  /** 256 random bits in base64url; only its hash is stored */
  secret: string;
  expiresAt: Date;
}

/** What a person has begun and must come back with: each can be taken once, and not after ten minutes. */
@Injectable()
export class Attempts {
  private trimmedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly secrets: StaffSecrets,
    private readonly time: TimeSource,
  ) {}

  /**
   * @param address of the client
   * @param data JSON; stored sealed
   * @throws Refusal `rate_limited` when the address has too many open attempts
   */
  async begin(purpose: AttemptPurpose, address: string, data: object): Promise<BegunAttempt> {
    const secret = randomBytes(32).toString('base64url');
    const hash = secretHash(secret);
    const now = this.time.now();
    const expiresAt = new Date(now.getTime() + ATTEMPT_MS);
    const sealed = this.secrets.seal('attempt', hash.toString('hex'), Buffer.from(JSON.stringify(data)));
    const network = clientNetwork(address);
    const values = [hash, purpose, network, Buffer.from(sealed, 'base64'), expiresAt, now];
    await this.trim(now);
    const isBegun = await this.database.transaction(async (sql) => {
      await sql.query(ONE_AT_A_TIME, [network]);
      return (await sql.query(BEGIN, values)).rowCount === 1;
    });
    if (!isBegun) {
      const message = 'too many sign-ins were begun at your address and not finished; retry in a few minutes';
      throw new Refusal('rate_limited', 'rate_limited', message);
    }
    return { secret, expiresAt };
  }

  /** The data of the attempt with this secret, once; undefined when there is none, or no longer. */
  async take<Data>(purpose: AttemptPurpose, secret: string): Promise<Data | undefined> {
    const hash = secretHash(secret);
    const { rows } = await this.database.query<{ sealed: Buffer; expires_at: Date }>(TAKE, [hash, purpose]);
    const [row] = rows;
    if (!row || row.expires_at <= this.time.now()) return undefined;
    const opened = this.secrets.open('attempt', hash.toString('hex'), row.sealed.toString('base64'));
    return JSON.parse(opened.toString()) as Data;
  }

  private async trim(now: Date): Promise<void> {
    if (now.getTime() - this.trimmedAt < TRIM_MS) return;
    this.trimmedAt = now.getTime();
    await this.database.query(FORGET, [now]);
    await this.database.query(MAKE_ROOM);
  }
}
