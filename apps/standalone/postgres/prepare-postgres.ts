import { randomBytes } from 'node:crypto';
import type { Access } from '@probity/persistence/open-service-database';
import { ROLES } from '@probity/persistence/roles';
import type { Logger } from '@probity/platform/logging';
import type { Undo } from '@probity/platform/undo';
import { migrateDatabase } from '@probity/read-side/migrate-database';
import type { Configuration } from '../configuration';
import type { Secrets } from '../secrets';
import { EmbeddedPostgres } from './embedded-postgres';

/**
 * Starts the embedded Postgres unless DATABASE_URL is set, and migrates the database. With DATABASE_URL, every service
 * uses that login and switches to its own role. With the embedded Postgres, each service logs in as its role, with a
 * password created for this run, so that no SQL can exceed the grants of the role.
 *
 * @param onLost called when the embedded server died and cannot be started again
 * @returns a function that gives the connection settings of a role
 */
export async function preparePostgres(
  { databaseUrl, dataDirectory }: Configuration,
  secrets: Secrets,
  log: Logger,
  undo: Undo,
  onLost: (error: Error) => void,
): Promise<Access> {
  if (databaseUrl !== undefined) {
    await migrateDatabase(databaseUrl);
    return (role) => ({ url: databaseUrl, role });
  }
  const logger = log.child({ service: 'standalone' });
  const postgres = await EmbeddedPostgres.start(dataDirectory, secrets.postgres_password, logger, onLost);
  undo.later(() => postgres.stop());
  const entries = Object.values(ROLES).map((role) => [role, randomBytes(24).toString('hex')] as const);
  await migrateDatabase(postgres.url, Object.fromEntries(entries));
  const urls = new Map(
    entries.map(([role, password]) => [role as string, postgres.url.replace(/\/\/[^@]*@/, `//${role}:${password}@`)]),
  );
  return (role) => ({ url: urls.get(role)! });
}
