import type { Sql } from '@probity/persistence/database';
import { inPages } from '@probity/persistence/in-pages';
import { isCanonicalUuid } from '@probity/platform/ids';
import { keyOf, type ProjectedTables, type ReplacedTable, type TableOfStreams } from './projected-tables';

const STRAYS_AT_ONCE = 500;

/** Writers wait behind a rebuild that waits for the table, so it waits briefly, and tries again. */
const LOCK_TIMEOUT = '1s';

/**
 * Lets writers of the projection wait until the transaction ends; readers go on. A writer must not even lock a row
 * before: it would wait for that row, find it deleted, and take the read side for damaged.
 *
 * @throws DatabaseError 55P03 if another transaction keeps the table
 */
export async function lockOutWriters(sql: Sql, { replaced }: ProjectedTables): Promise<void> {
  await sql.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  await sql.query(`LOCK TABLE ${replaced[0].table} IN EXCLUSIVE MODE`);
}

/** The columns of work in progress of deleted rows, as JSON. */
export type KeptWork = ReadonlyMap<ReplacedTable, string>;

/** Deletes the rows with these keys of streams. Those of the first table go last: `only` of the others may need them. */
export async function deleteRows(sql: Sql, { replaced }: ProjectedTables, keys: string[]): Promise<KeptWork> {
  const kept = new Map<ReplacedTable, string>();
  for (const one of replaced.toReversed()) {
    const { rows } = await sql.query<{ work: string | null }>(deletion(one), [keysOf(one, keys)]);
    if (one.work && rows[0]?.work) kept.set(one, rows[0].work);
  }
  return kept;
}

/**
 * Gives rows that were projected again the columns of work in progress back. The columns of work that had ended are those
 * of a row that will not be worked on: its events may say that it is in progress, so they are not given back.
 */
export async function giveWorkBack(sql: Sql, kept: KeptWork): Promise<void> {
  for (const [one, work] of kept) {
    const { columns, while: inProgress } = one.work!;
    const set = columns.map((column) => `${column} = k.${column}`).join(', ');
    await sql.query(
      `UPDATE ${one.table} AS t SET ${set} FROM json_populate_recordset(NULL::${one.table}, $1::json) AS k
       WHERE t.${keyOf(one)} = k.${keyOf(one)} AND ${inProgress}`,
      [work],
    );
  }
}

/** The number of a transaction that is newer than all earlier changes. */
export async function newTransaction(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('SELECT pg_current_xact_id()::xid::text AS id');
  return rows[0]!.id;
}

/** Yields the keys of rows that no transaction has written since the given one. */
export async function* untouchedKeys(sql: Sql, one: ReplacedTable, since: string): AsyncIterable<string[]> {
  const key = `${keyOf(one)}::text COLLATE "C"`;
  const statement = (isAfter: string) => `
    SELECT DISTINCT ${key} AS key FROM ${one.table}
    WHERE age(xmin) > age($1::text::xid) AND ${key} ${isAfter} $2 ${andOnly(one)} ORDER BY 1 LIMIT ${STRAYS_AT_ONCE}`;
  const byKey = { least: '', keyOf: (row: { key: string }) => row.key, size: STRAYS_AT_ONCE };
  const pages = inPages(byKey, (isAfter, last) => sql.query(statement(isAfter), [since, last]));
  for await (const rows of pages) yield rows.map(({ key: found }) => found);
}

function deletion(one: ReplacedTable): string {
  const condition = `${keyOf(one)} = ANY($1::${one.type ?? 'uuid'}[]) ${andOnly(one)}`;
  if (!one.work) return `DELETE FROM ${one.table} WHERE ${condition}`;
  const { columns, while: inProgress } = one.work;
  return `
    WITH gone AS (DELETE FROM ${one.table} AS t WHERE ${condition}
      RETURNING ${[keyOf(one), ...columns].join(', ')}, ${inProgress} AS in_progress)
    SELECT (json_agg(gone) FILTER (WHERE in_progress))::text AS work FROM gone`;
}

export const andOnly = ({ only }: ReplacedTable): string => (only === undefined ? '' : `AND ${only}`);

/**
 * The name of a stream of another program may have anything where a UUID belongs, also the UUID of an object of Probity
 * in another form.
 */
export const keysOf = ({ type }: TableOfStreams, keys: string[]): string[] =>
  type === 'text' ? keys : keys.filter(isCanonicalUuid);
