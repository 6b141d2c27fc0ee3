import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { WATCHLIST_COMMANDS } from '../topics';
import { ENTRY } from './events';
import { BegunImport, ImportedBatch, ImportResult, WatchlistEntryView } from './views';

const topic = WATCHLIST_COMMANDS;
const byTenant = (request: { tenant_id: string }): string => request.tenant_id;
const byList = (request: { list: string }): string => request.list;

export const addWatchlistEntries = command({
  name: 'pipeline.add-watchlist-entries',
  topic,
  summary: "Add entries to a tenant's own list. An entry with an id that is there already replaces it.",
  key: byTenant,
  request: Type.Object({
    tenant_id: Id,
    actor: Type.String(),
    entries: Type.Array(Metadata, {
      description: 'each with an id; as WatchlistEntryView, without list and created_at',
    }),
  }),
  reply: Type.Array(WatchlistEntryView),
  example: { request: { entries: [ENTRY] } },
});

export const deleteWatchlistEntry = command({
  name: 'pipeline.delete-watchlist-entry',
  topic,
  summary: "Take an entry off a tenant's own list.",
  key: byTenant,
  request: Type.Object({ tenant_id: Id, actor: Type.String(), entry_id: Type.String() }),
  reply: Type.Object({ entry_id: Type.String() }),
  example: { request: { entry_id: ENTRY.id }, reply: { entry_id: ENTRY.id } },
});

export const beginImport = command({
  name: 'pipeline.begin-watchlist-import',
  topic,
  summary: 'Begin the import of a new version of a list that all tenants share.',
  key: byList,
  request: Type.Object({ list: Type.String(), import_id: Id, format: Type.String(), officer: Type.String() }),
  reply: BegunImport,
});

export const importBatch = command({
  name: 'pipeline.import-watchlist-batch',
  topic,
  summary: 'Bring entries of a version that is being imported. The same batch again changes nothing.',
  key: byList,
  request: Type.Object({ list: Type.String(), import_id: Id, entries: Type.Array(Metadata) }),
  reply: ImportedBatch,
  example: { request: { entries: [{ ...ENTRY, id: '99001', topics: ['sanction'] }] } },
});

export const finishImport = command({
  name: 'pipeline.finish-watchlist-import',
  topic,
  summary: 'Make the imported version the one that counts. Entries that it lacks are removed.',
  key: byList,
  request: Type.Object({
    list: Type.String(),
    import_id: Id,
    officer: Type.String(),
    allow_removal: Type.Boolean({ description: 'false refuses a version that lacks over a tenth of the entries' }),
  }),
  reply: ImportResult,
});
