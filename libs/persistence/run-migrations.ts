import 'reflect-metadata';
import { DataSource, type MigrationInterface } from 'typeorm';

/**
 * Runs the migrations that have not run yet, each in its own transaction, and returns their names. The caller sees to
 * it that only one process at a time runs them.
 *
 * @param migrationsTableName of the table that records them
 */
export async function runMigrations(
  { url, role, applicationName }: { url: string; role?: string; applicationName: string },
  migrations: (new () => MigrationInterface)[],
  migrationsTableName: string,
): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    applicationName,
    migrations,
    migrationsTableName,
    migrationsTransactionMode: 'each',
    extra: { connectionString: url, ...(role ? { options: `-c role=${role}` } : {}) },
    logging: false,
  });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations();
    return done.map((migration) => migration.name);
  } finally {
    await dataSource.destroy();
  }
}
