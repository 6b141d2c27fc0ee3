import type { WatchlistEntryView, WatchlistImport, WatchlistView } from '@probity/contracts/watchlists/views';
import { ownListStream, OWN_LIST } from '@probity/contracts/watchlists/events';
import type { Sql } from '@probity/persistence/database';
import type { ListEntry } from '@probity/screening/list-entry';
import type { Page } from '../page';
import { readViews } from '../views';

export interface EntryFilter {
  /** a part of one of the names; upper and lower case are equal */
  name?: string;
}

const ENTRY = `
  SELECT entry_id, content, created_at FROM pipeline.watchlist_entries
  WHERE tenant_id = $1 AND stream = $2 AND removed_at IS NULL`;
const LIST_ENTRIES = `${ENTRY}
    AND ($5::text IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements(content -> 'names') AS n WHERE strpos(lower(n ->> 'name'), lower($5)) > 0))
  ORDER BY created_at, entry_id LIMIT $3 OFFSET $4`;
const GET_ENTRIES = `${ENTRY} AND entry_id = ANY($3)`;
const LIST_LISTS = `
  SELECT list, version, format, entries, imported_at FROM pipeline.watchlists WHERE tenant_id IS NULL OR tenant_id = $1
  ORDER BY tenant_id NULLS LAST, list`;

const LIST_IMPORTS = `
  SELECT import_id, list, format, officer, status, received, begun_at, touched_at, (result->>'version')::int AS version,
    (result->>'added')::int AS added, (result->>'changed')::int AS changed, (result->>'removed')::int AS removed,
    (result->>'skipped')::int AS skipped, (result->>'malformed')::int AS malformed, (result->>'odd')::int AS odd
  FROM pipeline.watchlist_imports WHERE list = $1 ORDER BY begun_at DESC, import_id DESC LIMIT $2 OFFSET $3`;

interface EntryRow {
  entry_id: string;
  content: Omit<ListEntry, 'list' | 'id'>;
  created_at: Date;
}

/** Reads watchlists. A tenant can read the entries of its own list; of shared lists, only their names and versions. */
export class WatchlistQueries {
  constructor(private readonly sql: Sql) {}

  async entries(tenantId: string, { limit, offset }: Page, filter: EntryFilter = {}): Promise<WatchlistEntryView[]> {
    const values = [tenantId, ownListStream(tenantId), limit, offset, filter.name ?? null];
    const { rows } = await this.sql.query<EntryRow>(LIST_ENTRIES, values);
    return rows.map(toView);
  }

  async entry(tenantId: string, entryId: string): Promise<WatchlistEntryView | undefined> {
    const [view] = await this.entriesById(tenantId, [entryId]);
    return view;
  }

  /** The entries with these ids, in the order of the ids. Missing ids are left out. */
  async entriesById(tenantId: string, entryIds: string[]): Promise<WatchlistEntryView[]> {
    const { rows } = await this.sql.query<EntryRow>(GET_ENTRIES, [tenantId, ownListStream(tenantId), entryIds]);
    const found = new Map(rows.map((row) => [row.entry_id, toView(row)]));
    return entryIds.flatMap((id) => found.get(id) ?? []);
  }

  /** The imports of a shared list, newest first. An import that was abandoned is not there. */
  imports(list: string, { limit, offset }: Page): Promise<WatchlistImport[]> {
    return readViews(this.sql, LIST_IMPORTS, [list, limit, offset]);
  }

  /** The lists that all tenants share, and that of one tenant before them. */
  lists(tenantId?: string): Promise<WatchlistView[]> {
    return readViews(this.sql, LIST_LISTS, [tenantId ?? null]);
  }
}

function toView({ entry_id, content, created_at }: EntryRow): WatchlistEntryView {
  return { id: entry_id, list: OWN_LIST, ...content, created_at: created_at.toISOString() };
}
