import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { WATCHLIST_COMMANDS } from '../topics';
import { BegunImport, ImportedBatch, ImportResult, WatchlistEntryView } from './views';

const topic = WATCHLIST_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;
const byList = (request: { list: string }): string => request.list;

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
  reply: BegunImport,
});

/** Entries of a version that is being imported; the same batch again changes nothing. */
export const importBatch = command({
  name: 'pipeline.import-watchlist-batch',
  topic,
  key: byList,
  request: Type.Object({ list: Type.String(), import_id: Id, entries: Type.Array(Metadata) }),
  reply: ImportedBatch,
});

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
