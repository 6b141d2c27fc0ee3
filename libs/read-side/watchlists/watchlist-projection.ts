import {
  OWN_LIST,
  type WatchlistEntriesAdded,
  type WatchlistEntryDeleted,
  type WatchlistEvent,
  type WatchlistImported,
} from '@probity/contracts/watchlists/events';
import { NO_STREAM, ReadSideBehind, type RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { auditCause, recordAudit } from '../audit/audit-entry';
import { type ListedEntry, storedEntry } from './stored-entry';

export type RecordedWatchlistEvent = RecordedEvent & WatchlistEvent;

/** Moves the row of the list to the revision; does so only from the revision before it. */
const ADVANCE = `
  INSERT INTO pipeline.watchlists (stream, list, tenant_id, version, entries, imported_at, revision, sequence)
  SELECT $1::text, $2::text, $3::uuid, 0, 0, $4::timestamptz, $5::bigint, 0
  WHERE $5::bigint = 0 OR EXISTS (SELECT FROM pipeline.watchlists WHERE stream = $1::text)
  ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision WHERE watchlists.revision = excluded.revision - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.watchlists WHERE stream = $1';

/** Keeps the row locked until the commit, see the migration. */
const NEXT_CHANGE = 'UPDATE pipeline.watchlist_changes SET sequence = sequence + 1 RETURNING sequence';

const FINISH = `
  UPDATE pipeline.watchlists SET version = $2, format = $3, imported_at = $4, sequence = $5,
    entries = (SELECT count(*) FROM pipeline.watchlist_entries WHERE stream = $1 AND removed_at IS NULL)
  WHERE stream = $1`;

const PUT = `
  ON CONFLICT (stream, entry_id) DO UPDATE SET content = excluded.content, digest = excluded.digest,
    version = excluded.version, sequence = excluded.sequence, removed_at = NULL,
    created_at = CASE WHEN e.removed_at IS NULL THEN e.created_at ELSE excluded.created_at END`;
const PUT_ENTRIES = `
  INSERT INTO pipeline.watchlist_entries AS e
    (stream, list, tenant_id, entry_id, content, digest, version, sequence, created_at)
  SELECT $1, $2, $3, n.entry_id, n.content::jsonb, n.digest, $4, $5, $6
  FROM unnest($7::text[], $8::text[], $9::text[]) AS n (entry_id, content, digest)
  LEFT JOIN pipeline.watchlist_entries o ON o.stream = $1 AND o.entry_id = n.entry_id
  WHERE o.digest IS DISTINCT FROM n.digest ${PUT}`;
const PUT_STAGED = `
  INSERT INTO pipeline.watchlist_entries AS e
    (stream, list, tenant_id, entry_id, content, digest, version, sequence, created_at)
  SELECT $1, $2, NULL, s.entry_id, s.content, s.digest, $3, $4, $5
  FROM pipeline.watchlist_staging s
  LEFT JOIN pipeline.watchlist_entries o ON o.stream = $1 AND o.entry_id = s.entry_id
  WHERE s.import_id = $6 AND o.digest IS DISTINCT FROM s.digest ${PUT}`;

const REMOVE = 'SET content = NULL, digest = NULL, version = $2, sequence = $3, removed_at = $4';
const REMOVE_ENTRY = `
  UPDATE pipeline.watchlist_entries ${REMOVE} WHERE stream = $1 AND removed_at IS NULL AND entry_id = $5`;
const REMOVE_UNSTAGED = `
  UPDATE pipeline.watchlist_entries e ${REMOVE} WHERE stream = $1 AND removed_at IS NULL
    AND NOT EXISTS (SELECT FROM pipeline.watchlist_staging s WHERE s.import_id = $5 AND s.entry_id = e.entry_id)`;

/**
 * What is staged is so new that the planner may take it for a few rows, and would compare every entry with every
 * other one.
 */
const JOIN_BY_HASH = 'SET LOCAL enable_nestloop = off';
const COUNT_STAGED = 'SELECT count(*)::int AS staged FROM pipeline.watchlist_staging WHERE import_id = $1';
const FORGET_STAGED = 'DELETE FROM pipeline.watchlist_staging WHERE import_id = $1';
const FINISH_IMPORT = `
  UPDATE pipeline.watchlist_imports SET status = 'finished', touched_at = $2, result = $3 WHERE import_id = $1`;

/** Changes that nobody has begun to deal with yet are dealt with together. */
const QUEUE_RESCREENING = `
  INSERT INTO pipeline.rescreen_jobs (tenant_id, from_sequence, to_sequence) VALUES ($1::uuid, $2::bigint - 1, $2::bigint)
  ON CONFLICT (tenant_id) WHERE started_at IS NULL DO UPDATE SET to_sequence = excluded.to_sequence`;

/**
 * Brings the read side of one list forward. The row of the list guards it: an event seen again is skipped.
 * Queues the rescreening that the change calls for.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectWatchlistEvents(sql: Sql, events: RecordedWatchlistEvent[]): Promise<void> {
  for (const event of events) {
    const { list, tenantId, at } = about(event);
    const { rowCount } = await sql.query(ADVANCE, [event.stream, list, tenantId, at, event.revision]);
    if (rowCount === 1) await project(sql, event);
    else await refuseGap(sql, event);
  }
}

async function refuseGap(sql: Sql, { stream, revision }: RecordedWatchlistEvent): Promise<void> {
  const { rows } = await sql.query<{ revision: string }>(REFLECTED, [stream]);
  const reflected = rows[0] ? Number(rows[0].revision) : NO_STREAM;
  if (reflected < revision) throw new ReadSideBehind(stream, reflected);
}

async function project(sql: Sql, event: RecordedWatchlistEvent): Promise<void> {
  const { rows } = await sql.query<{ sequence: string }>(NEXT_CHANGE);
  const sequence = rows[0]!.sequence;
  switch (event.type) {
    case 'WatchlistImported':
      return projectImport(sql, event, event.data, sequence);
    case 'WatchlistEntriesAdded':
      return projectAdded(sql, event, event.data, sequence);
    case 'WatchlistEntryDeleted':
      return projectDeleted(sql, event, event.data, sequence);
  }
}

/**
 * The entries come from the staged import. When they are not there any longer, as in a replay of old
 * events, the entries stay as they are: the next import brings them.
 */
async function projectImport(
  sql: Sql,
  event: RecordedEvent,
  imported: WatchlistImported,
  sequence: string,
): Promise<void> {
  const { list, import_id, version, format, added, changed, imported_at } = imported;
  await sql.query(JOIN_BY_HASH);
  const { rows } = await sql.query<{ staged: number }>(COUNT_STAGED, [import_id]);
  if (rows[0]!.staged === imported.entries) {
    await sql.query(PUT_STAGED, [event.stream, list, version, sequence, imported_at, import_id]);
    await sql.query(REMOVE_UNSTAGED, [event.stream, version, sequence, imported_at, import_id]);
    if (added + changed > 0) await sql.query(QUEUE_RESCREENING, [null, sequence]);
  }
  await sql.query(FORGET_STAGED, [import_id]);
  await sql.query(FINISH, [event.stream, version, format, imported_at, sequence]);
  const { officer, ...result } = imported;
  await sql.query(FINISH_IMPORT, [import_id, imported_at, JSON.stringify(importResult(imported))]);
  await recordAudit(sql, 'pipeline', {
    id: event.id,
    tenant_id: null,
    subject_type: 'watchlist',
    subject_id: list,
    action: 'watchlist.imported',
    actor: `staff:${officer}`,
    reason: null,
    cause: auditCause(undefined, event),
    data: result,
    at: imported_at,
  });
}

/** What is answered to whoever imported. */
export function importResult({ list, version, entries, added, changed, removed }: WatchlistImported) {
  return { list, version, entries, added, changed, removed };
}

async function projectAdded(
  sql: Sql,
  event: RecordedEvent,
  { tenant_id, entries, actor, added_at }: WatchlistEntriesAdded,
  sequence: string,
): Promise<void> {
  const version = ownListVersion(event);
  const stored = entries.map((entry) => storedEntry(OWN_LIST, entry as unknown as ListedEntry));
  await sql.query(PUT_ENTRIES, [
    event.stream,
    OWN_LIST,
    tenant_id,
    version,
    sequence,
    added_at,
    stored.map(({ id }) => id),
    stored.map(({ content }) => content),
    stored.map(({ digest }) => digest),
  ]);
  await sql.query(FINISH, [event.stream, version, null, added_at, sequence]);
  await sql.query(QUEUE_RESCREENING, [tenant_id, sequence]);
  await recordAudit(sql, 'pipeline', {
    id: event.id,
    tenant_id,
    subject_type: 'watchlist',
    subject_id: OWN_LIST,
    action: 'watchlist.entries_added',
    actor,
    reason: null,
    cause: auditCause(undefined, event),
    data: { entries: stored.length, entry_ids: stored.slice(0, MAX_IDS_IN_AUDIT).map(({ id }) => id) },
    at: added_at,
  });
}

const MAX_IDS_IN_AUDIT = 20;

async function projectDeleted(
  sql: Sql,
  event: RecordedEvent,
  { tenant_id, entry_id, actor, deleted_at }: WatchlistEntryDeleted,
  sequence: string,
): Promise<void> {
  const version = ownListVersion(event);
  await sql.query(REMOVE_ENTRY, [event.stream, version, sequence, deleted_at, entry_id]);
  await sql.query(FINISH, [event.stream, version, null, deleted_at, sequence]);
  await recordAudit(sql, 'pipeline', {
    id: event.id,
    tenant_id,
    subject_type: 'watchlist',
    subject_id: OWN_LIST,
    action: 'watchlist.entry_deleted',
    actor,
    reason: null,
    cause: auditCause(undefined, event),
    data: { entry_id },
    at: deleted_at,
  });
}

/** A tenant's own list has a version for each of its events. */
const ownListVersion = ({ revision }: RecordedEvent): number => revision + 1;

function about(event: RecordedWatchlistEvent): { list: string; tenantId: string | null; at: string } {
  switch (event.type) {
    case 'WatchlistImported':
      return { list: event.data.list, tenantId: null, at: event.data.imported_at };
    case 'WatchlistEntriesAdded':
      return { list: OWN_LIST, tenantId: event.data.tenant_id, at: event.data.added_at };
    case 'WatchlistEntryDeleted':
      return { list: OWN_LIST, tenantId: event.data.tenant_id, at: event.data.deleted_at };
  }
}
