import {
  LIST_SOURCE_STREAM_PREFIX,
  type ListSourceEvent,
  type WatchlistSourceSet,
} from '@probity/contracts/list-sources/events';
import { SYSTEM } from '@probity/contracts/staff/officer';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { ProjectedTables } from '@probity/event-store/rebuild/projected-tables';
import type { Sql } from '@probity/persistence/database';
import { type AuditEntry, auditOf, officerActor, recordAudit } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';
import { passOver, refuseGap } from '../refuse-gap';

export type RecordedListSourceEvent = RecordedEvent & ListSourceEvent;

/**
 * Moves the row to revision $13, but only if it is at the revision before. Revision 0 inserts the row. A fetch that is
 * in progress loses its claim, because it uses the source before.
 */
const SET = `
  INSERT INTO pipeline.watchlist_sources AS s (list, version, format, files, sealed_queries, every_hours,
    stale_after_hours, max_bytes, active, officer, reason, set_at, revision, due_at)
  SELECT $1::text, $2::int, $3::text, $4::json, $5::bytea, $6::int, $7::int, $8::bigint, $9::boolean, $10::text, $11::text,
    $12::timestamptz, $13::bigint, CASE WHEN $9::boolean THEN $12::timestamptz END
  WHERE $13::bigint = 0 OR EXISTS (SELECT FROM pipeline.watchlist_sources WHERE list = $1::text)
  ON CONFLICT (list) DO UPDATE SET version = excluded.version, format = excluded.format, files = excluded.files,
    sealed_queries = excluded.sealed_queries, every_hours = excluded.every_hours,
    stale_after_hours = excluded.stale_after_hours, max_bytes = excluded.max_bytes, active = excluded.active,
    officer = excluded.officer, reason = excluded.reason, set_at = excluded.set_at, removed_at = NULL,
    revision = excluded.revision, due_at = excluded.due_at, claim = NULL, lease_until = NULL, attempts = 0, failures = 0
    WHERE s.revision = excluded.revision - 1`;
const REMOVE = `
  UPDATE pipeline.watchlist_sources SET removed_at = $2, revision = $3, sealed_queries = NULL, due_at = NULL,
    claim = NULL, lease_until = NULL, attempts = 0, failures = 0
  WHERE list = $1 AND revision = $3 - 1`;
const RESEAL = `
  UPDATE pipeline.watchlist_sources SET sealed_queries = $2, revision = $3 WHERE list = $1 AND revision = $3 - 1`;
const REFLECTED = 'SELECT revision FROM pipeline.watchlist_sources WHERE list = $1';
export const LIST_SOURCE_ROW = { table: 'pipeline.watchlist_sources', prefix: LIST_SOURCE_STREAM_PREFIX, key: 'list' };
const FETCHING = ['claim', 'lease_until', 'attempts', 'due_at', 'failures', 'confirmed_at', 'baseline'];
export const LIST_SOURCE_TABLES: ProjectedTables = {
  replaced: [
    {
      table: 'pipeline.watchlist_sources',
      key: 'list',
      type: 'text',
      work: { columns: FETCHING, while: 't.removed_at IS NULL' },
    },
  ],
  completed: [],
};

/**
 * Applies the events of the source of one list to the read side. The row has the last projected revision, so an event
 * that was already projected changes nothing.
 *
 * @throws ReadSideBehind when events are missing between the row and the first event
 */
export async function projectListSourceEvents(sql: Sql, events: RecordedListSourceEvent[]): Promise<void> {
  for (const event of events) {
    if (await passOver(sql, LIST_SOURCE_ROW, event)) continue;
    if (await advance(sql, event)) await recordAudit(sql, 'pipeline', auditEntryOf(event));
    else await refuseGap(sql, REFLECTED, event.data.list, event);
  }
}

async function advance(sql: Sql, { type, data, revision }: RecordedListSourceEvent): Promise<boolean> {
  if (type === 'WatchlistSourceSet') return (await sql.query(SET, rowOf(data, revision))).rowCount === 1;
  const { rowCount } =
    type === 'WatchlistSourceRemoved'
      ? await sql.query(REMOVE, [data.list, data.removed_at, revision])
      : await sql.query(RESEAL, [data.list, Buffer.from(data.sealed_queries, 'base64'), revision]);
  return rowCount === 1;
}

function rowOf(data: WatchlistSourceSet, revision: number): unknown[] {
  const { list, version, format, files, sealed_queries, every_hours, stale_after_hours, max_bytes } = data;
  const sealed = sealed_queries === undefined ? null : Buffer.from(sealed_queries, 'base64');
  const source = [list, version, format, JSON.stringify(files), sealed, every_hours, stale_after_hours, max_bytes];
  return [...source, data.active, data.officer, data.reason, data.set_at, revision];
}

function auditEntryOf(event: RecordedListSourceEvent): AuditEntry {
  const { list } = event.data;
  const subject = { subject_type: 'watchlist' as const, subject_id: list };
  if (event.type === 'WatchlistSourceResealed') {
    const { resealed_at: at } = event.data;
    return auditOf(event, { ...subject, actor: SYSTEM, action: 'watchlist.source_resealed', data: { list }, at });
  }
  const about = { ...subject, actor: officerActor(event.data) };
  if (event.type === 'WatchlistSourceRemoved') {
    const { removed_at: at } = event.data;
    return auditOf(event, { ...about, action: 'watchlist.source_removed', data: { list }, at });
  }
  const { version, format, files, every_hours, stale_after_hours, max_bytes, active, set_at: at } = event.data;
  const data = { list, version, format, files, every_hours, stale_after_hours, max_bytes, active };
  return auditOf(event, { ...about, action: 'watchlist.source_set', data, at });
}

export const LIST_SOURCE_AUDIT = auditedBy(TRAILS.pipeline, auditEntryOf);
