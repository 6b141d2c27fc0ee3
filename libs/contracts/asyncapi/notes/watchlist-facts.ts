import type { WatchlistEntriesAdded, WatchlistEntryDeleted, WatchlistImported } from '../../watchlists/events';
import { CREATED_AT, DECIDED_AT, IMPORT_ID, TENANT_ID } from '../example-ids';
import { UUID_PATTERN } from '../message-headers';
import type { FactNote } from './fact-note';
import { ENTRY, LIST } from './watchlist-example';

const SHARED_LIST = '[a-z0-9]+(?:-[a-z0-9]+)*';
const actor = 'institution';

/** Of a tenant's own list. */
const ownList = <Data>(summary: string, example: Data): FactNote<Data> => ({
  summary,
  aggregateId: `tenant-${TENANT_ID}`,
  idPattern: `tenant-${UUID_PATTERN}`,
  example,
});
const sharedList = <Data>(summary: string, example: Data): FactNote<Data> => ({
  summary,
  aggregateId: LIST,
  idPattern: SHARED_LIST,
  example,
});

export const WATCHLIST_FACT_NOTES = {
  'pipeline.WatchlistImported': sharedList<WatchlistImported>(
    'A new version of a list that all tenants share took effect. The entries are not in the fact.',
    {
      list: LIST,
      import_id: IMPORT_ID,
      version: 3,
      format: 'ofac-sdn',
      entries: 18_412,
      added: 120,
      changed: 14,
      removed: 9,
      officer: 'j.doe',
      imported_at: CREATED_AT,
    },
  ),
  'pipeline.WatchlistEntriesAdded': ownList<WatchlistEntriesAdded>(
    "Entries were added to a tenant's own list, or replaced those with the same id.",
    { tenant_id: TENANT_ID, entries: [ENTRY], actor, added_at: CREATED_AT },
  ),
  'pipeline.WatchlistEntryDeleted': ownList<WatchlistEntryDeleted>("An entry was taken off a tenant's own list.", {
    tenant_id: TENANT_ID,
    entry_id: ENTRY.id,
    actor,
    deleted_at: DECIDED_AT,
  }),
};
