import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { database, newEvents, NONE, store, url } from '@probity/event-store/eventstoredb/testing/stored-events';
import { THING } from '@probity/event-store/eventstoredb/testing/thing';
import { NO_STREAM } from '@probity/event-store/event-store';
import { AuthenticRows, ForgedRow, RowBehind } from './authentic-rows';

let client: EventStoreDBClient;
beforeAll(() => (client = EventStoreDBClient.connectionString(url)));
afterAll(() => client.dispose());

describe('a row that must reflect the last event, of an object with foreign events behind its own', () => {
  it('is used at each revision from its last own event on, and at no other', async () => {
    const id = randomUUID();
    await store.append(THING.stream(id), NO_STREAM, newEvents(3), NONE);
    await client.appendToStream(THING.stream(id), [
      jsonEvent({ type: 'Happened', data: {} }),
      jsonEvent({ type: 'X', data: {} }),
    ]);
    const rows = new AuthenticRows(
      database.owner,
      new AggregateStore(store, database.owner),
      THING,
      (n) => ({ n }),
      true,
    );
    for (const revision of [2, 3, 4]) await rows.check(id, revision, { n: 3 });
    await expect(rows.check(id, 1, { n: 2 })).rejects.toThrow(RowBehind);
    await expect(rows.check(id, 5, { n: 3 })).rejects.toThrow(ForgedRow);
    await expect(rows.check(id, 2, { n: 4 })).rejects.toThrow(ForgedRow);
  });
});
