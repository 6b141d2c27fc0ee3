import type { Logger } from '@probity/platform/logging';
import { Database, type DatabaseOptions, type PoolOptions } from './database';

/** The newest table, asked of the catalog, because not every role may look into its schema. */
const MIGRATED = `
  SELECT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'event_store' AND c.relname = 'origin'
  ) AS done`;

/** How the login of a role is reached: a URL, and the role to act as where the login is another. */
export type Access = (role: string) => Pick<DatabaseOptions, 'url' | 'role'>;

/**
 * Opens a pool of a service, acting as the service's role.
 *
 * @param name of the pool, for pg_stat_activity and the log
 * @throws Error that says what is wrong with DATABASE_URL, or that the database is not migrated
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
    onConnectionError: (err) => logger.warn({ err, pool: name }, 'a connection to Postgres was lost'),
  }).catch((cause: Error) => {
    throw new Error(`no Postgres can be used at DATABASE_URL: ${cause.message}${hint(cause)}`, { cause });
  });
  const { rows } = await database.query<{ done: boolean }>(MIGRATED);
  if (rows[0]?.done) return database;
  await database.close();
  throw new Error('the database at DATABASE_URL is not prepared; run "probity database migrate" first');
}

/** The roles are made by the migrations, so a missing one mostly means that these have not run. */
function hint({ message }: Error): string {
  return /role "probity_|permission denied to set role/.test(message)
    ? '; run "probity database migrate", and use a login that may act as the role'
    : '';
}
