import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { AppendRejected, NO_STREAM, type RecordedEvent } from '../event-store';
import { PostgresEventStore } from './postgres-event-store';
import { MAX_DATA_BYTES, MAX_WORD_BYTES } from './stored-event';

const INSERT = `
  INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
  SELECT $1, n, gen_random_uuid(), repeat('t', $2), '"' || repeat('d', $3 - 2) || '"',
    '{"a":"' || repeat('m', $4 - 8) || '"}'
  FROM generate_series(0, $5 - 1) n`;

interface Sizes {
  type?: number;
  data?: number;
  metadata?: number;
  rows?: number;
}

describe('rows of Postgres that are larger than any event of Probity', () => {
  let test: TestDatabase;
  let store: PostgresEventStore;
  beforeAll(async () => {
    test = await createTestDatabase();
    store = new PostgresEventStore(test.owner);
  });
  afterAll(() => test?.drop());

  /** Returns the name of the new stream. */
  async function write(prefix: string, { type = 1, data = 3, metadata = 9, rows = 1 }: Sizes): Promise<string> {
    const stream = `${prefix}${randomUUID()}`;
    await test.owner.query(INSERT, [stream, type, data, metadata, rows]);
    return stream;
  }

  async function followed(prefix: string): Promise<RecordedEvent[][]> {
    const batches: RecordedEvent[][] = [];
    const { signal } = new AbortController();
    for await (const { events } of store.readToEnd(prefix, undefined, signal)) batches.push(events);
    return batches;
  }

  async function read(stream: string): Promise<RecordedEvent[][]> {
    const chunks: RecordedEvent[][] = [];
    for await (const chunk of store.readStream(stream)) chunks.push(chunk);
    return chunks;
  }

  it.each<[what: string, sizes: Sizes]>([
    ['data', { data: MAX_DATA_BYTES + 1 }],
    ['type', { type: MAX_WORD_BYTES + 1 }],
    ['metadata', { metadata: MAX_WORD_BYTES + 1 }],
  ])('are read without their content, and the events after them are read: %s', async (what, sizes) => {
    const prefix = `${what}-`;
    const stream = await write(prefix, sizes);
    const after = await write(prefix, { data: MAX_DATA_BYTES, type: MAX_WORD_BYTES, metadata: MAX_WORD_BYTES });
    const damaged = (await read(stream)).flat();
    expect(damaged).toMatchObject([{ stream, revision: 0, data: undefined }]);
    expect(damaged[0]!.type.length).toBeLessThanOrEqual(200);
    expect(await store.lastEvent(stream)).toEqual(damaged[0]);
    const [one, other, ...more] = (await followed(prefix)).flat();
    expect(one).toEqual(damaged[0]);
    expect(other).toMatchObject({ stream: after, data: expect.any(String), metadata: { a: expect.any(String) } });
    expect(more).toEqual([]);
  });

  it('come in small parts, whichever column is large', async () => {
    for (const sizes of [{ type: 60_000 }, { metadata: 60_000 }, { data: 60_000 }]) {
      const stream = await write(`parts${randomUUID()}-`, { ...sizes, rows: 200 });
      for (const parts of [await read(stream), await followed(stream)]) {
        expect(parts.flat().map(({ revision }) => revision)).toEqual([...Array(200).keys()]);
        expect(Math.max(...parts.map(({ length }) => length * 60_000))).toBeLessThan(5_000_000);
      }
    }
  });

  it('are not written by Probity', async () => {
    const event = { id: randomUUID(), type: 'T', data: 'd' };
    for (const large of [
      { ...event, data: 'd'.repeat(MAX_DATA_BYTES) },
      { ...event, type: 't'.repeat(MAX_WORD_BYTES + 1) },
      { ...event, metadata: { address: 'é'.repeat(MAX_WORD_BYTES / 2) } },
    ]) {
      const stream = `large-${randomUUID()}`;
      await expect(store.append(stream, NO_STREAM, [large], async () => {})).rejects.toBeInstanceOf(AppendRejected);
      const begun = store.beginStreams([{ stream, event: large }], async () => {});
      await expect(begun).rejects.toBeInstanceOf(AppendRejected);
      expect(await read(stream)).toEqual([]);
    }
  });
});
