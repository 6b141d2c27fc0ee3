import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { BacktestStarted, backtestStream } from '@probity/contracts/backtests/events';
import { exampleOf } from '@probity/contracts/declaration/example';
import { listSourceStream, WatchlistSourceSet } from '@probity/contracts/list-sources/events';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { ProviderSignalReceived, signalStream } from '@probity/contracts/providers/events';
import { WatchlistImported } from '@probity/contracts/watchlists/events';
import { rescreeningStream, ScorerRescreeningStarted } from '@probity/contracts/rescreenings/events';
import type { Projection } from '@probity/event-store/aggregate';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { BACKTEST } from '../backtests/backtest-state';
import { LIST_SOURCE } from '../list-sources/source-state';
import { PROJECTIONS } from '../projections';
import { SIGNAL } from '../providers/signals';
import { RESCREENING } from '../rescreenings/scorer-state';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());

async function rebuild(): Promise<RebuildProgress> {
  const close = (): Promise<void> => Promise.resolve();
  const parts = { events: new PostgresEventStore(database), database, logger: pino({ level: 'silent' }), close };
  let last: RebuildProgress | undefined;
  for await (const line of new RebuildProjections('pipeline', PROJECTIONS, () => Promise.resolve(parts)).run())
    last = line;
  return last!;
}

const begin = (projection: Projection, stream: string, type: string, data: unknown): Promise<unknown> =>
  new PostgresEventStore(database).append(stream, NO_STREAM, [{ id: newId(), type, data }], (sql, events) =>
    projection.projection(sql, events, true),
  );

/** A table, the column of its key, and a key. */
type Row = [table: string, key: string, value: string];

async function rowOf([table, key, value]: Row): Promise<Record<string, unknown>> {
  const { rows } = await test.owner.query(`SELECT * FROM pipeline.${table} WHERE ${key}::text = $1`, [value]);
  return rows[0]!;
}

/** Lets a service begin work on an object, and changes what its event says. */
async function change([table, key, value]: Row, set: string): Promise<void> {
  await test.owner.query(`UPDATE pipeline.${table} SET ${set} WHERE ${key}::text = $1`, [value]);
}

describe('a rebuild of what the pipeline owns', () => {
  const id = randomUUID();
  const list = `list-${randomBytes(4).toString('hex')}`;
  it.each([
    {
      of: 'a backtest',
      begun: () =>
        begin(BACKTEST, backtestStream(id), 'BacktestStarted', about(BacktestStarted.data, { backtest_id: id })),
      row: ['backtests', 'id', id] as Row,
      work: "claim = gen_random_uuid(), lease_until = now() + interval '1 min', attempts = 2, customers_read = 7",
      wrong: 'max_examples = 99',
    },
    {
      of: 'a rescreening with a new scorer',
      begun: () =>
        begin(
          RESCREENING,
          rescreeningStream(id),
          'ScorerRescreeningStarted',
          about(ScorerRescreeningStarted.data, { rescreening_id: id }),
        ),
      row: ['scorer_rescreenings', 'id', id] as Row,
      work: 'screened = 40, high = 3, last_customer_id = gen_random_uuid(), stepped_at = now()',
      wrong: 'total = 1',
    },
    {
      of: 'a fetch of a list',
      begun: () =>
        begin(LIST_SOURCE, listSourceStream(list), 'WatchlistSourceSet', about(WatchlistSourceSet.data, { list })),
      row: ['watchlist_sources', 'list', list] as Row,
      work: "due_at = now() + interval '1 h', failures = 2, confirmed_at = now(), baseline = '{\"entries\": 5}'",
      wrong: "reason = 'another'",
    },
    {
      of: 'a signal that is being applied',
      begun: () =>
        begin(
          SIGNAL,
          signalStream(id),
          'ProviderSignalReceived',
          about(ProviderSignalReceived.data, { signal_id: id }),
        ),
      row: ['provider_signals', 'id', id] as Row,
      work: 'customer_id = gen_random_uuid(), attempts = 3, due_at = now()',
      wrong: "plugin = 'another'",
    },
  ])('corrects the row of $of, and lets the work go on', async ({ begun, row, work, wrong }) => {
    await begun();
    await change(row, work);
    const before = await rowOf(row);
    await change(row, wrong);
    expect(await rowOf(row)).not.toEqual(before);
    expect(await rebuild()).toMatchObject({ failed: 0, done: true });
    expect(await rowOf(row)).toEqual(before);
  });

  it('lets a signal begin again that was applied, if its events do not say so', async () => {
    const signal = randomUUID();
    const data = about(ProviderSignalReceived.data, { signal_id: signal });
    await begin(SIGNAL, signalStream(signal), 'ProviderSignalReceived', data);
    const row: Row = ['provider_signals', 'id', signal];
    const begun = await rowOf(row);
    expect(begun.due_at).not.toBeNull();
    await change(row, "status = 'applied', due_at = NULL, revision = revision + 1");
    expect(await rebuild()).toMatchObject({ failed: 0, done: true });
    expect(await rowOf(row)).toEqual({ ...begun, due_at: expect.any(Date) });
  });

  it('keeps entries of shared lists, which are in no event, and deletes others without events', async () => {
    const insert = `
      INSERT INTO pipeline.watchlist_entries
        (stream, list, tenant_id, entry_id, content, digest, version, sequence, created_at)
      VALUES ($1, $2, $3, 'e', '{}', '', 1, $4, now())`;
    await test.owner.query(insert, ['watchlist-shared', 'shared', null, 1_000_001]);
    await test.owner.query(insert, [`watchlist-tenant-${id}`, 'tenant', id, 1_000_002]);
    await rebuild();
    const { rows } = await test.owner.query('SELECT stream FROM pipeline.watchlist_entries');
    expect(rows).toEqual([{ stream: 'watchlist-shared' }]);
  });

  it('keeps entries of a shared list that an earlier import emptied', async () => {
    const [importId, emptied] = [randomUUID(), `emptied-${randomBytes(4).toString('hex')}`];
    const stream = `watchlist-${emptied}`;
    const event = about(WatchlistImported.data, { list: emptied, import_id: importId, version: 1, entries: 0 });
    const notYet = (): Promise<void> => Promise.resolve();
    const events = [{ id: newId(), type: 'WatchlistImported', data: event }];
    await new PostgresEventStore(database).append(stream, NO_STREAM, events, notYet);
    await test.owner.query(
      `INSERT INTO pipeline.watchlist_imports (import_id, list, format, officer, status, begun_at, touched_at)
       VALUES ($1, $2, 'mapped-csv', 'an officer', 'finished', now(), now())`,
      [importId, emptied],
    );
    await test.owner.query(
      `INSERT INTO pipeline.watchlist_entries
         (stream, list, tenant_id, entry_id, content, digest, version, sequence, created_at)
       VALUES ($1, $2, NULL, 'e', '{}', '', 2, 1000003, now())`,
      [stream, emptied],
    );
    const row: Row = ['watchlist_entries', 'stream', stream];
    const before = await rowOf(row);
    expect(await rebuild()).toMatchObject({ failed: 0, done: true });
    expect(await rowOf(row)).toEqual(before);
  });
});

/** The data of an event: its example, with other ids. */
const about = (data: Parameters<typeof exampleOf>[0], ids: object): object => ({
  ...(exampleOf(data) as object),
  ...ids,
});
