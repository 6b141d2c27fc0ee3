import { DatabaseError } from 'pg';
import type { Database } from '@probity/persistence/database';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NO_STREAM, type RecordedEvent } from '../event-store';
import { describeEventStore } from '../testing/event-store-contract';
import { GatheringEventStore } from './gathering-event-store';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeEventStore('Postgres, with gathered reads', () => ({
  store: new GatheringEventStore(database.owner),
  sql: database.owner,
}));

describe('the event store with gathered reads', () => {
  const fill = (stream: string, count: number, data: unknown = {}): Promise<RecordedEvent[]> => {
    const events = Array.from({ length: count }, () => ({ id: newId(), type: 'Happened', data }));
    return new GatheringEventStore(database.owner).append(stream, NO_STREAM, events, async () => {});
  };

  /** Reads the streams at the same time. Returns the ids of the events of each, and how many statements read them. */
  async function readTogether(streams: string[]): Promise<{ ids: string[][]; statements: number }> {
    const query = jest.spyOn(database.owner, 'query');
    const store = new GatheringEventStore(database.owner);
    try {
      const reading = streams.map(async (stream) => {
        const ids: string[] = [];
        for await (const chunk of store.readStream(stream)) {
          expect(new Set(chunk.map((event) => event.stream))).toEqual(new Set([stream]));
          ids.push(...chunk.map(({ id }) => id));
        }
        return ids;
      });
      return { ids: await Promise.all(reading), statements: query.mock.calls.length };
    } finally {
      query.mockRestore();
    }
  }

  const idsOf = (events: RecordedEvent[]): string[] => events.map(({ id }) => id);

  it('reads streams whose reads begin together with one statement', async () => {
    const streams = Array.from({ length: 30 }, (_, n) => `together-${n}`);
    const written: string[][] = [];
    for (const [n, stream] of streams.entries()) written.push(idsOf(await fill(stream, 1 + (n % 3))));
    expect(await readTogether(streams)).toEqual({ ids: written, statements: 1 });
  });

  it('reads the same stream for two readers', async () => {
    const written = idsOf(await fill('twice', 3));
    expect(await readTogether(['twice', 'twice'])).toEqual({ ids: [written, written], statements: 1 });
  });

  it('misses no event of a long stream, of large events, and of a stream without any', async () => {
    const long = idsOf(await fill('long', 1_003));
    const exact = idsOf(await fill('exact', 20));
    const large = idsOf(await fill('large', 5, 'x'.repeat(1_500_000)));
    const after = idsOf(await fill('small', 2));
    const { ids } = await readTogether(['long', 'none', 'exact', 'large', 'small']);
    expect(ids).toEqual([long, [], exact, large, after]);
  });

  it('reads each stream by itself when a row of one cannot be read, and ends only that one', async () => {
    const whole = idsOf(await fill('whole', 2));
    const query: Database['query'] = (text, values = []) =>
      values.flat().includes('broken')
        ? Promise.reject(Object.assign(new DatabaseError('missing chunk number 0', 0, 'error'), { code: 'XX001' }))
        : database.owner.query(text, values);
    const store = new GatheringEventStore({ query } as Database);
    const read = async (stream: string): Promise<string[]> => {
      const ids: string[] = [];
      for await (const chunk of store.readStream(stream)) ids.push(...idsOf(chunk));
      return ids;
    };
    expect(await Promise.allSettled([read('whole'), read('broken')])).toMatchObject([
      { status: 'fulfilled', value: whole },
      { status: 'rejected', reason: { message: 'missing chunk number 0' } },
    ]);
  });

  it('lets the reader of a long stream read another one meanwhile, however many do', async () => {
    const streams = Array.from({ length: 12 }, (_, n) => `nested-${n}`);
    for (const stream of streams) await fill(stream, 30);
    const store = new GatheringEventStore(database.owner);
    const readings = streams.map(async (stream, n) => {
      let count = 0;
      for await (const outer of store.readStream(stream)) {
        count += outer.length;
        for await (const inner of store.readStream(streams[(n + 1) % streams.length]!)) count += inner.length;
      }
      return count;
    });
    expect(await Promise.all(readings)).toEqual(streams.map(() => 30 + 2 * 30)); // each has two chunks
  });
});
