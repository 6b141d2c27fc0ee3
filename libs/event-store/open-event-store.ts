import type { Database } from '@probity/persistence/database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { EventStore } from './event-store';
import type { Connection } from './eventstoredb/connection';
import { EventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';

/** The event store that the configuration asks for. */
export interface OpenedEventStore {
  store: EventStore;
  /** whether an append and its projection are one transaction */
  isAtomic: boolean;
  /** what the service needs besides Postgres */
  dependencies: DependencyCheck[];
}

/**
 * Opens the event store for one service, whose projections go through `database`.
 *
 * @param connection to EventStoreDB, which all services of a process share; without one the events are kept in Postgres
 */
export function openEventStore(connection: Connection | undefined, database: Database): OpenedEventStore {
  if (!connection) return { store: new PostgresEventStore(database), isAtomic: true, dependencies: [] };
  const store = new EventStoreDbEventStore(connection, database);
  return { store, isAtomic: false, dependencies: [{ name: 'event_store', check: () => store.ping() }] };
}
