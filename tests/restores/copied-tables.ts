import type { Database, Sql } from '@probity/persistence/database';
import { tamper } from '../tampering/stored-state';

const TABLES = `
  SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
  WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'public')
    AND NOT starts_with(table_schema, 'copy_')
  ORDER BY 1`;
/** Columns that Postgres computes cannot be written. */
const COLUMNS = `
  SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names FROM information_schema.columns
  WHERE table_schema || '.' || table_name = $1 AND is_generated = 'NEVER'`;
const COUNTED = `
  SELECT column_name AS name FROM information_schema.columns
  WHERE table_schema || '.' || table_name = $1 AND is_identity = 'YES'`;

/** A copy of all tables at one moment, which an operator made, as with pg_dump, while the product ran or not. */
export class CopiedTables {
  private constructor(
    private readonly owner: Database,
    private readonly schema: string,
    private readonly tables: string[],
  ) {}

  /** @param name unique among the copies of the database; letters, digits and _ */
  static make(owner: Database, name: string): Promise<CopiedTables> {
    const schema = `copy_${name}`;
    return owner.transaction(async (sql) => {
      await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const { rows } = await sql.query<{ name: string }>(TABLES);
      const tables = rows.map((row) => row.name);
      await sql.query(`CREATE SCHEMA ${schema}`);
      for (const table of tables) await sql.query(`CREATE TABLE ${copyOf(schema, table)} AS TABLE ${table}`);
      return new CopiedTables(owner, schema, tables);
    });
  }

  /** Puts some of the tables back. No service may run. */
  async restore(isWanted: (table: string) => boolean): Promise<void> {
    await tamper(this.owner, async (sql) => {
      for (const table of this.tables.filter(isWanted)) await this.restoreOne(sql, table);
    });
  }

  async remove(): Promise<void> {
    await this.owner.execute(`DROP SCHEMA ${this.schema} CASCADE`);
  }

  private async restoreOne(sql: Sql, table: string): Promise<void> {
    const columns = (await sql.query<{ names: string }>(COLUMNS, [table])).rows[0]!.names;
    await sql.query(`DELETE FROM ${table}`);
    await sql.query(
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copyOf(this.schema, table)}`,
    );
    // A dump has the state of the counters, too.
    for (const { name } of (await sql.query<{ name: string }>(COUNTED, [table])).rows)
      await sql.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max(${name}), 0) + 1 FROM ${table}), false)`,
        [table, name],
      );
  }
}

const copyOf = (schema: string, table: string): string => `${schema}.${table.replace('.', '_')}`;
