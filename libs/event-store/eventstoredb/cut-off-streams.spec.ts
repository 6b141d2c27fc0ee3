import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { refusalOf } from '@probity/platform/errors';
import { AggregateStore } from '../aggregate-store';
import { database, newEvents, store, url } from './testing/stored-events';
import { type Happened, THING } from './testing/thing';

describe('an object whose stream is deleted or limited', () => {
  let client: EventStoreDBClient;
  beforeAll(() => {
    client = EventStoreDBClient.connectionString(url);
  });
  afterAll(() => client.dispose());

  it.each([
    ['deleted permanently', (stream: string) => client.tombstoneStream(stream)],
    ['limited by $maxCount', (stream: string) => client.setStreamMetadata(stream, { maxCount: 1 })],
  ])('takes no changes, and the refusal names what an operator must do: %s', async (_how, cutOff) => {
    const id = randomUUID();
    const things = new AggregateStore(store, database.owner);
    await things.begin(THING, id, { events: newEvents(2) as Happened[] });
    await cutOff(THING.stream(id));
    const change = things.change(THING, id, () => ({ events: newEvents(1) as Happened[] }));
    const error = await change.then(() => undefined, refusalOf);
    expect(error).toMatchObject({ kind: 'overloaded', code: 'events_missing' });
    expect(error?.message).toContain('restore the event store');
    expect(String(error?.cause)).toContain(THING.stream(id)); // for the log
  });
});
