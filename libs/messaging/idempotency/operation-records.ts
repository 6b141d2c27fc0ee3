import type { Sql } from '@probity/persistence/database';
import type { WireRefusal } from '@probity/platform/errors';
import { newId } from '@probity/platform/ids';
import type { OperationKey } from '@probity/platform/idempotency/keyed-request';
import type { Sealer } from '@probity/platform/sealing';
import type { TimeSource } from '@probity/platform/time-source';

/** For this long the first result of a key is returned. */
export const KEPT_MS = 86_400_000;
/** For this long an operation without a result counts as in progress. Then its process has probably died. */
export const LEASE_MS = 15_000;
const MAX_FORGOTTEN_AT_ONCE = 1_000;
const MAX_TRIES = 5;

/** The schemas that have a table of records: one for each service that carries out operations. */
export type RecordSchema = 'back_office' | 'customer_risk' | 'ledger' | 'pipeline' | 'webhooks';

/** How an operation ended: with a reply, or with a refusal that a repetition would get again. */
export type OperationResult = { reply: unknown } | { refusal: WireRefusal };

/** An operation to carry out: a new one, or one whose process died. */
export interface BegunOperation {
  key: OperationKey;
  /** the same in every attempt; effects that have this id are found again */
  operationId: string;
  /** what the first attempt was given, such as the ids of what it creates */
  given: unknown;
  leaseUntil: Date;
}

export type Beginning =
  | { state: 'begun'; operation: BegunOperation }
  | { state: 'ended'; result: OperationResult }
  | { state: 'in progress' }
  | { state: 'other request' };

interface Row {
  operation_id: string;
  fingerprint: Buffer;
  given: Buffer | null;
  result: Buffer | null;
  expires_at: Date;
}

/** Records of operations with an Idempotency-Key in the table of one service. Their content is sealed. */
export class OperationRecords {
  private readonly table: string;

  constructor(
    private readonly sql: Sql,
    private readonly schema: RecordSchema,
    private readonly sealer: Sealer,
    private readonly time: TimeSource,
  ) {
    this.table = `${schema}.idempotency_records`;
  }

  /**
   * Records that an operation begins, or takes over an operation whose lease has ended. `given` is then what the
   * first attempt was given.
   */
  async begin(key: OperationKey, given: unknown): Promise<Beginning> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const now = this.time.now();
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const begun = await this.sql.query<Row>(
        `INSERT INTO ${this.table} AS r (key_hash, fingerprint, operation_id, given, lease_until, expires_at)
         VALUES (decode($1, 'hex'), decode($2, 'hex'), $3, $4, $5, $6)
         ON CONFLICT (key_hash) DO UPDATE SET lease_until = excluded.lease_until
         WHERE r.result IS NULL AND r.lease_until <= $7 AND r.expires_at > $7 AND r.fingerprint = excluded.fingerprint
         RETURNING operation_id, given`,
        [
          key.hash,
          key.fingerprint,
          newId(),
          this.seal(key, 'given', given),
          leaseUntil,
          new Date(now.getTime() + KEPT_MS),
          now,
        ],
      );
      const mine = begun.rows[0];
      if (mine) {
        const first = this.open(key, 'given', mine.given!);
        return { state: 'begun', operation: { key, operationId: mine.operation_id, given: first, leaseUntil } };
      }
      const row = await this.find(key);
      if (row && row.expires_at > now) return this.standing(key, row);
      await this.sql.query(`DELETE FROM ${this.table} WHERE key_hash = decode($1, 'hex') AND expires_at <= $2`, [
        key.hash,
        now,
      ]);
    }
    return { state: 'in progress' }; // other requests with the key begin and expire all the time
  }

  /** The stored result of an operation; undefined when there is none. */
  async stored(key: OperationKey): Promise<OperationResult | undefined> {
    const row = await this.find(key);
    if (!row?.result || row.expires_at <= this.time.now()) return undefined;
    return row.fingerprint.toString('hex') === key.fingerprint ? this.resultOf(key, row.result) : undefined;
  }

  /** Stores the result, unless another attempt has stored one. Returns the stored result. */
  async end({ key, operationId }: BegunOperation, result: OperationResult): Promise<OperationResult> {
    const { rowCount } = await this.sql.query(
      `UPDATE ${this.table} SET result = $3, given = NULL
       WHERE key_hash = decode($1, 'hex') AND operation_id = $2 AND result IS NULL`,
      [key.hash, operationId, this.seal(key, 'result', result)],
    );
    if (rowCount === 1) return result;
    const row = await this.find(key);
    return row?.operation_id === operationId && row.result ? this.resultOf(key, row.result) : result;
  }

  /** Lets the next request with the key carry out the operation again, because the outcome is unknown. */
  async release({ key, operationId, leaseUntil }: BegunOperation): Promise<void> {
    await this.sql.query(
      `UPDATE ${this.table} SET lease_until = $4
       WHERE key_hash = decode($1, 'hex') AND operation_id = $2 AND lease_until = $3 AND result IS NULL`,
      [key.hash, operationId, leaseUntil, this.time.now()],
    );
  }

  /** Deletes some of the expired records; returns whether there may be more. */
  async forgetExpired(): Promise<boolean> {
    const { rowCount } = await this.sql.query(
      `DELETE FROM ${this.table} WHERE key_hash IN (
         SELECT key_hash FROM ${this.table} WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [this.time.now(), MAX_FORGOTTEN_AT_ONCE],
    );
    return rowCount === MAX_FORGOTTEN_AT_ONCE;
  }

  private standing(key: OperationKey, { fingerprint, result }: Row): Beginning {
    if (fingerprint.toString('hex') !== key.fingerprint) return { state: 'other request' };
    return result ? { state: 'ended', result: this.resultOf(key, result) } : { state: 'in progress' };
  }

  private async find(key: OperationKey): Promise<Row | undefined> {
    const { rows } = await this.sql.query<Row>(
      `SELECT operation_id, fingerprint, given, result, expires_at FROM ${this.table}
       WHERE key_hash = decode($1, 'hex')`,
      [key.hash],
    );
    return rows[0];
  }

  private resultOf = (key: OperationKey, sealed: Buffer): OperationResult =>
    this.open(key, 'result', sealed) as OperationResult;

  private seal(key: OperationKey, part: string, content: unknown): Buffer {
    return this.sealer.seal(Buffer.from(JSON.stringify(content)), this.context(key, part));
  }

  private open(key: OperationKey, part: string, sealed: Buffer): unknown {
    try {
      return JSON.parse(this.sealer.open(sealed, this.context(key, part)).toString('utf8'));
    } catch (cause) {
      throw new Error(
        `a record in ${this.table} cannot be opened: it was changed, or PROBITY_MASTER_KEY is not the key that sealed it`,
        { cause },
      );
    }
  }

  private context(key: OperationKey, part: string): string {
    return recordContext(this.schema, key.hash, part);
  }
}

/** What the part `given` or `result` of a record is sealed for. @param hash of the key, hex */
export const recordContext = (schema: RecordSchema, hash: string, part: string): string =>
  `idempotency:${schema}:${hash}:${part}`;
