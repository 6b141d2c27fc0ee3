import { randomUUID } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import { sharedListStream } from '@probity/contracts/watchlists/events';
import { projectWatchlistEvents } from '@probity/read-side/watchlists/watchlist-projection';
import { TestLists, person } from '../testing/test-lists';
import {
  test,
  database,
  lists,
  tenant,
  list,
  page,
  shared,
  importsOf,
  eventsOf,
  jobs,
  many,
} from './testing/list-scene';

const aliases = (id: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Alias ${id} ${n}`, quality: 'alias' as const }));

describe('an import of a shared list', () => {
  it('replaces the entries of the list', async () => {
    expect(await lists.import(list, [person('a', 'A'), person('b', 'B')])).toEqual({
      list,
      version: 1,
      entries: 2,
      added: 2,
      changed: 0,
      removed: 0,
    });
    expect(await lists.queries.lists()).toContainEqual({
      list,
      version: 1,
      format: 'ofac-sdn',
      entries: 2,
      imported_at: expect.any(String),
    });
  });

  it('changes only the entries that differ', async () => {
    await lists.import(list, [...many(20), person('gone', 'Gone')]);
    const next = [...many(19), person('e19', 'Another'), person('new', 'New')];
    expect(await lists.import(list, next)).toMatchObject({ version: 2, entries: 21, added: 1, changed: 1, removed: 1 });
    const entries = await shared();
    expect(entries.filter(({ version }) => version === 2)).toEqual([
      { entry_id: 'e19', name: 'Another', version: 2, removed: false },
      { entry_id: 'gone', name: null, version: 2, removed: true },
      { entry_id: 'new', name: 'New', version: 2, removed: false },
    ]);
  });

  it('changes nothing when nothing changed: no version, no event, no rescreening', async () => {
    await lists.import(list, many(3));
    const before = await jobs(null);
    expect(await lists.import(list, many(3).reverse())).toMatchObject({ version: 1, entries: 3, added: 0, removed: 0 });
    expect(await importsOf(list)).toHaveLength(1);
    expect(await jobs(null)).toEqual(before);
    const { rows } = await test.owner.query('SELECT 1 FROM pipeline.watchlist_staging');
    expect(rows).toEqual([]);
  });

  it('restores an entry that was removed', async () => {
    await lists.import(list, [...many(10), person('x', 'X')]);
    await lists.import(list, many(10));
    await lists.import(list, [...many(10), person('x', 'X')]);
    expect((await shared()).find(({ entry_id }) => entry_id === 'x')).toMatchObject({ version: 3, removed: false });
  });

  it('is rejected when it lacks more than a tenth of the entries, unless the removal is allowed', async () => {
    await lists.import(list, many(20));
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(17));
    await expect(lists.finish(list, importId)).rejects.toMatchObject({
      code: 'too_many_removed',
      message: expect.stringContaining('lacks 3 of the 20 entries'),
    });
    expect((await shared()).filter(({ removed }) => removed)).toEqual([]);
    expect(await lists.finish(list, importId, true)).toMatchObject({ version: 2, entries: 17, removed: 3 });
  });

  it.each([
    ['names', (id: number) => ({ names: aliases(id, 4) })],
    [
      'identifiers',
      (id: number) => ({ identifiers: aliases(id, 4).map(({ name }) => ({ type: 'passport', value: name })) }),
    ],
  ])('is rejected when it lacks more than a tenth of the %s, although every entry is there', async (what, more) => {
    const withMore = (count: number) => many(10).map((entry, n) => (n < count ? { ...entry, ...more(n) } : entry));
    await lists.import(list, withMore(10));
    expect(await lists.import(list, withMore(9))).toMatchObject({ version: 2, changed: 1 });
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(10));
    const [before, after] = what === 'names' ? [37, 10] : [36, 0];
    await expect(lists.finish(list, importId)).rejects.toMatchObject({
      code: 'too_many_removed',
      message: expect.stringMatching(
        `lowers the number of ${what} of ${list} from ${before} to ${after}, .*--allow-removal`,
      ),
    });
    expect(await lists.finish(list, importId, true)).toMatchObject({ version: 3, entries: 10, changed: 9, removed: 0 });
  });

  it('may lack up to a tenth of the entries', async () => {
    await lists.import(list, many(20));
    expect(await lists.import(list, many(18))).toMatchObject({ version: 2, removed: 2 });
  });

  it('can begin again after a rejection, which ends the rejected import', async () => {
    await lists.import(list, many(20));
    const refused = await lists.begin(list);
    await expect(lists.finish(list, refused)).rejects.toMatchObject({ code: 'too_many_removed' });
    const next = await lists.begin(list);
    await expect(lists.finish(list, refused, true)).rejects.toMatchObject({ code: 'import_running' });
    await lists.stage(list, next, many(21));
    expect(await lists.finish(list, next)).toMatchObject({ version: 2, entries: 21 });
  });

  it('accepts a repeated batch once', async () => {
    const importId = await lists.begin(list);
    expect(await lists.stage(list, importId, many(5))).toBe(5);
    expect(await lists.stage(list, importId, many(5))).toBe(5);
    expect(await lists.finish(list, importId)).toMatchObject({ entries: 5, added: 5 });
  });

  it('rejects a repeated entry with other content', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, [person('a', 'A')]);
    await expect(lists.stage(list, importId, [person('b', 'B'), person('a', 'Other')])).rejects.toMatchObject({
      code: 'duplicate_entry',
      message: expect.stringContaining('"a"'),
    });
    expect(await lists.finish(list, importId)).toMatchObject({ entries: 1 });
  });

  it('returns the same result when it is finished again, immediately or later', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    const elsewhere = new TestLists(await test.as(ROLES.pipeline));
    const results = await Promise.all([
      lists.finish(list, importId),
      lists.finish(list, importId),
      elsewhere.finish(list, importId),
    ]);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await lists.finish(list, importId)).toEqual(results[0]);
    expect(await importsOf(list)).toHaveLength(1);
  });

  it('accepts no batch after the request to finish', async () => {
    const importId = await lists.begin(list);
    await lists.finish(list, importId);
    await expect(lists.stage(list, importId, many(1))).rejects.toMatchObject({ code: 'import_not_open' });
  });

  it('prevents another import of the same list; the error names the officer', async () => {
    const importId = await lists.begin(list);
    await expect(lists.begin(list)).rejects.toMatchObject({
      code: 'import_running',
      message: expect.stringContaining(`Ada has been importing ${list} since`),
    });
    await lists.stage(list, importId, many(1));
    await lists.finish(list, importId);
    await lists.begin(list);
  });

  it('can begin again under its id, whatever its state', async () => {
    await lists.import(list, many(20));
    const importId = randomUUID();
    const again = () => lists.importing.begin({ list, import_id: importId, format: 'ofac-sdn', officer: 'Ada' });
    await again();
    await lists.stage(list, importId, many(10));
    await again();
    await expect(lists.finish(list, importId)).rejects.toMatchObject({ code: 'too_many_removed' });
    await again();
    await expect(lists.stage(list, importId, many(10))).rejects.toMatchObject({ code: 'import_not_open' });
    const result = await lists.finish(list, importId, true);
    await again();
    expect(await lists.finish(list, importId)).toEqual(result);
    await expect(
      lists.importing.begin({ list: `${list}x`, import_id: importId, format: 'ofac-sdn', officer: 'Ada' }),
    ).rejects.toMatchObject({ code: 'import_id_taken' });
  });

  it('begins only once when several imports of a list begin at the same time', async () => {
    const outcomes = await Promise.allSettled([lists.begin(list), lists.begin(list), lists.begin(list)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is abandoned after a long time without requests', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    lists.now = () => new Date(Date.now() + 11 * 60_000);
    const next = await lists.begin(list);
    await expect(lists.stage(list, importId, many(3))).rejects.toMatchObject({ code: 'import_not_open' });
    await lists.stage(list, next, many(2));
    expect(await lists.finish(list, next)).toMatchObject({ entries: 2 });
  });

  it('can be given up while it is open, and then another begins at once', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    await lists.imports.giveUp(`${list}x`, importId); // of another list: changes nothing
    expect(await lists.stage(list, importId, many(3))).toBe(3);
    await lists.imports.giveUp(list, importId);
    expect(await lists.import(list, many(2))).toMatchObject({ version: 1, entries: 2 });
    const [finished] = await lists.queries.imports(list, page);
    await lists.imports.giveUp(list, finished!.import_id); // it has taken effect
    expect(await lists.queries.imports(list, page)).toEqual([finished]);
  });

  it.each([
    ['Tenant List', 'invalid_list_name'],
    ['tenant', 'invalid_list_name'],
    [`tenant-${randomUUID()}`, 'invalid_list_name'],
    ['x'.repeat(64), 'invalid_list_name'],
  ])('is rejected under the name %s', async (name, code) => {
    await expect(lists.begin(name)).rejects.toMatchObject({ code });
  });

  it('rejects a value that is not an entry, and names it', async () => {
    const importId = await lists.begin(list);
    const wrong = { ...person('b', 'B'), countries: ['Germany'] };
    await expect(lists.stage(list, importId, [person('a', 'A'), wrong])).rejects.toMatchObject({
      code: 'invalid_entry',
      message: expect.stringMatching(/entries\[1\] \("b"\): countries\.0 must match pattern/),
    });
  });

  it('does not conflict with concurrent changes of tenant entries', async () => {
    const importing = lists.import(list, many(2_000));
    const adding = Promise.all(many(10).map((entry) => lists.add(tenant, entry)));
    await Promise.all([importing, adding]);
    expect(await lists.queries.entries(tenant, page)).toHaveLength(10);
    expect(await shared()).toHaveLength(2_000);
    const { rows } = await test.owner.query<{ sequence: string; streams: string }>(
      'SELECT sequence, count(DISTINCT stream) AS streams FROM pipeline.watchlist_entries GROUP BY sequence HAVING count(DISTINCT stream) > 1',
    );
    expect(rows).toEqual([]);
  });

  it('can be followed, and says at the end what it changed', async () => {
    await lists.import(list, [...many(20), person('gone', 'Gone')]);
    const [first] = await lists.queries.imports(list, page);
    expect(first).toMatchObject({
      list,
      status: 'finished',
      received: 21,
      version: 1,
      added: 21,
      changed: 0,
      removed: 0,
    });
    const id = await lists.begin(list);
    await lists.stage(list, id, many(7));
    const running = { import_id: id, status: 'open', received: 7, version: null, added: null };
    expect(await lists.queries.imports(list, page)).toMatchObject([running, { import_id: first!.import_id }]);
    expect(await lists.queries.imports(list, { limit: 1, offset: 1 })).toEqual([first]);
  });

  it('keeps how many records the reader of the files reported, also when nothing changed', async () => {
    const silent = { skipped: null, malformed: null, odd: null };
    await lists.import(list, many(3));
    expect(await lists.queries.imports(list, page)).toMatchObject([silent]);
    for (const [entries, odd] of [
      [4, 13],
      [4, 12],
    ] as const) {
      const id = await lists.begin(list);
      await lists.stage(list, id, many(entries));
      const reported = { skipped: 2, malformed: 0, odd };
      expect(await lists.finish(list, id, false, reported)).toMatchObject({ version: 2, ...reported });
      const all = await lists.queries.imports(list, page);
      expect(all.find(({ import_id }) => import_id === id)).toMatchObject({ version: 2, ...reported });
    }
    const [last] = (await eventsOf(sharedListStream(list))).slice(-1);
    expect(last).toMatchObject({ type: 'WatchlistImported', data: { version: 2, skipped: 2, malformed: 0, odd: 13 } });
  });

  it('changes nothing when it is projected again', async () => {
    await lists.import(list, many(3));
    await lists.import(list, many(4));
    const before = await shared();
    for (const event of await eventsOf(sharedListStream(list))) {
      await database.transaction((sql) => projectWatchlistEvents(sql, [event]));
    }
    expect(await shared()).toEqual(before);
  });
});

it('takes a whole sanctions list within seconds', async () => {
  const importId = await lists.begin(list);
  await lists.stage(list, importId, many(18_000));
  const begun = Date.now();
  expect(await lists.finish(list, importId)).toMatchObject({ entries: 18_000, added: 18_000 });
  expect(Date.now() - begun).toBeLessThan(10_000); // the time that a caller waits
});
