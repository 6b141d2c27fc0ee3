import type { PoolConfig } from 'pg';
import type { MigrationInterface } from 'typeorm';

const CONNECT_TIMEOUT_MS = 5_000;

export interface PoolOptions {
  /** Maximum number of connections; default 10. */
  poolSize?: number;
  /** After this time, a running statement fails and its connection is dropped; default: no limit. */
  queryTimeoutMs?: number;
  /**
   * Whether statements use an index wherever one fits; default: Postgres chooses. It chooses by statistics, and keeps
   * plans of prepared statements. For tables that grow or change fast, it may read all rows of a table again and again
   * because the table was small a moment ago.
   *
   * Postgres does not compile these statements (`jit`). Up to version 17 it counts a scan or a sort that it cannot avoid
   * as very expensive, and compiles each statement with one again and again: more than a second for a look into the inbox.
   */
  prefersIndexes?: boolean;
}

export interface DatabaseOptions extends PoolOptions {
  /** `postgresql://…`; a host that is a folder (percent-encoded) means a Unix socket. */
  url: string;
  /** The Postgres role to act as. Its grants limit what this service can do. */
  role?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Migrations that `migrate()` runs. */
  migrations?: (new () => MigrationInterface)[];
  /** Called for errors of idle connections, which the pool drops by itself, and while the first one is tried again. */
  onConnectionError?: (error: Error) => void;
}

/** The settings of the driver. */
export function poolConfig(options: DatabaseOptions): PoolConfig & { pipeline: boolean } {
  const { url, applicationName, poolSize = 10, queryTimeoutMs } = options;
  return {
    connectionString: url,
    application_name: applicationName,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...sessionOptions(options),
    keepAlive: true,
    // The server has the same time-out, because an abandoned statement would keep its locks.
    ...(queryTimeoutMs ? { query_timeout: queryTimeoutMs, statement_timeout: queryTimeoutMs } : {}),
    pipeline: true, // statements that are sent together do not wait for each other's results
  };
}

/**
 * A service names the schema of each table. With a search path that the owner of the database has set for the role, functions
 * and operators of another schema could take the place of those of Postgres.
 */
const SEARCH_PATH = '-c search_path=pg_catalog';

function sessionOptions({ role, prefersIndexes = false }: DatabaseOptions): { options?: string } {
  const set = [
    ...(role ? [`-c role=${role}`, SEARCH_PATH] : []),
    ...(prefersIndexes ? ['-c enable_seqscan=off', '-c jit=off'] : []),
  ];
  return set.length > 0 ? { options: set.join(' ') } : {};
}
