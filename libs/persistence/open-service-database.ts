import type { Logger } from '@probity/platform/logging';
import { Database } from './database';
import type { DatabaseOptions, PoolOptions } from './database-options';

/** Whether the newest table exists. Reads the catalog, because not every role may use the schema of the table. */
const MIGRATED = `
  SELECT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'event_store' AND c.relname = 'origin'
  ) AS done`;

/** The connection settings of a role: a URL, and the role to switch to if the login of the URL is another one. */
export type Access = (role: string) => Pick<DatabaseOptions, 'url' | 'role'>;

/**
 * Opens a connection pool with the role of a service.
 *
 * @param name the name of the pool in pg_stat_activity and in the log
 * @throws Error that says why DATABASE_URL cannot be used, or that the database is not migrated
 */
export async function openServiceDatabase(
  name: string,
  access: ReturnType<Access>,
  logger: Logger,
  pool: PoolOptions = {},
): Promise<Database> {
  const database = await Database.open({
    ...access,
    ...pool,
    applicationName: `probity-${name}`,
    onConnectionError: (err) => logger.warn({ err, pool: name }, 'a connection to Postgres failed'),
  }).catch((cause: Error) => {
    throw new Error(`no Postgres can be used at DATABASE_URL: ${cause.message}${hint(cause)}`, { cause });
  });
  const { rows } = await database.query<{ done: boolean }>(MIGRATED);
  if (rows[0]?.done) return database;
  await database.close();
  throw new Error('the database at DATABASE_URL is not prepared; run "probity database migrate" first');
}

/** The migrations create the roles. If a role is missing, the migrations have probably not run. */
function hint({ message }: Error): string {
  return /role "probity_|permission denied to set role/.test(message)
    ? '; run "probity database migrate", and use a login that may act as the role'
    : '';
}
