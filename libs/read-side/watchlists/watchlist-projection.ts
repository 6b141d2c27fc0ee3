import {
  OWN_LIST,
  type WatchlistEntriesAdded,
  type WatchlistEvent,
  type WatchlistImported,
} from '@probity/contracts/watchlists/events';
import { reportedIn } from '@probity/contracts/watchlists/reported-records';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { recordAudit } from '../audit/audit-entry';
import { JOIN_BY_HASH, keepRecorded, putIntoEffect } from './recorded-entries';
import { type ListedEntry, storedEntry } from './stored-entry';
import { passOver, refuseGap } from '../refuse-gap';
import { watchlistAudit } from './watchlist-audit';

export type RecordedWatchlistEvent = RecordedEvent & WatchlistEvent;

/** Moves the row of the list to revision $5, but only if it is at the revision before. Revision 0 inserts the row. */
const ADVANCE = `
  INSERT INTO pipeline.watchlists (stream, list, tenant_id, version, entries, imported_at, revision, sequence, in_events)
  SELECT $1::text, $2::text, $3::uuid, 0, 0, $4::timestamptz, $5::bigint, 0, $3::uuid IS NOT NULL
  WHERE $5::bigint = 0 OR EXISTS (SELECT FROM pipeline.watchlists WHERE stream = $1::text)
  ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision WHERE watchlists.revision = excluded.revision - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.watchlists WHERE stream = $1';
export const WATCHLIST_ROW = { table: 'pipeline.watchlists', prefix: '', key: 'stream' };
/** Keeps the row locked until the commit; the migration create-watchlist-tables gives the reason. */
const NEXT_CHANGE = 'UPDATE pipeline.watchlist_changes SET sequence = sequence + 1 RETURNING sequence';

const COUNT_ENTRIES = `
  entries = (SELECT count(*) FROM pipeline.watchlist_entries WHERE stream = $1 AND removed_at IS NULL)`;
const FINISH = `
  UPDATE pipeline.watchlists SET version = $2, format = $3, imported_at = $4, sequence = $5,
    in_events = $6, ${COUNT_ENTRIES}
  WHERE stream = $1`;
const RECORDED = `
  UPDATE pipeline.watchlists SET sequence = $2, in_events = true, ${COUNT_ENTRIES} WHERE stream = $1`;

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

/** No row unless the import is being finished: a replay must not remove the entries of later imports. */
const COUNT_STAGED = `
  SELECT (SELECT count(*) FROM pipeline.watchlist_staging s WHERE s.import_id = i.import_id)::int AS staged
  FROM pipeline.watchlist_imports i WHERE i.import_id = $1 AND i.status = 'sealed'`;
const FORGET_STAGED = 'DELETE FROM pipeline.watchlist_staging WHERE import_id = $1';
const FINISH_IMPORT = `
  UPDATE pipeline.watchlist_imports SET status = 'finished', touched_at = $2, result = $3 WHERE import_id = $1`;
/** A lost import comes back. */
const RESTORE_IMPORT = `
  INSERT INTO pipeline.watchlist_imports (import_id, list, format, officer, status, received, begun_at, touched_at, result)
  SELECT $1, $4, $5, $6, 'finished', $7, $8, $2, $3 ON CONFLICT (import_id) DO NOTHING`;

/** Queues a rescreening. If one is already waiting for this tenant, adds the change to it. */
const QUEUE_RESCREENING = `
  INSERT INTO pipeline.rescreen_jobs (tenant_id, from_sequence, to_sequence) VALUES ($1::uuid, $2::bigint - 1, $2::bigint)
  ON CONFLICT (tenant_id) WHERE started_at IS NULL DO UPDATE SET to_sequence = excluded.to_sequence`;

/**
 * The entries of a shared list of an earlier version are in no event until it is imported or recorded. Removed entries of
 * shared lists stay, because a running pipeline learns from their rows that they are gone.
 */
const ENTRIES_IN_EVENTS = `(tenant_id IS NOT NULL
  OR removed_at IS NULL AND stream IN (SELECT w.stream FROM pipeline.watchlists w WHERE w.in_events))`;
export const WATCHLIST_TABLES: ProjectedTables = {
  prefix: '',
  replaced: [
    { table: 'pipeline.watchlists', key: 'stream', type: 'text', varying: ['sequence', 'entries'] },
    {
      table: 'pipeline.watchlist_entries',
      key: 'stream',
      type: 'text',
      only: ENTRIES_IN_EVENTS,
      varying: ['sequence'],
    },
    { table: 'pipeline.watchlist_recorded_entries', key: 'stream', type: 'text' },
  ],
  completed: [],
  apart: new Map([
    [NEXT_CHANGE, 'SELECT 0 AS sequence'],
    [COUNT_STAGED, undefined],
    [FORGET_STAGED, undefined],
    [FINISH_IMPORT, undefined],
    [RESTORE_IMPORT, undefined],
    [QUEUE_RESCREENING, undefined],
  ]),
};

/**
 * Applies the events of one watchlist to the read side, and queues a rescreening if entries were added or changed. The
 * row of the list has the last projected revision, so an event that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectWatchlistEvents(sql: Sql, events: RecordedWatchlistEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, WATCHLIST_ROW, event)) continue;
    const change = changeOf(event);
    const row = [event.stream, change.list, change.tenantId, change.at, event.revision];
    const { rowCount } = await sql.query(ADVANCE, row);
    if (rowCount === 1) await project(sql, event, change);
    else await refuseGap(sql, REFLECTED, event.stream, event);
  }
}

interface Change {
  list: string;
  tenantId: string | null;
  version: number;
  /** format of the imported file */
  format: string | null;
  at: string;
}

function changeOf({ type, data, revision }: RecordedWatchlistEvent): Change {
  switch (type) {
    case 'WatchlistImported':
      return { list: data.list, tenantId: null, version: data.version, format: data.format, at: data.imported_at };
    case 'WatchlistEntriesRecorded':
      return { list: data.list, tenantId: null, version: 0, format: null, at: data.recorded_at };
    case 'WatchlistRecorded':
      return { list: data.list, tenantId: null, version: data.version, format: null, at: data.recorded_at };
    // Each event of a tenant's own list makes a new version.
    case 'WatchlistEntriesAdded':
      return { list: OWN_LIST, tenantId: data.tenant_id, version: revision + 1, format: null, at: data.added_at };
    case 'WatchlistEntryDeleted':
      return { list: OWN_LIST, tenantId: data.tenant_id, version: revision + 1, format: null, at: data.deleted_at };
  }
}

async function project(sql: Sql, event: RecordedWatchlistEvent, change: Change): Promise<void> {
  const { stream, type, data } = event;
  const { list, version, format, at } = change;
  if (type === 'WatchlistEntriesRecorded') return keepRecorded(sql, stream, data);
  const { rows } = await sql.query<{ sequence: string }>(NEXT_CHANGE);
  const sequence = rows[0]!.sequence;
  switch (type) {
    case 'WatchlistRecorded': {
      const { recording_id, entries: count } = data;
      await putIntoEffect(sql, { stream, list, recording_id, isWhole: true, count, version, sequence, at });
      await sql.query(RECORDED, [stream, sequence]);
      return;
    }
    case 'WatchlistImported':
      await putImported(sql, stream, data, sequence);
      break;
    case 'WatchlistEntriesAdded':
      await putEntries(sql, stream, data, [version, sequence, at]);
      await sql.query(QUEUE_RESCREENING, [data.tenant_id, sequence]);
      break;
    case 'WatchlistEntryDeleted':
      await sql.query(REMOVE_ENTRY, [stream, version, sequence, at, data.entry_id]);
      break;
  }
  const isRecorded = type !== 'WatchlistImported' || data.recording_id !== undefined;
  await sql.query(FINISH, [stream, version, format, at, sequence, isRecorded]);
  const entry = watchlistAudit(event);
  if (entry) await recordAudit(sql, 'pipeline', entry);
}

async function putImported(sql: Sql, stream: string, imported: WatchlistImported, sequence: string): Promise<void> {
  const { list, import_id, format, officer, recording_id, recorded, version, imported_at: at } = imported;
  const { entries, added, changed, removed, received, begun_at } = imported;
  if (recording_id === undefined) await putStaged(sql, stream, imported, sequence);
  else {
    const isWhole = recorded === 'all';
    const count = isWhole ? entries : added + changed + removed;
    await putIntoEffect(sql, { stream, list, recording_id, isWhole, count, version, sequence, at });
    if (added + changed > 0) await sql.query(QUEUE_RESCREENING, [null, sequence]);
  }
  await sql.query(FORGET_STAGED, [import_id]);
  const result = JSON.stringify(importResult(imported));
  const { rowCount } = await sql.query(FINISH_IMPORT, [import_id, at, result]);
  if (rowCount === 0 && begun_at !== undefined)
    await sql.query(RESTORE_IMPORT, [import_id, at, result, list, format, officer, received, begun_at]);
}

/**
 * Replaces the entries of a list by the staged entries of an import of an earlier version, whose entries are in no event.
 * If the staged entries are gone, as in a replay of old events, the list keeps its entries until the next import.
 */
async function putStaged(sql: Sql, stream: string, imported: WatchlistImported, sequence: string): Promise<void> {
  const { list, import_id, version, added, changed, imported_at } = imported;
  await sql.query(JOIN_BY_HASH);
  const { rows } = await sql.query<{ staged: number }>(COUNT_STAGED, [import_id]);
  if (rows[0]?.staged !== imported.entries) return;
  await sql.query(PUT_STAGED, [stream, list, version, sequence, imported_at, import_id]);
  await sql.query(REMOVE_UNSTAGED, [stream, version, sequence, imported_at, import_id]);
  if (added + changed > 0) await sql.query(QUEUE_RESCREENING, [null, sequence]);
}

/** The result of an import, as the back office returns it. */
function importResult({ list, version, entries, added, changed, removed, ...rest }: WatchlistImported) {
  return { list, version, entries, added, changed, removed, ...reportedIn(rest) };
}

async function putEntries(
  sql: Sql,
  stream: string,
  { tenant_id, entries }: WatchlistEntriesAdded,
  change: [version: number, sequence: string, at: string],
): Promise<void> {
  const stored = entries.map((entry) => storedEntry(OWN_LIST, entry as unknown as ListedEntry));
  const columns = (['id', 'content', 'digest'] as const).map((column) => stored.map((entry) => entry[column]));
  await sql.query(PUT_ENTRIES, [stream, OWN_LIST, tenant_id, ...change, ...columns]);
}
