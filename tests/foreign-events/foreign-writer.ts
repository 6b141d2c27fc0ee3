import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { NO_STREAM } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { appendRequest } from '@probity/event-store/eventstoredb/requests';
import { appendRows, type ForeignRow } from './foreign-rows';

/** Another program that writes into the event store of Probity. */
export interface ForeignWriter {
  /** Appends behind the last event of a stream, or begins the stream. @param hasGap whether it may leave a gap before them */
  write(stream: string, events: ForeignRow[], hasGap: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A person with the rights of the owner. */
export const inPostgres = (owner: Database): ForeignWriter => ({
  write: (stream, events, hasGap) => appendRows(owner, stream, events, hasGap ? 3 : 0),
  close: () => Promise.resolve(),
});

/** The server takes at most 1 MiB at once. */
const AT_ONCE = 20;

export function inEventStoreDb(url: string, owner: Database): ForeignWriter {
  const connection = new Connection(url);
  const store = new EventStoreDbEventStore(connection, owner);
  return {
    async write(stream, events) {
      let revision = (await store.lastEvent(stream))?.revision ?? NO_STREAM;
      for (let n = 0; n < events.length; n += AT_ONCE) {
        const some = events.slice(n, n + AT_ONCE);
        const serialized = some.map(({ type, data, metadata }) => ({
          id: randomUUID(),
          type: type || 'Untyped',
          data: data.slice(0, 500_000),
          metadata: metadata ?? undefined,
        }));
        const reply = await connection.append(appendRequest(stream, revision, serialized));
        if (reply.hasError()) throw new Error(`${stream}: ${reply.getError()!.getMessage()}`);
        revision += some.length;
      }
    },
    close: () => connection.close(),
  };
}
