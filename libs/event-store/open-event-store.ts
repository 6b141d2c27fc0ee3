import type { Database } from '@probity/persistence/database';
import type { DependencyCheck } from '@probity/platform/http/operation-routes';
import type { EventStore } from './event-store';
import type { Connection } from './eventstoredb/connection';
import { checkOrigin } from './origin/check-origin';
import { GatheringEventStore } from './postgres/gathering-event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';

/** The configured event store. */
export interface OpenedEventStore {
  store: EventStore;
  /** the readiness checks that the event store adds to those of Postgres */
  dependencies: DependencyCheck[];
}

/**
 * Opens the event store for one service. `database` is the connection of this service, used for its projections.
 *
 * @param connection to EventStoreDB, shared by all services of the process; undefined: the events are in Postgres
 * @param options.readsManyStreams whether many streams are read at the same time
 * @throws OtherEventStore when the read side in the database belongs to another event store
 */
export async function openEventStore(
  connection: Connection | undefined,
  database: Database,
  { readsManyStreams = false } = {},
): Promise<OpenedEventStore> {
  if (!connection) {
    await checkOrigin(database, undefined);
    const store = readsManyStreams ? new GatheringEventStore(database) : new PostgresEventStore(database);
    return { store, dependencies: [] };
  }
  const { EventStoreDbEventStore } = await import('./eventstoredb/eventstoredb-event-store');
  const store = new EventStoreDbEventStore(connection, database);
  await checkOrigin(database, { store, url: connection.url, checkAccess: () => store.ping() });
  return { store, dependencies: [{ name: 'event_store', check: () => store.ping() }] };
}
