import Type, { type Static } from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { WATCHLIST_COMMANDS } from '../topics';

const topic = WATCHLIST_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;
const byList = (request: { list: string }): string => request.list;

/** An entry of a list as it is stored: the content is a ListEntry of libs/screening without its list and id. */
export const WatchlistEntryView = Type.Object({
  id: Type.String(),
  list: Type.String(),
  schema: Type.Enum(['Person', 'Company', 'Other']),
  names: Type.Array(Type.Object({ name: Type.String(), quality: Type.Enum(['primary', 'alias', 'weak']) })),
  topics: Type.Array(Type.String()),
  birth_dates: Type.Array(Type.String()),
  countries: Type.Array(Type.String()),
  identifiers: Type.Array(
    Type.Object({ type: Type.String(), value: Type.String(), country: Type.Optional(Type.String()) }),
  ),
  programs: Type.Array(Type.String()),
  remarks: Type.Optional(Type.String()),
  created_at: Timestamp,
});
export type WatchlistEntryView = Static<typeof WatchlistEntryView>;

/** Adds entries to the tenant's own list. An entry with an id that is there already replaces it. */
export const addWatchlistEntries = command({
  name: 'pipeline.add-watchlist-entries',
  topic,
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    actor: Type.String(),
    entries: Type.Array(Metadata, {
      description: 'each with an id; as WatchlistEntryView, without list and created_at',
    }),
  }),
  reply: Type.Array(WatchlistEntryView),
});

export const deleteWatchlistEntry = command({
  name: 'pipeline.delete-watchlist-entry',
  topic,
  key: byTenant,
  request: Type.Object({ tenant_id: Id, actor: Type.String(), entry_id: Type.String() }),
  reply: Type.Object({ entry_id: Type.String() }),
});

/** Begins the import of a new version of a list that all tenants share. */
export const beginImport = command({
  name: 'pipeline.begin-watchlist-import',
  topic,
  key: byList,
  request: Type.Object({ list: Type.String(), import_id: Id, format: Type.String(), officer: Type.String() }),
  reply: Type.Object({ import_id: Id }),
});

/** Entries of a version that is being imported; the same batch again changes nothing. */
export const importBatch = command({
  name: 'pipeline.import-watchlist-batch',
  topic,
  key: byList,
  request: Type.Object({ list: Type.String(), import_id: Id, entries: Type.Array(Metadata) }),
  reply: Type.Object({ received: Type.Integer({ description: 'entries of this import so far' }) }),
});

export const ImportResult = Type.Object({
  list: Type.String(),
  version: Type.Integer({ description: 'of the list; goes up only when something changed' }),
  entries: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
});
export type ImportResult = Static<typeof ImportResult>;

/** Makes the imported version the one that counts: entries that it lacks are removed. */
export const finishImport = command({
  name: 'pipeline.finish-watchlist-import',
  topic,
  key: byList,
  request: Type.Object({
    list: Type.String(),
    import_id: Id,
    officer: Type.String(),
    allow_removal: Type.Boolean({ description: 'false refuses a version that lacks over a tenth of the entries' }),
  }),
  reply: ImportResult,
});
