import { randomUUID } from 'node:crypto';
import { describeEventStore } from '../testing/event-store-contract';
import { AppendRejected, type InlineProjection, NO_STREAM, ReadSideBehind, type RecordedEvent } from '../event-store';
import { ProjectionIncomplete } from './failures';
import { realServer, NONE, newEvents, database, store, url, open, read } from './testing/stored-events';

describeEventStore(`EventStoreDB (${realServer ? 'the server at EVENTSTORE_URL' : 'stand-in'})`, () => ({
  store,
  sql: database.owner,
}));

describe('EventStoreDB: an append and its projection', () => {
  const behind =
    (reflected: () => number, projected: RecordedEvent[][]): InlineProjection =>
    async (sql, events) => {
      await sql.query('SELECT 1');
      if (events[0]!.revision > reflected() + 1) throw new ReadSideBehind(events[0]!.stream, reflected());
      projected.push(events);
    };

  it('first projects the events that an earlier crash left out, in order and in chunks', async () => {
    const stream = `behind-${randomUUID()}`;
    const crash = store.append(stream, NO_STREAM, newEvents(1201), () => Promise.reject(new Error('killed')));
    await expect(crash).rejects.toBeInstanceOf(ProjectionIncomplete);

    const projected: RecordedEvent[][] = [];
    const reflected = (): number => projected.at(-1)?.at(-1)?.revision ?? NO_STREAM;
    const later = await open(url).append(stream, 1200, newEvents(2), behind(reflected, projected));

    expect(projected.flat().map(({ revision }) => revision)).toEqual(Array.from({ length: 1203 }, (_, n) => n));
    expect(projected.flat().slice(-2)).toEqual(later);
    expect(Math.max(...projected.map((chunk) => chunk.length))).toBeLessThanOrEqual(500);
  });

  it('tells the projection that it does not run in the transaction of the append', async () => {
    let seen: boolean | undefined;
    await store.append(`own-${randomUUID()}`, NO_STREAM, newEvents(1), async (_sql, _events, atomic) => {
      seen = atomic;
    });
    expect(seen).toBe(false);
  });

  it('rolls back the projection and keeps the events when the projection fails', async () => {
    const stream = `half-${randomUUID()}`;
    await database.owner.query('CREATE TABLE IF NOT EXISTS half (id text)');
    const events = newEvents(1);
    const insert = (fail: boolean): Promise<RecordedEvent[]> =>
      store.append(stream, NO_STREAM, events, async (sql) => {
        await sql.query('INSERT INTO half (id) VALUES ($1)', [stream]);
        if (fail) throw new Error('disk full');
      });
    const failing = insert(true);
    await expect(failing).rejects.toBeInstanceOf(ProjectionIncomplete);
    await expect(failing).rejects.toThrow('disk full');
    expect(await read(stream)).toHaveLength(1);
    await insert(false);
    const { rows } = await database.owner.query('SELECT id FROM half WHERE id = $1', [stream]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['a bigint', { amount: 1n }],
    ['undefined', undefined],
    [
      'a circular reference',
      (() =>
        Object.assign({} as Record<string, unknown>, {
          get self(): unknown {
            return this;
          },
        }))(),
    ],
    ['more bytes than a message may have', { text: 'x'.repeat(3 * 1024 * 1024) }],
  ])('rejects data that cannot be stored without a call to the server: %s', async (_case, data) => {
    const stream = `data-${randomUUID()}`;
    const event = { id: randomUUID(), type: 'Odd', data };
    await expect(store.append(stream, NO_STREAM, [event], NONE)).rejects.toBeInstanceOf(AppendRejected);
    const noUuid = store.append(stream, NO_STREAM, [{ ...event, id: 'one', data: {} }], NONE);
    await expect(noUuid).rejects.toThrow('is not a UUID');
    expect(await read(stream)).toEqual([]);
  });

  it('does nothing when there are no events to append', async () => {
    expect(await store.append(`none-${randomUUID()}`, NO_STREAM, [], NONE)).toEqual([]);
  });

  it('splits a large append into several messages', async () => {
    const stream = `large-${randomUUID()}`;
    const data = { text: 'é'.repeat(100_000) };
    const events = Array.from({ length: 4 }, () => ({ id: randomUUID(), type: 'Large', data }));
    await store.append(stream, NO_STREAM, events, NONE);
    expect(await read(stream)).toEqual(events.map((event, revision) => ({ ...event, stream, revision })));
  });
});
