import Type from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { Id, Metadata, Timestamp, UUID_PATTERN } from '../fields';
import { WATCHLIST_EVENTS } from '../topics';
import { actorName, officer } from '../staff/officer';
import { reportedRecords } from './reported-records';

export const WATCHLIST_STREAM_PREFIX = 'watchlist-';
/** The stream of a list that all tenants share. */
export const sharedListStream = (list: string): string => `${WATCHLIST_STREAM_PREFIX}${list}`;
/** The stream of a tenant's own list. */
export const ownListStream = (tenantId: string): string => `${WATCHLIST_STREAM_PREFIX}tenant-${tenantId}`;

/** Name of a tenant's own list, in entries and alerts. */
export const OWN_LIST = 'tenant';

const LISTS = {
  service: 'pipeline',
  prefix: WATCHLIST_STREAM_PREFIX,
  topic: WATCHLIST_EVENTS,
  inside: ['WatchlistEntriesRecorded', 'WatchlistRecorded'],
} as const;
const sharedListFact = factsOf({ ...LISTS, idPattern: '[a-z0-9]+(?:-[a-z0-9]+)*', idField: 'list' });
const ownListFact = factsOf({
  ...LISTS,
  idPattern: `tenant-${UUID_PATTERN}`,
  idPrefix: 'tenant-',
  idField: 'tenant_id',
});

/** The entry of the examples on a tenant's own list. */
export const ENTRY = {
  id: 'internal-17',
  schema: 'Person' as const,
  names: [
    { name: 'Viktor Orlan', quality: 'primary' as const },
    { name: 'V. Orlan', quality: 'weak' as const },
  ],
  topics: ['crime'],
  birth_dates: ['1962-03'],
  gender: 'male' as const,
  countries: ['GB'],
  identifiers: [{ type: 'passport', value: '761234567', country: 'GB' }],
  programs: [],
  remarks: 'account closed for fraud in 2024',
};

export const WatchlistImported = sharedListFact('WatchlistImported', {
  summary:
    'A new version of a list that all tenants share took effect. The entries are not in the fact. The stream of the ' +
    'list has other events between the facts, so their revisions have gaps.',
  data: Type.Object({
    list: Type.String(),
    import_id: Id,
    version: Type.Integer(),
    format: Type.String(),
    entries: Type.Integer(),
    added: Type.Integer(),
    changed: Type.Integer(),
    removed: Type.Integer(),
    ...reportedRecords,
    ...officer,
    reason: Type.Optional(Type.String({ description: 'absent in facts from before a reason was asked for' })),
    imported_at: Timestamp,
    recording_id: Type.Optional(Id),
    recorded: Type.Optional(Type.Enum(['all', 'changes'])),
    received: Type.Optional(Type.Integer()),
    begun_at: Type.Optional(Timestamp),
  }),
  withheld: ['recording_id', 'recorded', 'received', 'begun_at'],
});

/** An officer changes the list with a reason. */
const reason = Type.Optional(Type.String({ description: 'why an officer changed the list' }));

export const WatchlistEntriesAdded = ownListFact('WatchlistEntriesAdded', {
  summary: "Entries were added to a tenant's own list, or replaced entries with the same id.",
  data: Type.Object({
    tenant_id: Id,
    entries: Type.Array(Metadata),
    actor: Type.String(),
    ...actorName,
    reason,
    added_at: Timestamp,
  }),
  example: { entries: [ENTRY] },
});

export const WatchlistEntryDeleted = ownListFact('WatchlistEntryDeleted', {
  summary: "An entry was removed from a tenant's own list.",
  data: Type.Object({
    tenant_id: Id,
    entry_id: Type.String(),
    actor: Type.String(),
    ...actorName,
    reason,
    deleted_at: Timestamp,
  }),
  example: { entry_id: ENTRY.id },
});

export type WatchlistImported = DataOf<typeof WatchlistImported>;
export type WatchlistEntriesAdded = DataOf<typeof WatchlistEntriesAdded>;

export const WATCHLIST_FACTS = [WatchlistImported, WatchlistEntriesAdded, WatchlistEntryDeleted] as const;

/** Some entries of a shared list that a later event of the same recording puts into effect. */
export interface WatchlistEntriesRecorded {
  list: string;
  recording_id: string;
  put: Record<string, unknown>[];
  /** ids of entries */
  removed: string[];
  /** ISO 8601 */
  recorded_at: string;
}

/** A list of a version that kept entries as rows only: its recording has all of them. */
export interface WatchlistRecorded {
  list: string;
  recording_id: string;
  version: number;
  entries: number;
  /** ISO 8601 */
  recorded_at: string;
}

/** Events of shared lists that are not published. */
export type RecordingEvent =
  | { type: 'WatchlistEntriesRecorded'; data: WatchlistEntriesRecorded }
  | { type: 'WatchlistRecorded'; data: WatchlistRecorded };
export type WatchlistEvent = EventOf<(typeof WATCHLIST_FACTS)[number]> | RecordingEvent;
