import type { Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';

/** The number of entries to index at once: indexing blocks other work for some milliseconds. */
const AT_ONCE = 250;

const CHANGED = `
  SELECT list, tenant_id, entry_id, content, sequence FROM pipeline.watchlist_entries
  WHERE (sequence, entry_id) > ($1::bigint, $2::text) ORDER BY sequence, entry_id LIMIT $3`;
const ADDED = `
  SELECT list, tenant_id, entry_id, content, sequence FROM pipeline.watchlist_entries
  WHERE (sequence, entry_id) > ($1::bigint, $2::text) AND sequence <= $4::bigint
    AND removed_at IS NULL AND tenant_id IS NOT DISTINCT FROM $5::uuid
  ORDER BY sequence, entry_id LIMIT $3`;
const COUNT_ADDED = `
  SELECT count(*)::int AS entries FROM pipeline.watchlist_entries
  WHERE sequence > $1::bigint AND sequence <= $2::bigint AND removed_at IS NULL
    AND tenant_id IS NOT DISTINCT FROM $3::uuid`;

/** A stored entry; without an `entry` it was removed. */
export interface ChangedEntry {
  list: string;
  tenantId: string | null;
  entryId: string;
  entry: ListEntry | undefined;
}

/** Changes after one sequence and up to another, of the shared lists or of one tenant's own list. */
export interface ChangeRange {
  tenant_id: string | null;
  from_sequence: string;
  to_sequence: string;
}

interface EntryRow {
  list: string;
  tenant_id: string | null;
  entry_id: string;
  content: Omit<ListEntry, 'list' | 'id'> | null;
  sequence: string;
}

/** Every entry that changed after `sequence`, in its current state, including removed entries; in pages. */
export const changedAfter = (sql: Sql, sequence: string): AsyncGenerator<ChangedEntry[]> =>
  inPages(sql, CHANGED, sequence, []);

/** The entries that were added or changed in a range and have not changed since; in pages. */
export const addedIn = (sql: Sql, { tenant_id, from_sequence, to_sequence }: ChangeRange) =>
  inPages(sql, ADDED, from_sequence, [to_sequence, tenant_id]);

export async function countAddedIn(sql: Sql, range: ChangeRange): Promise<number> {
  const values = [range.from_sequence, range.to_sequence, range.tenant_id];
  const { rows } = await sql.query<{ entries: number }>(COUNT_ADDED, values);
  return rows[0]!.entries;
}

/** A change belongs to one list, so sequence and id identify an entry. */
async function* inPages(sql: Sql, text: string, after: string, more: unknown[]): AsyncGenerator<ChangedEntry[]> {
  let place = [String(BigInt(after) + 1n), '']; // no id is empty
  for (;;) {
    const { rows } = await sql.query<EntryRow>(text, [...place, AT_ONCE, ...more]);
    if (rows.length > 0) yield rows.map(toChanged);
    if (rows.length < AT_ONCE) return;
    const last = rows.at(-1)!;
    place = [last.sequence, last.entry_id];
  }
}

function toChanged({ list, tenant_id, entry_id, content }: EntryRow): ChangedEntry {
  const entry = content === null ? undefined : { list, id: entry_id, ...content };
  return { list, tenantId: tenant_id, entryId: entry_id, entry };
}
