import type { Database } from '@probity/persistence/database';
import { tamper } from './stored-state';

/** Rows of a table by the values of a column, also rows that a change adds. */
interface Rows {
  table: string;
  key: string;
  values: string[];
}

/** Copies of rows, which a test puts back after it has changed them. The rest of the database goes on. */
export class Kept {
  private copies: string[] = [];

  constructor(
    private readonly owner: Database,
    private readonly rows: Rows[],
  ) {}

  async keep(): Promise<void> {
    this.copies = await Promise.all(
      this.rows.map(async ({ table, key, values }) => {
        const { rows } = await this.owner.query<{ copy: string }>(
          `SELECT coalesce(json_agg(t), '[]')::text AS copy FROM ${table} t WHERE ${key}::text = ANY($1)`,
          [values],
        );
        return rows[0]!.copy;
      }),
    );
  }

  async restore(): Promise<void> {
    await tamper(this.owner, async (sql) => {
      for (const [index, { table, key, values }] of this.rows.entries()) {
        await sql.query(`DELETE FROM ${table} WHERE ${key}::text = ANY($1)`, [values]);
        await sql.query(
          `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
          [this.copies[index]],
        );
      }
    });
  }
}
