import Type, { type Static } from 'typebox';
import { Id, Metadata, Timestamp } from '../fields';

export const WATCHLIST_STREAM_PREFIX = 'watchlist-';
/** The stream of a list that all tenants share. */
export const sharedListStream = (list: string): string => `${WATCHLIST_STREAM_PREFIX}${list}`;
/** The stream of a tenant's own list. */
export const ownListStream = (tenantId: string): string => `${WATCHLIST_STREAM_PREFIX}tenant-${tenantId}`;

/** Name of a tenant's own list, in entries and alerts. */
export const OWN_LIST = 'tenant';

/** A new version of a shared list took effect. The entries are in the read side, not in the event. */
export const WatchlistImported = Type.Object({
  list: Type.String(),
  import_id: Id,
  version: Type.Integer(),
  format: Type.String(),
  entries: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  officer: Type.String(),
  imported_at: Timestamp,
});

export const WatchlistEntriesAdded = Type.Object({
  tenant_id: Id,
  entries: Type.Array(Metadata),
  actor: Type.String(),
  added_at: Timestamp,
});

export const WatchlistEntryDeleted = Type.Object({
  tenant_id: Id,
  entry_id: Type.String(),
  actor: Type.String(),
  deleted_at: Timestamp,
});

export type WatchlistImported = Static<typeof WatchlistImported>;
export type WatchlistEntriesAdded = Static<typeof WatchlistEntriesAdded>;
export type WatchlistEntryDeleted = Static<typeof WatchlistEntryDeleted>;

export type WatchlistEvent =
  | { type: 'WatchlistImported'; data: WatchlistImported }
  | { type: 'WatchlistEntriesAdded'; data: WatchlistEntriesAdded }
  | { type: 'WatchlistEntryDeleted'; data: WatchlistEntryDeleted };
