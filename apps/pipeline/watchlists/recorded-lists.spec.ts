import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { sharedListStream } from '@probity/contracts/watchlists/events';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Faults, FaultyEventStore } from '@probity/event-store/testing/faulty-event-store';
import { person, TestLists } from '../testing/test-lists';
import { LIST, ListStreams } from './list-streams';
import { recordOlderLists } from './record-older-lists';
import { database, eventsOf, list, lists, many, shared, test } from './testing/list-scene';

const logger = pino({ level: 'silent' });

async function rebuild(): Promise<void> {
  const close = (): Promise<void> => Promise.resolve();
  const parts = { events: new PostgresEventStore(database), database, logger, close };
  for await (const line of new RebuildProjections('pipeline', [LIST], () => Promise.resolve(parts)).run()) {
    expect(line.failed ?? 0).toBe(0);
  }
}

/** Deletes all rows about the list of the test. */
async function lose(): Promise<void> {
  for (const table of ['watchlists', 'watchlist_entries', 'watchlist_recorded_entries'])
    await test.owner.query(`DELETE FROM pipeline.${table} WHERE stream = $1`, [sharedListStream(list)]);
  await test.owner.query('DELETE FROM pipeline.watchlist_imports WHERE list = $1', [list]);
}

const reads = async () => [
  await shared(),
  (await lists.queries.lists()).filter((one) => one.list === list),
  await lists.queries.imports(list, { limit: 10, offset: 0 }),
];

const typesOf = async (): Promise<string[]> => (await eventsOf(sharedListStream(list))).map(({ type }) => type);

/** As an earlier version left it: the list is current, and no event has its entries. */
async function olderList(): Promise<void> {
  await lists.import(list, many(3));
  await test.owner.query('UPDATE pipeline.watchlists SET in_events = false WHERE list = $1', [list]);
}

const recordOlder = (signal = new AbortController().signal): Promise<void> => {
  const streams = new ListStreams(new AggregateStore(new PostgresEventStore(database), database));
  return recordOlderLists({ database, streams, logger, now: () => new Date() }, signal);
};

describe('entries of a shared list', () => {
  it('come back after their loss, as they were after several imports', async () => {
    await lists.import(list, [...many(20), person('gone', 'Gone')]);
    await lists.import(list, [...many(19), person('e19', 'Another'), person('new', 'New')]);
    const before = await reads();
    await lose();
    await rebuild();
    expect(await reads()).toEqual(before);
  });

  it('are corrected when a row was changed, and deleted when no event has them', async () => {
    await lists.import(list, many(3));
    const before = await shared();
    const stream = sharedListStream(list);
    await test.owner.query(
      `UPDATE pipeline.watchlist_entries SET content = jsonb_set(content, '{names,0,name}', '"Another"')
       WHERE stream = $1 AND entry_id = 'e1'`,
      [stream],
    );
    await test.owner.query(
      `INSERT INTO pipeline.watchlist_entries (stream, list, entry_id, content, digest, version, sequence, created_at)
       VALUES ($1, $2, 'forged', '{}', '', 1, 1000001, now())`,
      [stream, list],
    );
    await rebuild();
    expect(await shared()).toEqual(before);
  });

  it('are recorded in parts that the event store takes', async () => {
    const remarks = 'x'.repeat(100_000);
    await lists.import(
      list,
      Array.from({ length: 7 }, (_, n) => person(`e${n}`, `Person ${n}`, { remarks })),
    );
    const events = await eventsOf(sharedListStream(list));
    const parts = events.filter(({ type }) => type === 'WatchlistEntriesRecorded');
    expect(parts).toHaveLength(4);
    for (const { data } of parts) expect(JSON.stringify(data).length).toBeLessThan(300_000);
    const before = await reads();
    await lose();
    await rebuild();
    expect(await reads()).toEqual(before);
  });

  it('have no effect, and stay nowhere, when their import ended early', async () => {
    await lists.import(list, many(20));
    const before = await shared();
    const data = { list, recording_id: randomUUID(), put: [], removed: ['e1'], recorded_at: new Date().toISOString() };
    const streams = new ListStreams(new AggregateStore(new PostgresEventStore(database), database));
    await streams.change(sharedListStream(list), () =>
      Promise.resolve({ type: 'WatchlistEntriesRecorded' as const, data }),
    );
    expect(await shared()).toEqual(before);
    await lists.import(list, many(21));
    expect((await shared()).map(({ removed }) => removed)).not.toContain(true);
    const { rows } = await test.owner.query('SELECT FROM pipeline.watchlist_recorded_entries WHERE stream = $1', [
      sharedListStream(list),
    ]);
    expect(rows).toEqual([]);
  });

  it('of an earlier version are recorded once, and come back after their loss', async () => {
    await olderList();
    const events = (await typesOf()).length;
    await recordOlder();
    expect((await typesOf()).slice(events)).toEqual(['WatchlistEntriesRecorded', 'WatchlistRecorded']);
    await recordOlder();
    expect(await typesOf()).toHaveLength(events + 2);
    const before = await reads();
    await lose();
    await rebuild();
    expect(await reads()).toEqual(before);
  });

  it('of an earlier version are recorded whole by the next import', async () => {
    await olderList();
    await lists.import(list, many(4));
    const [imported] = (await eventsOf(sharedListStream(list))).slice(-1);
    expect(imported).toMatchObject({ type: 'WatchlistImported', data: { recorded: 'all', added: 1 } });
    await recordOlder();
    expect((await typesOf()).at(-1)).toBe('WatchlistImported');
  });

  it('of an earlier version that are recorded during an import make the import begin again', async () => {
    await olderList();
    const faults = new Faults();
    const store = new PostgresEventStore(database);
    const importing = new TestLists(database, new FaultyEventStore(store, database, faults));
    const importId = await importing.begin(list);
    await importing.stage(list, importId, many(4));
    let appends = 0;
    // The import has recorded its entries, and is about to put them into effect.
    faults.overtake = async () => ++appends === 2 && (await recordOlder(), true);
    await expect(importing.finish(list, importId)).rejects.toMatchObject({ code: 'contention' });
    expect(await importing.finish(list, importId)).toMatchObject({ version: 2, added: 1 });
    const before = await reads();
    await lose();
    await rebuild();
    expect(await reads()).toEqual(before);
  });

  it('are kept by a rebuild while no event has them', async () => {
    await olderList();
    await test.owner.query(
      'UPDATE pipeline.watchlist_entries SET content = content || \'{"programs": ["P"]}\' WHERE list = $1',
      [list],
    );
    const before = await shared();
    await rebuild();
    expect(await shared()).toHaveLength(before.length);
  });

  it('are left to the next start when the pipeline stops', async () => {
    await olderList();
    const events = (await typesOf()).length;
    await expect(recordOlder(AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(await typesOf()).toHaveLength(events);
  });
});
