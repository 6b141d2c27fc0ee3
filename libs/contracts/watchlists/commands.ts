import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { Id, Metadata } from '../fields';
import { WATCHLIST_COMMANDS } from '../topics';
import { ENTRY } from './events';
import { BegunImport, ImportedBatch, ImportResult, WatchlistEntryView } from './views';
import { actorName, officer } from '../staff/officer';
import { reportedRecords } from './reported-records';

const tenantCommand = commandsOf(WATCHLIST_COMMANDS, 'tenant_id');
const WHY = Type.Optional(Type.String({ description: 'of an officer; institutions give none' }));
const listCommand = commandsOf(WATCHLIST_COMMANDS, 'list');

export const addWatchlistEntries = tenantCommand({
  name: 'pipeline.add-watchlist-entries',
  summary: "Add entries to a tenant's own list. An entry replaces the stored entry with the same id.",
  request: Type.Object({
    tenant_id: Id,
    actor: Type.String(),
    ...actorName,
    reason: WHY,
    entries: Type.Array(Metadata, {
      description: 'each with an id; as WatchlistEntryView, without list and created_at',
    }),
  }),
  reply: Type.Array(WatchlistEntryView),
  example: { request: { entries: [ENTRY] } },
});

export const deleteWatchlistEntry = tenantCommand({
  name: 'pipeline.delete-watchlist-entry',
  summary: "Remove an entry from a tenant's own list.",
  request: Type.Object({ tenant_id: Id, actor: Type.String(), ...actorName, reason: WHY, entry_id: Type.String() }),
  reply: Type.Object({ entry_id: Type.String() }),
  example: { request: { entry_id: ENTRY.id }, reply: { entry_id: ENTRY.id } },
});

export const beginImport = listCommand({
  name: 'pipeline.begin-watchlist-import',
  summary: 'Begin the import of a new version of a list that all tenants share.',
  request: Type.Object({ list: Type.String(), import_id: Id, format: Type.String(), ...officer }),
  reply: BegunImport,
});

export const importBatch = listCommand({
  name: 'pipeline.import-watchlist-batch',
  summary: 'Send entries of a version that is being imported. Repeating a batch has no effect.',
  request: Type.Object({ list: Type.String(), import_id: Id, entries: Type.Array(Metadata) }),
  reply: ImportedBatch,
  example: { request: { entries: [{ ...ENTRY, id: '99001', topics: ['sanction'] }] } },
});

export const finishImport = listCommand({
  name: 'pipeline.finish-watchlist-import',
  summary: 'Activate the imported version. Entries that it lacks are removed.',
  request: Type.Object({
    list: Type.String(),
    import_id: Id,
    ...officer,
    reason: Type.Optional(Type.String({ description: 'for the audit trail; earlier versions send none' })),
    ...reportedRecords,
    allow_removal: Type.Boolean({ description: 'false rejects a version that lacks over a tenth of the entries' }),
  }),
  reply: ImportResult,
});
