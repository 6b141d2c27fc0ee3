import type { Sql } from '@probity/persistence/database';

/** A table as the catalog of Postgres describes it, so that a new column is in the matrix by itself. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** the primary key, or else a unique index */
  key: string[];
  /** the columns of each unique index, the primary key included */
  unique: string[][];
}

const COLUMNS = `
  SELECT column_name AS name, data_type AS type FROM information_schema.columns
  WHERE table_schema || '.' || table_name = $1 ORDER BY ordinal_position`;
const INDICES = `
  SELECT i.indisprimary AS is_key, array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey[:i.indnkeyatts - 1])
  WHERE i.indrelid = $1::regclass AND i.indisunique GROUP BY i.indexrelid, i.indisprimary`;

export async function tableNamed(sql: Sql, name: string): Promise<Table> {
  const columns = await sql.query<Table['columns'][number]>(COLUMNS, [name]);
  const indices = await sql.query<{ is_key: boolean; columns: string[] }>(INDICES, [name]);
  return {
    name,
    columns: columns.rows,
    key: (indices.rows.find(({ is_key }) => is_key) ?? indices.rows[0]!).columns,
    unique: indices.rows.map((index) => index.columns),
  };
}

/** The tables of some schemas. */
export async function tablesOf(sql: Sql, ...schemas: string[]): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema = ANY($1) ORDER BY 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}
