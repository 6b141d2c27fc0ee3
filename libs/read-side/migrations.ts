import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const FOLDER = join(__dirname, 'migrations');

/**
 * Every migration of the database, in order. Each is a file in `migrations/` with the name
 * `<13 digits>-<what-it-does>.sql`. The SQL of a migration that has run anywhere never changes; add a new file instead.
 */
export const migrations = readdirSync(FOLDER).sort().map(migration);

function migration(file: string): (new () => MigrationInterface) & { sql: string } {
  const sql = readFileSync(join(FOLDER, file), 'utf8');
  return class implements MigrationInterface {
    static readonly sql = sql;
    readonly name = nameOf(file);

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error(`${file} cannot be undone; restore the database from a backup`);
    }
  };
}

/** TypeORM records `1700000000200-create-ledger-tables.sql` as `CreateLedgerTables1700000000200`. */
function nameOf(file: string): string {
  const [, time, words] = /^(\d{13})-([a-z-]+)\.sql$/.exec(file) ?? [];
  if (time === undefined || words === undefined)
    throw new Error(`${join(FOLDER, file)} is not named <13 digits>-<words>.sql`);
  const capitalized = words.split('-').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return capitalized.join('') + time;
}
