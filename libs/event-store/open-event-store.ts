import type { Database } from '@probity/persistence/database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { EventStore } from './event-store';
import { EventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';

/** The event store that the configuration asks for. */
export interface OpenedEventStore {
  store: EventStore;
  /** whether an append and its projection are one transaction */
  isAtomic: boolean;
  /** what the service needs besides Postgres */
  dependencies: DependencyCheck[];
  close: () => Promise<void>;
}

/** @param url `esdb://…`; without one the events are kept in Postgres */
export function openEventStore(url: string | undefined, database: Database): OpenedEventStore {
  if (url === undefined) {
    return { store: new PostgresEventStore(database), isAtomic: true, dependencies: [], close: async () => {} };
  }
  const store = new EventStoreDbEventStore(url, database);
  return {
    store,
    isAtomic: false,
    dependencies: [{ name: 'event_store', check: () => store.ping() }],
    close: async () => store.close(),
  };
}
