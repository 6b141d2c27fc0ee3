import { randomUUID } from 'node:crypto';
import type { ImportResult } from '@probity/contracts/watchlists/views';
import type { EventStore, NewEvent, RecordedEvent } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import type { Database } from '@probity/persistence/database';
import type { ListedEntry } from '@probity/read-side/watchlists/stored-entry';
import { WatchlistQueries } from '@probity/read-side/watchlists/watchlist-queries';
import { AddWatchlistEntriesHandler } from './add-watchlist-entries.handler';
import { BeginImportHandler } from './begin-import.handler';
import { DeleteWatchlistEntryHandler } from './delete-watchlist-entry.handler';
import { FinishImportHandler } from './finish-import.handler';
import { ImportBatchHandler } from './import-batch.handler';
import { Imports } from './imports';
import { ListStreams } from './list-streams';

const BATCH = 1_000;

/** One process's handlers of watchlist commands, on a database of a test. */
export class ListsForTests {
  readonly queries: WatchlistQueries;
  readonly adding: AddWatchlistEntriesHandler;
  readonly deleting: DeleteWatchlistEntryHandler;
  readonly beginning: BeginImportHandler;
  readonly staging: ImportBatchHandler;
  readonly finishing: FinishImportHandler;
  now = (): Date => new Date();

  constructor(database: Database, events: EventStore = new PostgresEventStore(database)) {
    const time = { now: () => this.now() };
    const streams = new ListStreams(database, events);
    const imports = new Imports(database, streams, time);
    this.queries = new WatchlistQueries(database);
    this.adding = new AddWatchlistEntriesHandler(streams, database, this.queries, time);
    this.deleting = new DeleteWatchlistEntryHandler(streams, this.queries, time);
    this.beginning = new BeginImportHandler(imports);
    this.staging = new ImportBatchHandler(imports);
    this.finishing = new FinishImportHandler(imports);
  }

  add(tenantId: string, ...entries: object[]) {
    const request = { tenant_id: tenantId, actor: 'institution', entries: entries as Record<string, unknown>[] };
    return this.adding.handle(request, {});
  }

  delete(tenantId: string, entryId: string) {
    return this.deleting.handle({ tenant_id: tenantId, actor: 'institution', entry_id: entryId }, {});
  }

  async begin(list: string): Promise<string> {
    const importId = randomUUID();
    await this.beginning.handle({ list, import_id: importId, format: 'ofac-sdn', officer: 'Ada' });
    return importId;
  }

  async stage(list: string, importId: string, entries: ListedEntry[]): Promise<number> {
    let received = 0;
    for (let from = 0; from < entries.length; from += BATCH) {
      const batch = entries.slice(from, from + BATCH).map((entry) => ({ ...entry }));
      received = (await this.staging.handle({ list, import_id: importId, entries: batch })).received;
    }
    return received;
  }

  finish(list: string, importId: string, allowRemoval = false): Promise<ImportResult> {
    return this.finishing.handle({ list, import_id: importId, officer: 'Ada', allow_removal: allowRemoval }, {});
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

/** An event store that can be told to die between an append and its projection, as where these are two steps. */
export class DyingEventStore extends PostgresEventStore {
  dies = false;

  override async append(...[stream, revision, events, projection]: Append): Promise<RecordedEvent[]> {
    if (!this.dies) return super.append(stream, revision, events, projection);
    this.dies = false;
    await super.append(stream, revision, events, () => Promise.resolve());
    throw new Error('died before the projection');
  }
}

type Append = [stream: string, revision: number, events: NewEvent[], projection: Parameters<EventStore['append']>[3]];
