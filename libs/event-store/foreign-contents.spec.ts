import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Database } from '@probity/persistence/database';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { AuthenticatedService, NONE, newEvents } from './authentication/testing/authenticated';
import { type EventStore, NO_STREAM, type RecordedEvent } from './event-store';
import {
  database as besideEventStoreDb,
  realServer,
  standIn,
  store as eventStoreDb,
} from './eventstoredb/testing/stored-events';
import { DataKeys } from './personal-data/data-keys';
import { PersonalDataCodec } from './personal-data/personal-data-codec';
import { SealingEventStore } from './personal-data/sealing-event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';
import { asText, foreignContent, type ForeignContent } from './testing/foreign-contents';

/** A smaller example takes a new service each time, for minutes: the first one and its seed are reported instead. */
const RUNS = { numRuns: 20, endOnFailure: true };
const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT $1, (SELECT coalesce(max(revision), -1) + 1 FROM event_store.events WHERE stream = $1), gen_random_uuid(), $2, $3, $4`;

/** An event store to which another program writes, too. */
interface Shared {
  store: EventStore;
  database: Database;
  write(stream: string, content: ForeignContent): Promise<unknown>;
}

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const inPostgres = (): Shared => ({
  store: new PostgresEventStore(test.owner),
  database: test.owner,
  write: (stream, { type, data, metadata }) =>
    test.owner.query(INSERT, [stream, type.replaceAll('\0', ' '), asText(data), metadata && asText(metadata)]),
});
const inEventStoreDb = (): Shared => ({
  store: eventStoreDb,
  database: besideEventStoreDb.owner,
  write: (stream, { type, data, metadata = Buffer.alloc(0) }) => {
    const of = { data: Uint8Array.from(data), metadata: Uint8Array.from(metadata) };
    const event = { id: randomUUID(), type, contentType: 'application/json', ...of };
    standIn.log.append(stream, 'any', [event]);
    return Promise.resolve();
  },
});

async function read(store: EventStore, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const chunk of store.readStream(stream)) events.push(...chunk);
  return events;
}

async function follow(store: EventStore, prefix: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const { signal } = new AbortController();
  for await (const batch of store.readToEnd(prefix, undefined, signal)) events.push(...batch.events);
  return events;
}

describe.each<[where: string, share: () => Shared]>([
  ['Postgres', inPostgres],
  // A real server takes no JSON that is none.
  ...(realServer ? [] : [['EventStoreDB', inEventStoreDb] as [string, () => Shared]]),
])('events of any content in %s, which Probity did not write,', (_where, share) => {
  const inClear = ({ database }: Shared, store: EventStore): EventStore =>
    new SealingEventStore(store, new PersonalDataCodec(new DataKeys(database, randomBytes(32))));

  it('do not keep a service from reading and following its own: they are foreign, or have no data', async () => {
    const shared = share();
    await fc.assert(
      fc.asyncProperty(fc.array(foreignContent, { minLength: 1, maxLength: 12 }), async (contents) => {
        const service = await new AuthenticatedService(shared.store, shared.database).start();
        await service.takeOver();
        const store = inClear(shared, service.store);
        const stream = service.newStream();
        const [first, last] = newEvents(2);
        await store.append(stream, NO_STREAM, [first!], NONE);
        for (const content of contents) await shared.write(stream, content);
        await store.append(stream, contents.length, [last!], NONE);

        const ofStream = await read(store, stream);
        expect(await follow(store, service.prefix)).toEqual(ofStream);
        expect(await store.lastEvent(stream)).toMatchObject(last!);
        expect(ofStream.map(({ revision }) => revision)).toEqual([...Array(contents.length + 2).keys()]);
        expect(ofStream.filter(({ data, isForeign }) => data !== undefined && !isForeign)).toMatchObject([first, last]);
        expect(await service.verify()).toMatchObject({ done: true, wrong_streams: 1, first_wrong: { revision: 1 } });
      }),
      RUNS,
    );
  });

  it('do not keep a reader without the keys of the service from reading on, such as the relay', async () => {
    const shared = share();
    await fc.assert(
      fc.asyncProperty(fc.array(foreignContent, { minLength: 1, maxLength: 12 }), async (contents) => {
        const prefix = `unproven${randomUUID()}-`;
        for (const content of contents) await shared.write(`${prefix}1`, content);
        const store = inClear(shared, shared.store);
        const seen = await follow(store, prefix);
        expect(seen.map(({ revision }) => revision)).toEqual([...contents.keys()]);
        expect(await read(store, `${prefix}1`)).toEqual(seen);
      }),
      RUNS,
    );
  });
});
