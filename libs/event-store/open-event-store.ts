import type { Database } from '@probity/persistence/database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { EventStore } from './event-store';
import { EventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store';
import { checkOrigin } from './origin/check-origin';
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

/**
 * @param url `esdb://…`; without one the events are kept in Postgres
 * @throws OtherEventStore when the read side in the database belongs to another event store
 */
export async function openEventStore(url: string | undefined, database: Database): Promise<OpenedEventStore> {
  if (url === undefined) {
    await checkOrigin(database, undefined);
    return { store: new PostgresEventStore(database), isAtomic: true, dependencies: [], close: async () => {} };
  }
  const store = new EventStoreDbEventStore(url, database);
  await checkOrigin(database, { store, url }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return {
    store,
    isAtomic: false,
    dependencies: [{ name: 'event_store', check: () => store.ping() }],
    close: async () => store.close(),
  };
}
