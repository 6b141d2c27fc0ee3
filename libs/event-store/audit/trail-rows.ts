import type { Sql } from '@probity/persistence/database';
import { PartOfWork } from '@probity/platform/current-work';
import type { AuditTrail, TrailEntry } from './audit-trail';

const COLUMNS = `id, tenant_id, subject_type, subject_id, action, actor_type, actor, actor_name, reason, cause, data, at,
  address`;
const GIVEN = `json_to_recordset($1) AS g (id uuid, tenant_id uuid, subject_type text, subject_id text, action text,
  actor_type text, actor text, actor_name text, reason text, cause text, data jsonb, at timestamptz, address text)`;
const STRAYS_AT_ONCE = 500;

const asRows = (entries: TrailEntry[]): string =>
  JSON.stringify(entries.map((entry) => ({ ...entry, actor_type: entry.actor.split(':', 1)[0] })));

const leftToComparison = new PartOfWork<true>('audit entries are left to a comparison');

/** Runs a projection without its audit entries, because a comparison of the trail adds them later. */
export const withoutEntries = <T>(project: () => T): T => leftToComparison.run(true, project);

/** Adds entries. Leaves out those whose id the trail has. */
export async function addEntries(sql: Sql, schema: string, entries: TrailEntry[]): Promise<void> {
  if (entries.length === 0 || leftToComparison.current) return;
  await sql.query(
    `INSERT INTO ${schema}.audit_events (${COLUMNS}) SELECT ${COLUMNS} FROM ${GIVEN} ON CONFLICT (id) DO NOTHING`,
    [asRows(entries)],
  );
}

/** A row that is missing, or differs from the entry. */
export interface WrongRow {
  id: string;
  is_missing: boolean;
  /** the row as the event says, as JSON */
  expected: string;
}

/** Compares entries with their rows, and remembers that events explain them. Returns the wrong ones. */
export async function wrongRows(sql: Sql, trail: AuditTrail, entries: TrailEntry[]): Promise<WrongRow[]> {
  const { rows } = await sql.query<WrongRow>(
    `WITH explained AS (
       INSERT INTO ${trail.schema}.explained_audit (id) SELECT id FROM ${GIVEN} ON CONFLICT DO NOTHING),
     e AS (${asStored(trail)})
     SELECT e.id, a.id IS NULL AS is_missing, row_to_json(e)::text AS expected
     FROM e LEFT JOIN ${trail.schema}.audit_events a ON a.id = e.id
     WHERE a.id IS NULL OR (${of('a')}) IS DISTINCT FROM (${of('e')}) ORDER BY e.at, e.id`,
    [asRows(entries)],
  );
  return rows;
}

const of = (alias: string): string =>
  COLUMNS.split(/,\s+/)
    .map((column) => `${alias}.${column}`)
    .join(', ');

function asStored({ erased }: AuditTrail): string {
  if (erased === undefined) return `SELECT ${COLUMNS} FROM ${GIVEN}`;
  const stored = COLUMNS.replace(
    ' reason,',
    " CASE WHEN is_erased AND reason IS NOT NULL THEN '[erased]' ELSE reason END AS reason,",
  ).replace(' data,', " CASE WHEN is_erased THEN data - 'title' - 'trigger_ref' ELSE data END AS data,");
  return `SELECT ${stored} FROM (SELECT e.*, ${erased} AS is_erased FROM (SELECT * FROM ${GIVEN}) e) e`;
}

/** Which of the entries are still missing: a follower may have projected their events meanwhile. */
export async function stillMissing(sql: Sql, { schema }: AuditTrail, ids: string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT g.id FROM unnest($1::uuid[]) AS g (id)
     WHERE NOT EXISTS (SELECT FROM ${schema}.audit_events a WHERE a.id = g.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Forgets which entries an earlier comparison explained. */
export async function forgetExplained(sql: Sql, { schema }: AuditTrail): Promise<void> {
  await sql.query(`DELETE FROM ${schema}.explained_audit`);
}

/** The number of the oldest transaction that is still in progress: all earlier ones have ended. */
export async function oldestInProgress(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ id: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS id');
  return rows[0]!.id;
}

/** Yields the ids of rows that no event explained, and that are older than the transaction. */
export async function* unexplainedRows(sql: Sql, { schema }: AuditTrail, before: string): AsyncIterable<string[]> {
  const statement = `
    SELECT a.id FROM ${schema}.audit_events a
    WHERE age(a.xmin) > age($1::text::xid) AND a.id > $2::uuid
      AND NOT EXISTS (SELECT FROM ${schema}.explained_audit x WHERE x.id = a.id)
    ORDER BY a.id LIMIT ${STRAYS_AT_ONCE}`;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql.query<{ id: string }>(statement, [before, after]);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < STRAYS_AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** Replaces rows by what their events say, and removes rows that no event explains. */
export async function correctRows(
  sql: Sql,
  { schema }: AuditTrail,
  { wrong = [], unexplained = [] }: { wrong?: WrongRow[]; unexplained?: string[] },
): Promise<void> {
  const rows = `[${wrong.map(({ expected }) => expected).join(',')}]`;
  await sql.query(`SELECT ${schema}.correct_audit($1::json, $2::uuid[])`, [rows, unexplained]);
}
