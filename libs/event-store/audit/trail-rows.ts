import { NIL } from 'uuid';
import type { Sql } from '@probity/persistence/database';
import { inPages } from '@probity/persistence/in-pages';
import { PartOfWork } from '@probity/platform/current-work';
import type { AuditTrail, TrailEntry } from './audit-trail';

const COLUMNS = `id, tenant_id, subject_type, subject_id, action, actor_type, actor, actor_name, reason, cause, data, at,
  address`;
const GIVEN = `json_to_recordset($1) AS g (id uuid, tenant_id uuid, subject_type text, subject_id text, action text,
  actor_type text, actor text, actor_name text, reason text, cause text, data jsonb, at timestamptz, address text)`;
const STRAYS_AT_ONCE = 500;
const POLL_MS = 50;

/** A forged event may have no actor, or anything in its place. Then Postgres rejects the row. */
const asRows = (entries: TrailEntry[]): string =>
  JSON.stringify(entries.map((entry) => ({ ...entry, actor_type: String(entry.actor).split(':', 1)[0] })));

const leftToComparison = new PartOfWork<true>();

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
  /** the columns that differ */
  fields: string[];
  /** the row as the event says, as JSON */
  expected: string;
}

/**
 * Compares entries with their rows. Returns the wrong ones.
 *
 * @param isStrict whether a person counts as erased only if the trail has the erasure
 */
export async function wrongRows(
  sql: Sql,
  trail: AuditTrail,
  entries: TrailEntry[],
  isStrict: boolean,
): Promise<WrongRow[]> {
  const { rows } = await sql.query<WrongRow>(
    `WITH e AS (${asStored(trail, isStrict)})
     SELECT e.id, a.id IS NULL AS is_missing, row_to_json(e)::text AS expected,
       array_remove(ARRAY[${DIFFERING}], NULL) AS fields
     FROM e LEFT JOIN ${trail.schema}.audit_events a ON a.id = e.id
     WHERE a.id IS NULL OR (${of('a')}) IS DISTINCT FROM (${of('e')}) ORDER BY e.at, e.id`,
    [asRows(entries)],
  );
  return rows;
}

const NAMES = COLUMNS.split(/,\s+/);
const of = (alias: string): string => NAMES.map((column) => `${alias}.${column}`).join(', ');
const DIFFERING = NAMES.map((name) => `CASE WHEN a.${name} IS DISTINCT FROM e.${name} THEN '${name}' END`).join(', ');

/** Only the row still has the names of fields whose values were erased. */
const ERASED_DATA = `data - 'title' - 'trigger_ref' || CASE WHEN data ? 'fields' AND kept_fields IS NOT NULL
  THEN jsonb_build_object('fields', kept_fields) ELSE '{}' END`;

function asStored({ schema, erased, erasure }: AuditTrail, isStrict: boolean): string {
  if (erased === undefined) return `SELECT ${COLUMNS} FROM ${GIVEN}`;
  const isErased = isStrict && erasure !== undefined ? `(${erased} AND ${erasure})` : erased;
  const stored = COLUMNS.replace(
    ' reason,',
    " CASE WHEN is_erased AND reason IS NOT NULL THEN '[erased]' ELSE reason END AS reason,",
  ).replace(' data,', ` CASE WHEN is_erased THEN ${ERASED_DATA} ELSE data END AS data,`);
  return `
    SELECT ${stored} FROM (
      SELECT e.*, ${isErased} AS is_erased, a.data->'fields' AS kept_fields
      FROM (SELECT * FROM ${GIVEN}) e LEFT JOIN ${schema}.audit_events a ON a.id = e.id) e`;
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

const SNAPSHOT = `
  SELECT pg_snapshot_xmin(s)::text AS oldest, pg_snapshot_xmax(s)::text AS next FROM pg_current_snapshot() AS s`;

/**
 * Waits until all transactions have ended that are in progress now. Returns the number that the next one had at the
 * beginning: the rows of all earlier ones are visible, and so are their events. If they do not end in time, returns the
 * number of the oldest one, and `isSure` is false.
 */
export async function afterTransactions(sql: Sql, patienceMs: number): Promise<{ before: string; isSure: boolean }> {
  const snapshot = async () => (await sql.query<{ oldest: string; next: string }>(SNAPSHOT)).rows[0]!;
  const began = await snapshot();
  for (let waited = 0, { oldest } = began; ; waited += POLL_MS) {
    if (BigInt(oldest) >= BigInt(began.next)) return { before: began.next, isSure: true };
    if (waited >= patienceMs) return { before: began.oldest, isSure: false };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ oldest } = await snapshot());
  }
}

/**
 * Yields the ids of rows that no event explained, and that earlier transactions than `before` wrote.
 *
 * @param tenantId only rows of this tenant, and rows that concern all
 */
export async function* unexplainedRows(
  sql: Sql,
  { schema }: AuditTrail,
  before: string,
  tenantId: string | undefined,
): AsyncIterable<string[]> {
  const statement = (isAfter: string) => `
    SELECT a.id FROM ${schema}.audit_events a
    WHERE age(a.xmin) > age($1::text::xid8::xid) AND a.id ${isAfter} $2::uuid
      AND ($3::uuid IS NULL OR a.tenant_id IS NULL OR a.tenant_id = $3)
      AND NOT EXISTS (SELECT FROM ${schema}.explained_audit x WHERE x.id = a.id)
    ORDER BY a.id LIMIT ${STRAYS_AT_ONCE}`;
  const byId = { least: NIL, keyOf: ({ id }: { id: string }) => id, size: STRAYS_AT_ONCE };
  const pages = inPages(byId, (isAfter, id) => sql.query(statement(isAfter), [before, id, tenantId]));
  for await (const rows of pages) yield rows.map(({ id }) => id);
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
