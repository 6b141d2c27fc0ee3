import { newId } from '@probity/platform/ids';
import { AppendRejected, NO_STREAM } from '../event-store';
import { describeEventStore } from '../testing/event-store-contract';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { PostgresEventStore } from './postgres-event-store';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describeEventStore('Postgres', () => ({ store: new PostgresEventStore(database.owner), sql: database.owner }));

describe('Postgres event store', () => {
  const events = [{ id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071', type: 'Happened', data: {} }];

  it('stores nothing when the projection fails, because both are in one transaction', async () => {
    const store = new PostgresEventStore(database.owner);
    const failing = store.append('atomic', NO_STREAM, events, async () => {
      throw new Error('the projection fails');
    });
    await expect(failing).rejects.toThrow('the projection fails');
    expect(await store.lastEvent('atomic')).toBeUndefined();
  });

  it('rejects an append with AppendRejected when its projection can never succeed, and stores nothing', async () => {
    const store = new PostgresEventStore(database.owner);
    const attempt = store.append('impossible', NO_STREAM, events, async (sql) => {
      await sql.query("SELECT 'no number'::int");
    });
    await expect(attempt).rejects.toBeInstanceOf(AppendRejected);
    expect(await store.lastEvent('impossible')).toBeUndefined();
  });

  it('does not read past a transaction that is still open', async () => {
    const store = new PostgresEventStore(database.owner);
    const seen = async (signal: AbortSignal, most: number): Promise<string[]> => {
      const streams: string[] = [];
      for await (const batch of store.subscribe('overtake', undefined, signal)) {
        streams.push(...batch.events.map(({ stream }) => stream));
        if (streams.length >= most) break;
      }
      return streams;
    };
    await store.append('overtaken', NO_STREAM, events, async (sql) => {
      await sql.query('SELECT 1'); // by now, the event is inserted, and its transaction is older than the next one
      const faster = [{ ...events[0]!, id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072' }];
      await store.append('overtaker', NO_STREAM, faster, async () => {});
      expect(await seen(AbortSignal.timeout(150), 1)).toEqual([]);
    });
    expect(await seen(AbortSignal.timeout(10_000), 2)).toEqual(['overtaken', 'overtaker']);
  });

  it('reads a short stream with one statement', async () => {
    const store = new PostgresEventStore(database.owner);
    await store.append('short', NO_STREAM, [...events, { ...events[0]!, id: newId() }], async () => {});
    const query = jest.spyOn(database.owner, 'query');
    const chunks: number[] = [];
    for await (const chunk of store.readStream('short')) chunks.push(chunk.length);
    expect([chunks, query.mock.calls.length]).toEqual([[2], 1]);
    query.mockRestore();
  });

  it('reads large events in smaller parts, and misses none', async () => {
    const store = new PostgresEventStore(database.owner);
    const large = Array.from({ length: 7 }, () => ({ id: newId(), type: 'Happened', data: 'x'.repeat(1_500_000) }));
    const others = Array.from({ length: 7 }, () => ({ id: newId(), type: 'Happened', data: 'y'.repeat(1_500_000) }));
    await store.append('large-1', NO_STREAM, large, async () => {});
    await store.append('large-1', NO_STREAM, large, async () => {}); // the same again changes nothing
    await store.append('other-1', NO_STREAM, others, async () => {});
    const parts: number[][] = [];
    for await (const part of store.readStream('large-1')) parts.push(part.map(({ revision }) => revision));
    expect(parts).toEqual([[0, 1, 2], [3, 4, 5], [6]]);

    const batches: string[][] = [];
    for await (const { events: batch } of store.subscribe('large', undefined, AbortSignal.timeout(10_000))) {
      batches.push(batch.map(({ id }) => id));
      if (batches.flat().length === large.length) break;
    }
    expect(batches.flat()).toEqual(large.map(({ id }) => id));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(3);
  });

  it('refuses to subscribe when the events were restored from another server', async () => {
    const restored = await createTestDatabase();
    await restored.owner.query(
      `INSERT INTO event_store.events (stream, revision, id, type, data, transaction_id)
       VALUES ('restored', 0, '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6073', 'Happened', '{}', 1000000000000)`,
    );
    const reading = new PostgresEventStore(restored.owner).subscribe('', undefined, AbortSignal.timeout(1_000));
    await expect(
      (async () => {
        for await (const _ of reading);
      })(),
    ).rejects.toThrow('another Postgres server');
    await restored.drop();
  });

  it('rejects updates, deletes and truncates of events, even by the owner of the table', async () => {
    const store = new PostgresEventStore(database.owner);
    await store.append('fixed', NO_STREAM, events, async () => {});
    for (const sql of [
      "UPDATE event_store.events SET type = 'Changed'",
      'DELETE FROM event_store.events',
      'TRUNCATE event_store.events',
    ]) {
      await expect(database.owner.query(sql)).rejects.toThrow('append-only');
    }
  });

  it('lets a service read and append only to its own streams', async () => {
    const ledger = new PostgresEventStore(await database.as('probity_ledger'));
    const backOffice = new PostgresEventStore(await database.as('probity_back_office'));
    await ledger.append('ledger-mine', NO_STREAM, events, async () => {});
    expect(await backOffice.lastEvent('ledger-mine')).toBeUndefined();
    await expect(backOffice.append('ledger-other', NO_STREAM, events, async () => {})).rejects.toThrow(
      'row-level security',
    );
  });
});
