import type { Sql } from '@probity/persistence/database';
import type { AuditTrail, TrailEntry } from './audit-trail';

/**
 * The entries of a trail that events explain: a table of the schema, for one comparison. It counts what it stores, because
 * a trigger that adds rows to the table would make forged rows of the trail look explained.
 */
export class ExplainedEntries {
  private readonly table: string;
  private stored = 0;

  constructor(
    private readonly sql: Sql,
    { schema }: AuditTrail,
  ) {
    this.table = `${schema}.explained_audit`;
  }

  /** Forgets what an earlier comparison stored. */
  async clear(): Promise<void> {
    await this.sql.query(`DELETE FROM ${this.table}`);
  }

  async add(entries: TrailEntry[]): Promise<void> {
    const insert = `INSERT INTO ${this.table} (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING`;
    const { rowCount } = await this.sql.query(insert, [entries.map(({ id }) => id)]);
    this.stored += rowCount ?? 0;
  }

  /** What is wrong with the table; undefined if it has as many rows as were stored. */
  async problem(): Promise<string | undefined> {
    const { rows } = await this.sql.query<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${this.table}`);
    const { count } = rows[0]!;
    if (count === this.stored) return undefined;
    return `${this.table} has ${count} rows instead of ${this.stored}: a trigger or another session changed it`;
  }
}
