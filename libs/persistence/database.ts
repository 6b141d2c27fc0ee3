import type { Writable } from 'node:stream';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { Refusal } from '@probity/platform/errors';
import { type DatabaseOptions, poolConfig } from './database-options';
import { concerning } from '@probity/platform/dependency-errors';
import { isConnectionFailure, markedIfLost, QUERY_CANCELED, sqlState } from './failures';
import { firstConnection } from './first-connection';
import { MarkingClient } from './marking-client';
import { onClient, prepared, type Sql } from './prepared-statements';
import { Session } from './session';

export type { Sql } from './prepared-statements';

/** A lock that this process holds. */
export interface Lock {
  /** aborted when the lock is lost or released */
  lost: AbortSignal;
  /** A second call does nothing. */
  release(): void;
}

/** The session that holds a lock. */
export interface LockHolder {
  pid: number;
  role: string;
  application: string;
}

/** The session of an open transaction that writes. */
export interface Writer extends LockHolder {
  /** may be another one of the same server */
  database: string;
}

const STOPPING = 'Probity is stopping; no changes were made; try again when it has started';
const LOCK_WATCH_MS = 1_000;
/** A lock of one number is stored as two halves. */
const IS_HELD = `
  locktype = 'advisory' AND objsubid = 1 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`;
const IS_LOCKED = `SELECT EXISTS (SELECT FROM pg_locks WHERE ${IS_HELD}) AS locked`;
const HOLDER = `
  SELECT pid, usename AS role, application_name AS application
  FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE ${IS_HELD}`;
const OLDEST_WRITER = `
  SELECT pid, usename AS role, application_name AS application, datname AS database
  FROM pg_stat_activity WHERE backend_xid = pg_snapshot_xmin(pg_current_snapshot())::xid`;
const UNLOCK_TIMEOUT_MS = 1_000;
const UNLOCK = 'SELECT pg_advisory_unlock_all()';
/** in which TypeORM records the migrations that have run; see `run-migrations.ts` */
const MIGRATIONS_TABLE = 'probity_migrations';
const MIGRATION_LOCK = 7_762_489; // an arbitrary number that nothing else in the database uses

/** A pool of Postgres connections. */
export class Database implements Sql {
  /** the ends of locks, in progress; the next lock waits for them */
  private readonly unlocking = new Set<Promise<void>>();

  protected constructor(
    private readonly pool: Pool,
    /** how it was opened, for example to open another pool in a worker thread; contains the password */
    readonly access: Pick<DatabaseOptions, 'url' | 'role' | 'applicationName'>,
    private readonly migrations: (new () => MigrationInterface)[],
  ) {}

  /** @throws the error of the first connection; see `firstConnection` */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, role, applicationName, migrations = [] } = options;
    const config = poolConfig(options);
    const failed = (error: Error): void => options.onConnectionError?.(error);
    await firstConnection(config, failed);
    const pool = new Pool({ ...config, Client: MarkingClient });
    pool.on('error', (error) => failed(concerning('database', error)));
    pool.on('acquire', listenForLoss);
    return new Database(pool, { url, applicationName, ...(role === undefined ? {} : { role }) }, migrations);
  }

  /**
   * Runs one statement outside a transaction.
   *
   * @throws Refusal `overloaded` when Postgres is unavailable or too slow, and a write may nevertheless have been made; also
   *   when the pool was closed before
   */
  async query<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<QueryResult<Row>> {
    this.refuseAfterEnd();
    try {
      return await this.pool.query<Row>(prepared(text, values));
    } catch (error) {
      const isLost = isConnectionFailure(error);
      throw isLost || sqlState(error) === QUERY_CANCELED
        ? unavailable(isLost ? concerning('database', error) : error)
        : error;
    }
  }

  /** Runs one statement without preparing it. For statements that differ each time or contain a secret. */
  async execute(text: string): Promise<void> {
    await this.pool.query(text).catch(failLost);
  }

  /**
   * Runs `work` in one transaction on one connection. If `work` throws, the transaction is rolled back and the error is
   * thrown again. If the connection is lost during COMMIT, the outcome is unknown. See `wasRolledBack`.
   *
   * @param options.mayBeLost does not wait for the disk at the end. If the server crashes within about a second, the
   * transaction may be undone, but never one of its statements alone, and no later durable transaction without it.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>, { mayBeLost = false } = {}): Promise<T> {
    const client = await this.connect();
    let broken: Error | undefined;
    let committing = false;
    try {
      // BEGIN is sent together with the first statement, to save a round trip. It fails only if the connection fails.
      sendTogether(client);
      const begun = client.query(mayBeLost ? 'BEGIN; SET LOCAL synchronous_commit = off' : 'BEGIN');
      begun.catch(() => {});
      const result = await work(onClient(client));
      await begun;
      committing = true;
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
      return result;
    } catch (error) {
      broken = await rollback(client);
      if (!broken && !committing && error instanceof Error) rolledBack.add(error);
      throw markedIfLost(error);
    } finally {
      client.release(broken);
    }
  }

  /** Takes a connection out of the pool, for work with temporary tables. Its caller ends it. */
  async openSession(): Promise<Session> {
    return new Session(await this.connect());
  }

  /** Runs the migrations that have not run yet and returns their names. Only one process at a time runs them. */
  async migrate(): Promise<string[]> {
    const guard = await this.pool.connect();
    try {
      await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      if (await this.isMigrated()) return [];
      const { runMigrations } = await import('./run-migrations'); // no other start needs TypeORM, which loads slowly
      return await runMigrations(this.access, this.migrations, MIGRATIONS_TABLE);
    } finally {
      guard.release(true); // ends the session, and the lock with it
    }
  }

  private async isMigrated(): Promise<boolean> {
    const { rows: tables } = await this.query<{ exists: boolean }>(
      `SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS exists`,
    );
    if (!tables[0]?.exists) return false;
    const { rows } = await this.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
    const done = new Set(rows.map(({ name }) => name));
    return this.migrations.every((Migration) => done.has(new Migration().name ?? ''));
  }

  /**
   * Takes a lock that only one session of the database can hold. Returns undefined when another session holds it. The
   * lock has its own connection and is lost with it; the connection is checked every second.
   *
   * Not guaranteed: that a process that was paused still holds the lock when it continues. Its writes must also be
   * protected by other means.
   */
  async tryLock(name: string): Promise<Lock | undefined> {
    await Promise.all(this.unlocking);
    const client = await this.connect();
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    let isReleased = false;
    const release = (): void => {
      lost.abort();
      if (!isReleased) this.unlock(client);
      isReleased = true;
    };
    try {
      const { rows } = await client.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
        [name],
      );
      if (!rows[0]?.held) {
        release();
        return undefined;
      }
    } catch (error) {
      release();
      throw markedIfLost(error);
    }
    const watch = setInterval(() => void client.query('SELECT 1').catch(() => lost.abort()), LOCK_WATCH_MS);
    lost.signal.addEventListener('abort', () => clearInterval(watch));
    return { lost: lost.signal, release };
  }

  /** Whether a process holds the lock with this name. */
  async isLocked(name: string): Promise<boolean> {
    return (await this.query<{ locked: boolean }>(IS_LOCKED, [name])).rows[0]!.locked;
  }

  /** The session that holds the lock with this name, also if it is no process of Probity. */
  async holderOf(name: string): Promise<LockHolder | undefined> {
    return (await this.query<LockHolder & QueryResultRow>(HOLDER, [name])).rows[0];
  }

  /** The session of the oldest open transaction of the server; undefined when there is none, or it is a prepared one. */
  async oldestWriter(): Promise<Writer | undefined> {
    return (await this.query<Writer & QueryResultRow>(OLDEST_WRITER)).rows[0];
  }

  /** Ends the session of a lock. The server may notice the end late, so the lock is given up before. */
  private unlock(client: PoolClient): void {
    const unlock: QueryConfig & { query_timeout: number } = { text: UNLOCK, query_timeout: UNLOCK_TIMEOUT_MS };
    const end = (): void => client.release(true);
    const ended: Promise<void> = client.query(unlock).then(end, end);
    const over: Promise<void> = ended.finally(() => this.unlocking.delete(over));
    this.unlocking.add(over);
  }

  private async connect(): Promise<PoolClient> {
    this.refuseAfterEnd();
    return this.pool.connect().catch(failLost);
  }

  /**
   * Work that goes on while the process stops, as a verification does, has failed for no reason of its own. What began
   * before ends with its own outcome.
   *
   * @throws Refusal `overloaded`
   */
  private refuseAfterEnd(): void {
    if (this.pool.ending) throw new Refusal('overloaded', 'unavailable', STOPPING);
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** What is sent on the connection in this turn of the event loop leaves in one piece: each piece costs a system call. */
function sendTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const failLost = (error: unknown): never => {
  throw markedIfLost(error);
};

const listened = new WeakSet<PoolClient>();

/**
 * A connection that is lost between two statements emits an `error` event. Without a listener, this event would end
 * the process. The listener can ignore it: the next statement on the connection fails, and its caller handles the
 * error.
 */
function listenForLoss(client: PoolClient): void {
  if (listened.has(client)) return;
  listened.add(client);
  client.on('error', () => {});
}

const rolledBack = new WeakSet<Error>();

/** Whether the error ended a transaction that was certainly rolled back, before COMMIT was sent. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && rolledBack.has(error);
}

/** Returns an error when the connection cannot be used again. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

const unavailable = (cause: unknown): Refusal =>
  new Refusal('overloaded', 'unavailable', 'the database cannot be reached now; try again', { cause });
