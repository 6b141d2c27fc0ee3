import {
  addWatchlistEntries,
  beginImport,
  deleteWatchlistEntry,
  finishImport,
  importBatch,
} from '../../watchlists/commands';
import { IMPORT_ID, TENANT_ID } from '../example-ids';
import { about } from './command-note';
import { ENTRY, LIST, STORED_ENTRY } from './watchlist-example';

const actor = 'institution';
const officer = 'j.doe';

export const WATCHLIST_COMMAND_NOTES = [
  about(
    addWatchlistEntries,
    "Add entries to a tenant's own list. An entry with an id that is there already replaces it.",
    { tenant_id: TENANT_ID, actor, entries: [ENTRY] },
    [STORED_ENTRY],
  ),
  about(
    deleteWatchlistEntry,
    "Take an entry off a tenant's own list.",
    { tenant_id: TENANT_ID, actor, entry_id: ENTRY.id },
    { entry_id: ENTRY.id },
  ),
  about(
    beginImport,
    'Begin the import of a new version of a list that all tenants share.',
    { list: LIST, import_id: IMPORT_ID, format: 'ofac-sdn', officer },
    { import_id: IMPORT_ID },
  ),
  about(
    importBatch,
    'Bring entries of a version that is being imported. The same batch again changes nothing.',
    { list: LIST, import_id: IMPORT_ID, entries: [{ ...ENTRY, id: '99001', topics: ['sanction'] }] },
    { received: 1 },
  ),
  about(
    finishImport,
    'Make the imported version the one that counts. Entries that it lacks are removed.',
    { list: LIST, import_id: IMPORT_ID, officer, allow_removal: false },
    { list: LIST, version: 3, entries: 18_412, added: 120, changed: 14, removed: 9 },
  ),
];
