import type { Sql } from '@probity/persistence/database';
import { inPages } from '@probity/persistence/in-pages';
import { keyOf, type ProjectedTables } from '../rebuild/projected-tables';
import { andOnly, keysOf } from '../rebuild/stored-rows';
import { type CopiedTable, hasRevisions } from './copied-tables';
import { aboutCopies } from './on-copies';

const STRAYS_AT_ONCE = 500;

/** Rows of one object in one table that a rebuild would change. */
export interface Difference {
  key: string;
  problem: 'changed' | 'missing' | 'unexplained';
  rows: number;
  /** the columns of changed rows that differ */
  fields: string[];
}

/** The last projected revision of each of these objects that has a row. */
export async function revisionsOf(sql: Sql, copied: CopiedTable, keys: string[]): Promise<Map<string, number>> {
  if (!hasRevisions(copied)) return new Map();
  const key = keyOf(copied.of);
  const { rows } = await sql.query<{ key: string; revision: string }>(
    `SELECT ${key}::text AS key, revision FROM ${copied.of.table} WHERE ${key} = ANY($1::${typeOf(copied)}[])`,
    [keysOf(copied.of, keys)],
  );
  return new Map(rows.map(({ key: found, revision }) => [found, Number(revision)]));
}

/**
 * Compares the rows of these objects with what was projected into the copies.
 *
 * @param isErased whether the content of the rows was erased, so that only their presence is compared
 */
export async function differingRows(
  sql: Sql,
  tables: ProjectedTables,
  copied: CopiedTable,
  keys: string[],
  isErased = false,
): Promise<Difference[]> {
  if (keys.length === 0) return [];
  const comparison = comparisonOf(tables, copied, isErased);
  const { rows } = await sql.query<Difference>(comparison, [keysOf(copied.of, keys)]);
  return rows;
}

function comparisonOf(tables: ProjectedTables, copied: CopiedTable, isErased: boolean): string {
  const { of, identity, isCompleted } = copied;
  const columns = isErased ? [] : copied.columns;
  const stored = rowsOf(copied);
  const sides = (alias: string): string => columns.map(({ value }) => `${alias}.${value}`).join(', ');
  const isMissing = 's.stream_key IS NULL';
  const isUnexplained = 't.stream_key IS NULL';
  const differs = columns.length === 0 ? 'false' : `(${sides('s')}) IS DISTINCT FROM (${sides('t')})`;
  const fields = columns.map(
    ({ name, value }) => `CASE WHEN bool_or(s.${value} IS DISTINCT FROM t.${value}) THEN '${name}' END`,
  );
  const wrong = isCompleted
    ? isMissing
    : `(${isMissing} AND ${of.kept ?? 'true'}) OR ${isUnexplained} OR
       (NOT (${isMissing}) AND NOT (${isUnexplained}) AND ${differs})`;
  return `
    SELECT coalesce(t.stream_key, s.stream_key) AS key, count(*)::int AS rows,
      CASE WHEN ${isMissing} THEN 'missing' WHEN ${isUnexplained} THEN 'unexplained' ELSE 'changed' END AS problem,
      CASE WHEN NOT bool_or(${isMissing} OR ${isUnexplained})
        THEN array_remove(ARRAY[${fields.join(', ')}]::text[], NULL) ELSE '{}' END AS fields
    FROM (${stored}) s FULL JOIN (${aboutCopies(tables)(stored)}) t
      ON ${['s.stream_key = t.stream_key', ...identity.map(({ value }) => `${value('s')} = ${value('t')}`)].join(' AND ')}
    WHERE ${wrong}
    GROUP BY 1, 3 ORDER BY 1, 3`;
}

function rowsOf(copied: CopiedTable): string {
  const { of } = copied;
  const key = keyOf(of);
  const from = of.through
    ? `SELECT x.*, p.${key}::text AS stream_key FROM ${of.table} x JOIN ${of.through.table} p ON p.id = x.${of.through.column}`
    : `SELECT x.*, x.${key}::text AS stream_key FROM ${of.table} x`;
  return `${from} WHERE ${of.through ? 'p' : 'x'}.${key} = ANY($1::${typeOf(copied)}[]) ${andOnly(of)}`;
}

/** Remembers that these objects were compared. */
export const REMEMBER_COMPARED =
  'INSERT INTO pg_temp.compared_objects (key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING';
export const MAKE_COMPARED = 'CREATE TEMPORARY TABLE pg_temp.compared_objects (key text COLLATE "C" PRIMARY KEY)';

/** Yields the keys of rows whose objects were not compared, with the number of their rows. */
export async function* strayRows(sql: Sql, copied: CopiedTable): AsyncIterable<{ key: string; rows: number }[]> {
  const { of } = copied;
  const key = `x.${of.through?.column ?? keyOf(of)}::text COLLATE "C"`;
  const isStray = of.through
    ? `NOT EXISTS (SELECT FROM ${of.through.table} p WHERE p.id = x.${of.through.column})`
    : `NOT EXISTS (SELECT FROM pg_temp.compared_objects c WHERE c.key = ${key})`;
  const statement = (isAfter: string) => `
    SELECT ${key} AS key, count(*)::int AS rows FROM ${of.table} x
    WHERE ${isStray} AND ${key} ${isAfter} $1 ${andOnly(of)} GROUP BY 1 ORDER BY 1 LIMIT ${STRAYS_AT_ONCE}`;
  const byKey = { least: '', keyOf: (row: { key: string; rows: number }) => row.key, size: STRAYS_AT_ONCE };
  yield* inPages(byKey, (isAfter, last) => sql.query(statement(isAfter), [last]));
}

const typeOf = ({ of }: CopiedTable): string => of.type ?? 'uuid';
