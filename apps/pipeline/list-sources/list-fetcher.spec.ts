import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FetchFailure } from './fetch-failure';
import { claimSource, recordFailure } from './fetch-queue';
import {
  ADA,
  audited,
  current,
  database,
  fetches,
  folder,
  imports,
  list,
  newImports,
  newProcess,
  newSources,
  now,
  pass,
  people,
  publisher,
  setSource,
  source,
  test,
  UN_URL,
} from './testing/list-source-scene';

const HOUR = 60;
const DAY = 24 * HOUR;
const serves = (content: string | FetchFailure, url = UN_URL) => publisher.files.set(url, content);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const minutesUntilNext = async (): Promise<number> =>
  Math.round((Date.parse((await source()).next_fetch_at!) - now().getTime()) / 60_000);

describe('a list with a source', () => {
  it('is imported at once, in the name of Probity, and is fetched again a day later', async () => {
    serves(people(3));
    await setSource();
    const { fetcher, counted } = newProcess();
    expect(await fetcher.round()).toBe(true);
    expect(await current()).toEqual({ version: 1, entries: 3 });
    expect(await fetches()).toMatchObject([
      {
        list,
        result: 'imported',
        version: 1,
        code: null,
        message: null,
        bytes: people(3).length,
        files: [{ role: 'list', bytes: people(3).length, sha256: sha256(people(3)) }],
      },
    ]);
    expect(await source()).toMatchObject({ stale: false, fetching: false, failures: 0, last_fetch: { version: 1 } });
    expect(await minutesUntilNext()).toBe(DAY);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'watchlist.imported',
      actor: 'system',
      actor_name: 'Probity',
      reason: 'fetched from lists.example.org',
    });
    expect(await fetcher.round()).toBe(false);
    expect(counted).toEqual(['imported']);
  });

  it('is not read again when its publisher has no other version, and is confirmed as current', async () => {
    serves(people(3));
    await setSource();
    const { fetcher, counted } = newProcess();
    await fetcher.round();
    const { confirmed_at } = await source();
    pass(DAY);
    await fetcher.round();
    expect(await fetches()).toMatchObject([
      { result: 'unchanged', version: 1, bytes: 0, files: [{ role: 'list' }] },
      {},
    ]);
    expect(Date.parse((await source()).confirmed_at!)).toBeGreaterThan(Date.parse(confirmed_at!));
    expect(counted).toEqual(['imported', 'unchanged']);
    expect(await imports()).toHaveLength(1);
  });

  it('is not read again when its files are the same, although the publisher does not say so', async () => {
    publisher.hasVersions = false;
    serves(people(3));
    await setSource();
    const { fetcher } = newProcess();
    await fetcher.round();
    pass(DAY);
    await fetcher.round();
    expect(await fetches()).toMatchObject([{ result: 'unchanged', bytes: people(3).length }, {}]);
    expect(await imports()).toHaveLength(1);
  });

  it('gets a new version when its files change', async () => {
    serves(people(20));
    await setSource();
    const { fetcher } = newProcess();
    await fetcher.round();
    pass(DAY);
    serves(people(21));
    await fetcher.round();
    expect(await current()).toEqual({ version: 2, entries: 21 });
    expect(await fetches()).toMatchObject([{ result: 'imported', version: 2 }, { version: 1 }]);
  });

  it('is read again after an import by hand, which may have had other files', async () => {
    serves(people(3));
    await setSource();
    const { fetcher } = newProcess();
    await fetcher.round();
    const byHand = newImports();
    const importId = randomUUID();
    await byHand.begin(list, importId, 'by-hand', 'Ada');
    await byHand.finish(list, importId, ADA, true);
    expect(await current()).toEqual({ version: 2, entries: 0 });
    pass(DAY);
    await fetcher.round();
    expect(await current()).toEqual({ version: 3, entries: 3 });
  });

  it('downloads also the files that did not change when another file did', async () => {
    const files = ['list', 'mapping'].map((role) => ({ role, url: `https://lists.example.org/${role}` }));
    const mapping = { schema: 'Person', topic: 'pep', columns: { id: 'id', names: ['name'] } };
    serves('id,name\n1,Ann Example\n', files[0]!.url);
    serves(JSON.stringify(mapping), files[1]!.url);
    await setSource({ format: 'mapped-csv' }, files);
    const { fetcher } = newProcess();
    await fetcher.round();
    serves('id,name\n1,Ann Example\n2,Bob Example\n', files[0]!.url);
    pass(DAY);
    await fetcher.round();
    expect(await current()).toEqual({ version: 2, entries: 2 });
    expect(publisher.asked.slice(2)).toEqual([files[0]!.url, files[1]!.url, files[1]!.url]);
  });

  it('is fetched when an officer asks for it', async () => {
    serves(people(3));
    await setSource();
    const { fetcher } = newProcess();
    await fetcher.round();
    await newSources().fetchNow({ list, ...ADA });
    expect(await fetcher.round()).toBe(true);
    expect(await fetches()).toHaveLength(2);
  });

  it('that is inactive is not fetched', async () => {
    await setSource({ active: false });
    expect(await newProcess().fetcher.round()).toBe(false);
    expect(publisher.asked).toEqual([]);
  });

  it('keeps its last 50 fetches', async () => {
    await setSource();
    for (let n = 0; n < 52; n++) {
      pass(2 * HOUR);
      const claimed = await claimSource(database, now());
      await recordFailure(database, claimed!, { code: 'timeout', message: `failure ${n}` }, now(), () => 0);
    }
    const kept = await fetches();
    expect(kept).toHaveLength(50);
    expect([kept[0]!.message, kept.at(-1)!.message]).toEqual(['failure 51', 'failure 2']);
  });
});

describe('a checksum', () => {
  const SUMS = 'https://lists.example.org/un.xml.sha256?token=secret';
  const withSums = () => setSource({}, [{ role: 'list', url: UN_URL, sha256_url: SUMS }]);

  it('is compared with the file', async () => {
    serves(people(3));
    serves(`${sha256('another')}  other.xml\n${sha256(people(3)).toUpperCase()}  un.xml\n`, SUMS);
    await withSums();
    await newProcess().fetcher.round();
    expect(await current()).toEqual({ version: 1, entries: 3 });
  });

  it('is told to the transfer, which then needs no length', async () => {
    serves(people(3));
    serves(sha256(people(3)), SUMS);
    const { file } = publisher;
    const told: unknown[] = [];
    publisher.file = (order, signal) => {
      told.push(order.hasChecksum);
      return file(order, signal);
    };
    await withSums();
    await newProcess().fetcher.round();
    expect(await current()).toEqual({ version: 1, entries: 3 });
    await setSource();
    await newProcess().fetcher.round();
    expect(told).toEqual([true, false]);
  });

  it.each([
    [
      'another',
      sha256('another'),
      /^the file "list" has the SHA-256 [0-9a-f]{64}, which is not in the text at lists\./,
    ],
    ['none', 'not found', /^the text at lists\.example\.org contains no SHA-256 for the file "list"$/],
    ['a longer number', `${sha256(people(3))}0`, /contains no SHA-256/],
  ])('that is %s makes the fetch fail', async (_what, text, message) => {
    serves(people(3));
    serves(text, SUMS);
    await withSums();
    await newProcess().fetcher.round();
    expect(await fetches()).toMatchObject([
      { result: 'failed', code: 'wrong_checksum', message: expect.stringMatching(message) },
    ]);
    expect(await current()).toBeUndefined();
  });
});

describe('a fetch that fails', () => {
  it('changes nothing, and is repeated after a quarter of an hour, and then every hour', async () => {
    serves(new FetchFailure('bad_status', 'lists.example.org returned 404 instead of 200'));
    await setSource();
    const { fetcher, counted } = newProcess();
    for (const [failures, wait] of [
      [1, 15],
      [2, HOUR],
      [3, HOUR],
    ] as const) {
      expect(await fetcher.round()).toBe(true);
      expect(await source()).toMatchObject({ failures, last_fetch: { code: 'bad_status', version: null } });
      expect(await minutesUntilNext()).toBe(wait);
      pass(wait - 1);
      expect(await fetcher.round()).toBe(false);
      pass(2);
    }
    serves(people(3));
    await fetcher.round();
    expect(await source()).toMatchObject({ failures: 0, last_fetch: { result: 'imported' } });
    expect(counted).toEqual(['failed', 'failed', 'failed', 'imported']);
  });

  it.each([
    ['not_this_format', '<html>This page has moved</html>'],
    ['broken_file', people(300).slice(0, -2_000)],
    ['empty_list', people(0)],
  ])('with %s keeps no import by hand waiting', async (code, content) => {
    serves(content);
    await setSource();
    await newProcess().fetcher.round();
    expect(await fetches()).toMatchObject([{ result: 'failed', code }]);
    expect(await imports()).toEqual([]);
    expect(await current()).toBeUndefined();
    await newImports().begin(list, randomUUID(), 'by-hand', 'Ada');
  });

  it('because an officer is importing the list says so', async () => {
    serves(people(3));
    await setSource();
    await newImports().begin(list, randomUUID(), 'by-hand', 'Ada');
    await newProcess().fetcher.round();
    expect(await fetches()).toMatchObject([
      { code: 'import_running', message: expect.stringContaining('Ada has been') },
    ]);
    expect(await imports()).toMatchObject([{ status: 'open', officer: 'Ada' }]);
  });

  it('because of an error in Probity does not show it', async () => {
    publisher.before = () => Promise.reject(new Error('SELECT secret'));
    await setSource();
    await newProcess().fetcher.round();
    expect(await fetches()).toMatchObject([
      { code: 'failed', message: 'the fetch failed; the log of the pipeline says why' },
    ]);
  });
});

it('a fetch removes the files of a process that died hours ago', async () => {
  serves(people(3));
  await setSource();
  mkdirSync(join(folder, 'probity-lists-old'));
  await newProcess().fetcher.round();
  expect(readdirSync(folder)).toEqual(['probity-lists-old']);
  pass(DAY);
  await newProcess().fetcher.round();
  expect(readdirSync(folder)).toEqual([]);
});

it('tokens in addresses reach the publisher, and are nowhere in clear', async () => {
  const url = `${UN_URL}?token=secret-token`;
  serves(people(3), url);
  await setSource({}, [{ role: 'list', url }]);
  await newProcess().fetcher.round();
  expect(publisher.asked).toEqual([url]);
  expect((await source()).files).toEqual([{ role: 'list', url: UN_URL, has_query: true }]);
  const tables = ['event_store.events', 'pipeline.watchlist_sources', 'pipeline.watchlist_fetches'];
  for (const table of [...tables, 'pipeline.audit_events', 'platform.notices']) {
    const { rows } = await test.owner.query(`SELECT FROM ${table} t WHERE t::text LIKE '%secret-token%'`);
    expect({ table, found: rows.length }).toEqual({ table, found: 0 });
  }
});
