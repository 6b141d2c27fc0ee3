import { OWN_LIST, type WatchlistEvent } from '@probity/contracts/watchlists/events';
import { auditedBy } from '@probity/event-store/audit/audit-trail';
import type { RecordedEvent } from '@probity/event-store/event-store';
import { type AuditEntry, auditOf, officerActor } from '../audit/audit-entry';
import { TRAILS } from '../audit/trails';

const MAX_IDS_IN_AUDIT = 20;

/** The audit entry of an event of a watchlist. Recordings of entries have none: the import that they are for has one. */
export function watchlistAudit(event: RecordedEvent & WatchlistEvent): AuditEntry | undefined {
  const own = { subject_type: 'watchlist' as const, subject_id: OWN_LIST };
  switch (event.type) {
    case 'WatchlistImported': {
      const {
        officer,
        officer_id,
        reason: _,
        recording_id: _id,
        recorded: _all,
        received: _n,
        begun_at: _at,
        ...data
      } = event.data;
      const { list, imported_at: at } = data;
      const actor = officerActor({ officer, officer_id });
      return auditOf(event, { ...own, subject_id: list, action: 'watchlist.imported', actor, data, at });
    }
    case 'WatchlistEntriesAdded': {
      const { entries, actor, added_at: at } = event.data;
      const data = { entries: entries.length, entry_ids: entries.slice(0, MAX_IDS_IN_AUDIT).map(({ id }) => id) };
      return auditOf(event, { ...own, action: 'watchlist.entries_added', actor, data, at });
    }
    case 'WatchlistEntryDeleted': {
      const { entry_id, actor, deleted_at: at } = event.data;
      return auditOf(event, { ...own, action: 'watchlist.entry_deleted', actor, data: { entry_id }, at });
    }
    case 'WatchlistEntriesRecorded':
    case 'WatchlistRecorded':
      return undefined;
  }
}

export const WATCHLIST_AUDIT = auditedBy(TRAILS.pipeline, watchlistAudit);
