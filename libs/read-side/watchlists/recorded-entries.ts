import type { WatchlistEntriesRecorded } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import { type ListedEntry, storedEntry } from './stored-entry';

const PUT = `
  INSERT INTO pipeline.watchlist_recorded_entries (stream, recording_id, entry_id, content, digest)
  SELECT $1, $2, n.entry_id, n.content::jsonb, n.digest FROM unnest($3::text[], $4::text[], $5::text[]) AS n (entry_id, content, digest)
  ON CONFLICT DO NOTHING`;
const REMOVED = `
  INSERT INTO pipeline.watchlist_recorded_entries (stream, recording_id, entry_id)
  SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`;
const COUNT =
  'SELECT count(*)::int AS count FROM pipeline.watchlist_recorded_entries WHERE stream = $1 AND recording_id = $2';
/** Also those of imports that ended before they took effect. */
const FORGET = 'DELETE FROM pipeline.watchlist_recorded_entries WHERE stream = $1';

/**
 * Forbids nested loops. New entries are so new that the planner may expect only a few rows and would then compare every
 * entry with every other entry.
 */
export const JOIN_BY_HASH = 'SET LOCAL enable_nestloop = off';
const TAKE_EFFECT = `
  INSERT INTO pipeline.watchlist_entries AS e
    (stream, list, tenant_id, entry_id, content, digest, version, sequence, created_at)
  SELECT $1, $3, NULL, r.entry_id, r.content, r.digest, $4, $5, $6
  FROM pipeline.watchlist_recorded_entries r
  LEFT JOIN pipeline.watchlist_entries o ON o.stream = $1 AND o.entry_id = r.entry_id
  WHERE r.stream = $1 AND r.recording_id = $2 AND r.content IS NOT NULL AND o.digest IS DISTINCT FROM r.digest
  ON CONFLICT (stream, entry_id) DO UPDATE SET content = excluded.content, digest = excluded.digest,
    version = excluded.version, sequence = excluded.sequence, removed_at = NULL,
    created_at = CASE WHEN e.removed_at IS NULL THEN e.created_at ELSE excluded.created_at END`;
const REMOVE = `
  UPDATE pipeline.watchlist_entries e SET content = NULL, digest = NULL, version = $3, sequence = $4, removed_at = $5
  WHERE stream = $1 AND removed_at IS NULL`;
const OF_RECORDING = `
  SELECT FROM pipeline.watchlist_recorded_entries r WHERE r.stream = $1 AND r.recording_id = $2 AND r.entry_id = e.entry_id`;
const REMOVE_OTHERS = `${REMOVE} AND NOT EXISTS (${OF_RECORDING})`;
const REMOVE_RECORDED = `${REMOVE} AND EXISTS (${OF_RECORDING} AND r.content IS NULL)`;

/** The whole list begins with this recording: a rebuild knows no earlier version of its entries. */
const BEGIN_HERE = `
  UPDATE pipeline.watchlist_entries SET version = $2, created_at = $3
  WHERE stream = $1 AND removed_at IS NULL AND version <> $2`;

/** Keeps entries until an event puts them into effect. */
export async function keepRecorded(
  sql: Sql,
  stream: string,
  { list, recording_id, put, removed }: WatchlistEntriesRecorded,
): Promise<void> {
  const stored = put.map((entry) => storedEntry(list, entry as unknown as ListedEntry));
  const columns = (['id', 'content', 'digest'] as const).map((column) => stored.map((entry) => entry[column]));
  if (put.length > 0) await sql.query(PUT, [stream, recording_id, ...columns]);
  if (removed.length > 0) await sql.query(REMOVED, [stream, recording_id, removed]);
}

/** Recorded entries that become those of a list. */
export interface Recording {
  stream: string;
  list: string;
  recording_id: string;
  /** whether it has all entries of the list, or only what is added, changed and removed */
  isWhole: boolean;
  /** the number of its entries */
  count: number;
  version: number;
  sequence: string;
  /** ISO 8601 */
  at: string;
}

/** @throws Error when entries are missing: a list that lacks some would let persons pass */
export async function putIntoEffect(sql: Sql, recording: Recording): Promise<void> {
  const { stream, list, recording_id, isWhole, count, version, sequence, at } = recording;
  const { rows } = await sql.query<{ count: number }>(COUNT, [stream, recording_id]);
  if (rows[0]!.count !== count) {
    const found = `version ${version} of the list ${list} needs ${count} recorded entries, and ${rows[0]!.count} are there`;
    throw new Error(`${found}; run "probity projections rebuild --all"`);
  }
  await sql.query(JOIN_BY_HASH);
  await sql.query(TAKE_EFFECT, [stream, recording_id, list, version, sequence, at]);
  await sql.query(isWhole ? REMOVE_OTHERS : REMOVE_RECORDED, [stream, recording_id, version, sequence, at]);
  if (isWhole) await sql.query(BEGIN_HERE, [stream, version, at]);
  await sql.query(FORGET, [stream]);
}
