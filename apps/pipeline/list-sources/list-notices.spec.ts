import { randomUUID } from 'node:crypto';
import { NoticeBoard } from '@probity/notices/notice-board';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { FetchFailure } from './fetch-failure';
import {
  ADA,
  current,
  database,
  fetches,
  list,
  newImports,
  newProcess,
  newSources,
  notices,
  now,
  pass,
  people,
  publisher,
  setSource,
  source,
  UN_URL,
} from './testing/list-source-scene';

const HOUR = 60;
const DAY = 24 * HOUR;
const serves = (content: string | FetchFailure) => publisher.files.set(UN_URL, content);
const away = new FetchFailure('unreachable', 'lists.example.org cannot be reached: it has no address');

/** Fetches until nothing is due, and then looks for notices. */
async function rounds({ fetcher }: ReturnType<typeof newProcess>): Promise<void> {
  while (await fetcher.round());
}

it('a fetch that fails raises a notice, and the next one that succeeds settles it', async () => {
  serves(away);
  await setSource();
  const process = newProcess();
  await rounds(process);
  expect(await notices()).toMatchObject([
    {
      kind: 'list_fetch_failed',
      tenant_id: null,
      severity: 'medium',
      message: expect.stringContaining('lists.example.org cannot be reached'),
    },
  ]);
  pass(16);
  await rounds(process);
  expect(await notices()).toHaveLength(1);
  serves(people(3));
  pass(HOUR + 1);
  await rounds(process);
  expect(await notices()).toMatchObject([{ status: 'settled', settled_by: 'system' }]);
});

it('a version that would remove too many entries raises a notice; an import by hand settles it', async () => {
  serves(people(20));
  await setSource();
  const process = newProcess();
  await rounds(process);
  pass(DAY);
  serves(people(15));
  await rounds(process);
  expect(await fetches()).toMatchObject([{ result: 'failed', code: 'too_many_removed' }, { version: 1 }]);
  expect(await current()).toEqual({ version: 1, entries: 20 });
  expect(await notices()).toMatchObject([
    { kind: 'list_fetch_failed', severity: 'high', message: expect.stringContaining(`--list ${list} --allow-removal`) },
  ]);

  pass(16);
  await rounds(process); // the same files again
  expect(await current()).toEqual({ version: 1, entries: 20 });

  const [refused] = await importsOf();
  await newImports().finish(list, refused!, ADA, true);
  expect(await current()).toEqual({ version: 2, entries: 15 });
  pass(HOUR + 1);
  await rounds(process);
  expect(await fetches()).toMatchObject([{ result: 'unchanged', version: 2 }, {}, {}, {}]);
  expect(await notices('open')).toEqual([]);
});

it('a list that is not confirmed for too long raises a notice, until it is', async () => {
  serves(people(3));
  await setSource();
  const process = newProcess();
  await rounds(process);
  serves(away);
  pass(71 * HOUR);
  await rounds(process);
  expect((await notices('open')).map(({ kind }) => kind)).toEqual(['list_fetch_failed']);
  pass(2 * HOUR);
  await rounds(process);
  expect((await notices('open')).map(({ kind }) => kind).toSorted()).toEqual(['list_fetch_failed', 'list_stale']);
  serves(people(3));
  pass(2 * HOUR);
  await rounds(process);
  expect(await source()).toMatchObject({ last_fetch: { result: 'unchanged' } });
  expect(await notices('open')).toEqual([]);
});

it('an import by hand confirms a list, too', async () => {
  await setSource({ active: false, stale_after_hours: 100 }, []);
  const process = newProcess();
  pass(101 * HOUR);
  await rounds(process);
  expect(await notices('open')).toMatchObject([
    { kind: 'list_stale', message: expect.stringContaining('never imported') },
  ]);
  const byHand = newImports();
  const importId = randomUUID();
  await byHand.begin(list, importId, 'by-hand', 'Ada');
  await byHand.finish(list, importId, ADA, true);
  pass(2);
  await rounds(process);
  expect(await notices('open')).toEqual([]);
});

it('removing the source settles its notices', async () => {
  serves(away);
  await setSource();
  const process = newProcess();
  await rounds(process);
  await newSources().remove({ list, ...ADA });
  pass(2);
  await rounds(process);
  expect(await notices()).toMatchObject([{ status: 'settled', settled_reason: `the source of ${list} was removed` }]);
});

it('an officer settles a notice for a day', async () => {
  serves(away);
  await setSource();
  const process = newProcess();
  await rounds(process);
  const board = new NoticeBoard(new AggregateStore(new PostgresEventStore(database), database), { now });
  const [open] = await notices();
  await board.settleAs(ADA, null, open!.id, 'the publisher has said that it is away');
  pass(20 * HOUR);
  await rounds(process);
  expect(await notices('open')).toEqual([]);
  pass(5 * HOUR);
  await rounds(process);
  expect(await notices('open')).toMatchObject([{ occurrence: 2 }]);
});

/** The ids of the imports of the list, newest first. */
async function importsOf(): Promise<string[]> {
  const { rows } = await database.query<{ import_id: string }>(
    'SELECT import_id FROM pipeline.watchlist_imports WHERE list = $1 ORDER BY begun_at DESC',
    [list],
  );
  return rows.map(({ import_id }) => import_id);
}
