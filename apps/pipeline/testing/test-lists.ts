import { randomUUID } from 'node:crypto';
import type { ReportedRecords } from '@probity/contracts/watchlists/reported-records';
import type { ImportResult } from '@probity/contracts/watchlists/views';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import type { EventStore } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import type { ListedEntry } from '@probity/read-side/watchlists/stored-entry';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { AddWatchlistEntriesHandler } from '../watchlists/add-watchlist-entries.handler';
import { DeleteWatchlistEntryHandler } from '../watchlists/delete-watchlist-entry.handler';
import { Imports } from '../watchlists/imports';
import { ImportsHandler } from '../watchlists/imports.handler';
import { ListStreams } from '../watchlists/list-streams';

const BATCH = 1_000;

/** The handlers of watchlist commands of one process, on a database of a test. */
export class TestLists {
  readonly queries: WatchlistQueries;
  readonly adding: AddWatchlistEntriesHandler;
  readonly deleting: DeleteWatchlistEntryHandler;
  readonly importing: ImportsHandler;
  readonly imports: Imports;
  now = (): Date => new Date();

  constructor(database: Database, events: EventStore = new PostgresEventStore(database)) {
    const time = { now: () => this.now() };
    const streams = new ListStreams(new AggregateStore(events, database));
    this.imports = new Imports(database, streams, time);
    this.queries = new WatchlistQueries(database);
    this.adding = new AddWatchlistEntriesHandler(streams, database, this.queries, time);
    this.deleting = new DeleteWatchlistEntryHandler(streams, this.queries, time);
    this.importing = new ImportsHandler(this.imports);
  }

  add(tenantId: string, ...entries: object[]) {
    const request = { tenant_id: tenantId, actor: 'institution', entries: entries as Record<string, unknown>[] };
    return this.adding.handle(request);
  }

  delete(tenantId: string, entryId: string) {
    return this.deleting.handle({ tenant_id: tenantId, actor: 'institution', entry_id: entryId });
  }

  async begin(list: string): Promise<string> {
    const importId = randomUUID();
    await this.importing.begin({ list, import_id: importId, format: 'ofac-sdn', officer: 'Ada' });
    return importId;
  }

  async stage(list: string, importId: string, entries: ListedEntry[]): Promise<number> {
    let received = 0;
    for (let from = 0; from < entries.length; from += BATCH) {
      const batch = entries.slice(from, from + BATCH).map((entry) => ({ ...entry }));
      received = (await this.importing.stage({ list, import_id: importId, entries: batch })).received;
    }
    return received;
  }

  finish(list: string, importId: string, allowRemoval = false, reported: ReportedRecords = {}): Promise<ImportResult> {
    return this.importing.finish({
      list,
      import_id: importId,
      officer: 'Ada',
      allow_removal: allowRemoval,
      ...reported,
    });
  }

  async import(list: string, entries: ListedEntry[], allowRemoval = false): Promise<ImportResult> {
    const importId = await this.begin(list);
    await this.stage(list, importId, entries);
    return this.finish(list, importId, allowRemoval);
  }
}

export function person(id: string, name: string, more: Partial<ListedEntry> = {}): ListedEntry {
  return {
    id,
    schema: 'Person',
    topics: ['sanction'],
    names: [{ name, quality: 'primary' }],
    birth_dates: [],
    countries: [],
    identifiers: [],
    programs: [],
    ...more,
  };
}
