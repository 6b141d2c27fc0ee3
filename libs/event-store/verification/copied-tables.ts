import type { Sql } from '@probity/persistence/database';
import { keyOf, type ProjectedTables, type ReplacedTable, type TableOfStreams } from '../rebuild/projected-tables';
import { copyOf } from './on-copies';

/** A table, and what of it is compared. */
export interface CopiedTable {
  of: TableOfStreams & ReplacedTable;
  /** whether a row that exists may differ or have no event, because a rebuild only adds rows */
  isCompleted: boolean;
  /** the columns that tell the rows of an object apart, and how their values are compared */
  identity: { name: string; value: (alias: string) => string }[];
  /** names of columns, and how their values are compared */
  columns: { name: string; value: string }[];
}

/** Columns of type json have no equality. Sealed fields of an event come last in JSON that is projected again. */
const COLUMNS = `
  SELECT a.attname AS name, a.atttypid = 'json'::regtype AS is_json, a.attnotnull AS is_never_null,
    coalesce(a.attnum = ANY(i.indkey), false) AS is_key
  FROM pg_attribute a LEFT JOIN pg_index i ON i.indexrelid = (
    SELECT k.indexrelid FROM pg_index k
    WHERE k.indrelid = a.attrelid AND (k.indisprimary OR k.indnullsnotdistinct AND k.indpred IS NULL)
    ORDER BY k.indisprimary DESC LIMIT 1)
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

interface Column {
  name: string;
  is_json: boolean;
  is_never_null: boolean;
  is_key: boolean;
}

/**
 * Makes an empty temporary copy of each table, without its triggers and foreign keys. A copy is emptied at the end of each
 * transaction.
 */
export async function copyTables(sql: Sql, tables: ProjectedTables): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = [];
  for (const of of tables.replaced) copied.push(await copyTable(sql, of, false));
  for (const of of tables.completed) copied.push(await copyTable(sql, of, true));
  return copied;
}

async function copyTable(sql: Sql, of: CopiedTable['of'], isCompleted: boolean): Promise<CopiedTable> {
  const { table, work, varying = [] } = of;
  await sql.query(
    `CREATE TEMPORARY TABLE ${copyOf(table)} (LIKE ${table} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY
       INCLUDING CONSTRAINTS INCLUDING INDEXES) ON COMMIT DELETE ROWS`,
  );
  const { rows } = await sql.query<Column>(COLUMNS, [table]);
  const left = new Set([...varying, ...(work?.columns ?? [])]);
  const columns = rows
    .filter(({ name }) => !left.has(name))
    .map(({ name, is_json }) => ({ name, value: is_json ? `${name}::jsonb` : name }));
  const identity = rows
    .filter(({ is_key }) => is_key)
    .map(({ name, is_never_null }) => ({
      name,
      value: (alias: string) => (is_never_null ? `${alias}.${name}` : `coalesce(${alias}.${name}::text, '')`),
    }));
  if (identity.length === 0) throw new Error(`${table} has no key that tells its rows apart`);
  return { of, isCompleted, identity, columns };
}

/** Whether the table has one row for each stream, with the last projected revision. */
export const hasRevisions = ({ of, identity, columns }: CopiedTable): boolean =>
  identity.map(({ name }) => name).join() === keyOf(of) && columns.some(({ name }) => name === 'revision');
