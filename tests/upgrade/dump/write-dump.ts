import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Client } from 'pg';
import { migrations } from '@probity/read-side/migrations';

/** The table in which TypeORM records the migrations that have run, as TypeORM creates it. */
const MIGRATIONS_TABLE = `CREATE TABLE public.probity_migrations (
  id SERIAL PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL)`;

/** Matches the migration that creates the roles. Roles belong to the server; existing roles are not an error. */
const ABOUT_ROLES = /^-- The roles /;

const TABLES = `
  SELECT c.oid, format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' ORDER BY 2`;
const COLUMNS = `
  SELECT quote_ident(attname) AS name FROM pg_attribute
  WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`;
const SEQUENCES = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, start_value)::text AS value,
    last_value IS NOT NULL AS called
  FROM pg_sequences ORDER BY 1`;

const ROWS_OF_AN_INSERT = 100;

/**
 * Writes a database as SQL: the statements of the migrations as they ran, then the rows, then the sequences. A
 * superuser can run the SQL in an empty database of this or a later Postgres version, without code of Probity.
 *
 * @param database the database to dump; no program may write to it meanwhile
 * @param scratch an empty database on the same server, in which the migrations run so that they can be recorded
 */
export async function writeDump(database: string, scratch: string): Promise<string> {
  const statements = await withClient(scratch, recordMigrations);
  const rows = await withClient(database, dumpRows);
  const roles = [...new Set(statements.filter((text) => ABOUT_ROLES.test(text)))];
  return [
    // Roles get a separate, short transaction, because other databases of the server may create them concurrently.
    'BEGIN',
    ...roles,
    'COMMIT',
    'BEGIN',
    MIGRATIONS_TABLE,
    ...statements.filter((text) => !ABOUT_ROLES.test(text)),
    // Disables triggers and foreign keys: the rows were valid when they were stored.
    'SET LOCAL session_replication_role = replica',
    ...rows,
    'COMMIT',
    '',
  ]
    .map((statement) => statement.trim())
    .join(';\n');
}

async function recordMigrations(client: Client): Promise<string[]> {
  const statements: string[] = [];
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    if (values && values.length > 0) throw new Error(`a migration has parameters, which a dump cannot store: ${text}`);
    statements.push(text.trim().replace(/;$/, ''));
    return (await client.query(text)).rows;
  };
  for (const Migration of migrations as (new () => MigrationInterface)[]) {
    await new Migration().up({ query } as unknown as QueryRunner);
  }
  return statements;
}

async function dumpRows(client: Client): Promise<string[]> {
  const statements: string[] = [];
  const { rows: tables } = await client.query<{ oid: number; name: string }>(TABLES);
  for (const { oid, name } of tables) {
    const columns = (await client.query<{ name: string }>(COLUMNS, [oid])).rows.map((column) => column.name);
    // A migration may have inserted rows.
    statements.push(`DELETE FROM ${name}`);
    const literals = columns.map((column) => `quote_nullable(${column}::text)`).join(', ');
    const { rows } = await client.query<{ row: string }>(
      `SELECT concat('(', concat_ws(',', ${literals}), ')') AS row FROM ${name} ORDER BY ctid`,
    );
    for (let from = 0; from < rows.length; from += ROWS_OF_AN_INSERT) {
      const values = rows.slice(from, from + ROWS_OF_AN_INSERT).map(({ row }) => row);
      statements.push(
        `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES\n${values.join(',\n')}`,
      );
    }
  }
  const { rows: sequences } = await client.query<{ name: string; value: string; called: boolean }>(SEQUENCES);
  statements.push(...sequences.map(({ name, value, called }) => `SELECT setval('${name}', ${value}, ${called})`));
  return statements;
}

/** Connects with settings under which the text form of values has the same meaning on every server. */
async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'");
    return await work(client);
  } finally {
    await client.end();
  }
}
