import { randomUUID } from 'node:crypto';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import type { Database } from '@probity/persistence/database';
import { ownListStream, sharedListStream } from '@probity/contracts/watchlists/events';
import {
  projectWatchlistEvents,
  type RecordedWatchlistEvent,
} from '@probity/read-side/watchlists/watchlist-projection';
import { Faults, FaultyEventStore, once } from '@probity/event-store/testing/faulty-event-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestLists, person } from '../testing/test-lists';

let test: TestDatabase;
let database: Database;
let lists: TestLists;
let tenant: string;
let list: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(() => {
  lists = new TestLists(database);
  tenant = randomUUID();
  list = `list-${randomUUID()}`;
});

const page = { limit: 100, offset: 0 };
const shared = async (): Promise<{ entry_id: string; name: string; version: number; removed: boolean }[]> =>
  (
    await test.owner.query<any>(
      `SELECT entry_id, content -> 'names' -> 0 ->> 'name' AS name, version, removed_at IS NOT NULL AS removed
       FROM pipeline.watchlist_entries WHERE stream = $1 ORDER BY entry_id`,
      [sharedListStream(list)],
    )
  ).rows as never;
const eventsOf = async (stream: string): Promise<RecordedWatchlistEvent[]> => {
  const events: RecordedWatchlistEvent[] = [];
  for await (const chunk of new PostgresEventStore(test.owner).readStream(stream)) {
    events.push(...(chunk as RecordedWatchlistEvent[]));
  }
  return events;
};
const jobs = async (tenantId: string | null) =>
  (
    await test.owner.query<any>(
      'SELECT from_sequence, to_sequence FROM pipeline.rescreen_jobs WHERE tenant_id IS NOT DISTINCT FROM $1',
      [tenantId],
    )
  ).rows;
const many = (count: number, name = 'Somebody') =>
  Array.from({ length: count }, (_, index) => person(`e${index}`, `${name} ${index}`));

describe("a tenant's own list", () => {
  it('holds what was added, in full, and answers it', async () => {
    const added = await lists.add(tenant, { id: 'x', schema: 'Person', names: ['Ivan Petrov', 'Иван Петров'] });
    expect(added).toMatchObject([
      {
        id: 'x',
        list: 'tenant',
        names: [
          { name: 'Ivan Petrov', quality: 'primary' },
          { name: 'Иван Петров', quality: 'alias' },
        ],
        topics: ['sanction'],
        countries: [],
      },
    ]);
    expect(await lists.queries.entries(tenant, page)).toEqual(added);
    expect(await lists.queries.entry(tenant, 'x')).toEqual(added[0]);
  });

  it('is seen by its tenant only', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    const other = randomUUID();
    await lists.add(other, person('x', 'Somebody Else'));
    expect(await lists.queries.entries(other, page)).toMatchObject([{ id: 'x', names: [{ name: 'Somebody Else' }] }]);
    await lists.delete(other, 'x');
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ names: [{ name: 'Ivan Petrov' }] });
    await expect(lists.delete(other, 'x')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('replaces an entry that is added again, and stays as it is when nothing changed', async () => {
    const [first] = await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(1);
    const [second] = await lists.add(tenant, person('x', 'Ivan Ivanov'), person('y', 'Olga'));
    expect(second).toMatchObject({ created_at: first!.created_at, names: [{ name: 'Ivan Ivanov' }] });
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(2);
  });

  it('forgets what was deleted, and takes it again', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.delete(tenant, 'x');
    expect(await lists.queries.entries(tenant, page)).toEqual([]);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ id: 'x' });
  });

  it('finds names by a part of them, whatever their case, and takes % for itself', async () => {
    await lists.add(tenant, person('x', 'Ivan PETROV'), person('y', '100% Holdings'), person('z', 'Olga'));
    const found = async (name: string) => (await lists.queries.entries(tenant, page, { name })).map(({ id }) => id);
    expect(await found('petro')).toEqual(['x']);
    expect(await found('%')).toEqual(['y']);
  });

  it('takes all changes that come at once', async () => {
    const elsewhere = new TestLists(await test.as(ROLES.pipeline));
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 ? lists : elsewhere).add(tenant, person(`e${index}`, `Somebody ${index}`)),
      ),
    );
    expect(await lists.queries.entries(tenant, page)).toHaveLength(16);
    expect((await eventsOf(ownListStream(tenant))).map(({ revision }) => revision)).toEqual([...Array(16).keys()]);
  });

  it.each([
    ['no names', { id: 'x', schema: 'Person', names: [] }, /entries\[0\]: names must have at least one name/],
    ['an unknown schema', { id: 'x', schema: 'Ship', names: ['A'] }, /entries\[0\]: schema must be one of/],
    ['a character that cannot be stored', { id: 'x', schema: 'Person', names: ['A\u0000'] }, /U\+0000/],
  ])('refuses an entry with %s', async (_what, entry, message) => {
    await expect(lists.add(tenant, entry)).rejects.toMatchObject({
      code: 'invalid_entry',
      message: expect.stringMatching(message),
    });
    expect(await lists.queries.entries(tenant, page)).toEqual([]);
  });

  it('refuses an id that stands twice', async () => {
    await expect(lists.add(tenant, person('x', 'A'), person('x', 'B'))).rejects.toMatchObject({
      code: 'duplicate_entry',
      message: 'entries[1] has the id of entries[0]: "x"',
    });
  });

  it('leaves an audit trail of who changed it', async () => {
    await lists.add(tenant, person('x', 'A'));
    await lists.delete(tenant, 'x');
    const { rows } = await test.owner.query<any>(
      'SELECT action, actor, actor_type, data FROM pipeline.audit_events WHERE tenant_id = $1 ORDER BY at, id',
      [tenant],
    );
    expect(rows).toMatchObject([
      {
        action: 'watchlist.entries_added',
        actor: 'institution',
        actor_type: 'institution',
        data: { entry_ids: ['x'] },
      },
      { action: 'watchlist.entry_deleted', data: { entry_id: 'x' } },
    ]);
  });

  it('asks for a rescreening of its tenant, one for all changes that wait', async () => {
    await lists.add(tenant, person('x', 'A'));
    await lists.add(tenant, person('y', 'B'));
    await lists.delete(tenant, 'x');
    const [job, ...others] = await jobs(tenant);
    expect(others).toEqual([]);
    expect(Number(job.to_sequence) - Number(job.from_sequence)).toBe(2);
  });
});

describe('an import of a shared list', () => {
  it('makes its entries those of the list', async () => {
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

  it('takes effect as a difference', async () => {
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
    expect(await eventsOf(sharedListStream(list))).toHaveLength(1);
    expect(await jobs(null)).toEqual(before);
    const { rows } = await test.owner.query('SELECT 1 FROM pipeline.watchlist_staging');
    expect(rows).toEqual([]);
  });

  it('takes an entry back that was removed', async () => {
    await lists.import(list, [...many(10), person('x', 'X')]);
    await lists.import(list, many(10));
    await lists.import(list, [...many(10), person('x', 'X')]);
    expect((await shared()).find(({ entry_id }) => entry_id === 'x')).toMatchObject({ version: 3, removed: false });
  });

  it('is refused when it lacks more than a tenth, until that is allowed', async () => {
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

  it('may lack a tenth', async () => {
    await lists.import(list, many(20));
    expect(await lists.import(list, many(18))).toMatchObject({ version: 2, removed: 2 });
  });

  it('can be begun anew after a refusal, which ends the refused one', async () => {
    await lists.import(list, many(20));
    const refused = await lists.begin(list);
    await expect(lists.finish(list, refused)).rejects.toMatchObject({ code: 'too_many_removed' });
    const next = await lists.begin(list);
    await expect(lists.finish(list, refused, true)).rejects.toMatchObject({ code: 'import_running' });
    await lists.stage(list, next, many(21));
    expect(await lists.finish(list, next)).toMatchObject({ version: 2, entries: 21 });
  });

  it('takes a batch that comes again once', async () => {
    const importId = await lists.begin(list);
    expect(await lists.stage(list, importId, many(5))).toBe(5);
    expect(await lists.stage(list, importId, many(5))).toBe(5);
    expect(await lists.finish(list, importId)).toMatchObject({ entries: 5, added: 5 });
  });

  it('refuses an entry that comes twice with other content', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, [person('a', 'A')]);
    await expect(lists.stage(list, importId, [person('b', 'B'), person('a', 'Other')])).rejects.toMatchObject({
      code: 'duplicate_entry',
      message: expect.stringContaining('"a"'),
    });
    expect(await lists.finish(list, importId)).toMatchObject({ entries: 1 });
  });

  it('answers the same when it is finished again, at once or later', async () => {
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
    expect(await eventsOf(sharedListStream(list))).toHaveLength(1);
  });

  it('takes no batch after it was asked to finish', async () => {
    const importId = await lists.begin(list);
    await lists.finish(list, importId);
    await expect(lists.stage(list, importId, many(1))).rejects.toMatchObject({ code: 'import_not_open' });
  });

  it('excludes another one of the same list, and is told by whom', async () => {
    const importId = await lists.begin(list);
    await expect(lists.begin(list)).rejects.toMatchObject({
      code: 'import_running',
      message: expect.stringContaining('by Ada since'),
    });
    await lists.stage(list, importId, many(1));
    await lists.finish(list, importId);
    await lists.begin(list);
  });

  it('can be begun again under its id, whatever became of it', async () => {
    await lists.import(list, many(20));
    const importId = randomUUID();
    const again = () => lists.beginning.handle({ list, import_id: importId, format: 'ofac-sdn', officer: 'Ada' });
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
      lists.beginning.handle({ list: `${list}x`, import_id: importId, format: 'ofac-sdn', officer: 'Ada' }),
    ).rejects.toMatchObject({ code: 'import_id_taken' });
  });

  it('lets one of two begin that begin at once', async () => {
    const outcomes = await Promise.allSettled([lists.begin(list), lists.begin(list), lists.begin(list)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('gives way when nothing was heard of it for long', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    lists.now = () => new Date(Date.now() + 11 * 60_000);
    const next = await lists.begin(list);
    await expect(lists.stage(list, importId, many(3))).rejects.toMatchObject({ code: 'import_not_open' });
    await lists.stage(list, next, many(2));
    expect(await lists.finish(list, next)).toMatchObject({ entries: 2 });
  });

  it.each([
    ['Tenant List', 'invalid_list_name'],
    ['tenant', 'invalid_list_name'],
    [`tenant-${randomUUID()}`, 'invalid_list_name'],
    ['x'.repeat(64), 'invalid_list_name'],
  ])('is refused under the name %s', async (name, code) => {
    await expect(lists.begin(name)).rejects.toMatchObject({ code });
  });

  it('refuses what is no entry, and names it', async () => {
    const importId = await lists.begin(list);
    const wrong = { ...person('b', 'B'), countries: ['Germany'] };
    await expect(lists.stage(list, importId, [person('a', 'A'), wrong])).rejects.toMatchObject({
      code: 'invalid_entry',
      message: expect.stringMatching(/entries\[1\] \("b"\): countries\.0 must match pattern/),
    });
  });

  it('does not meet the entries of a tenant that are added meanwhile', async () => {
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

  it('seen again by the projection changes nothing', async () => {
    await lists.import(list, many(3));
    await lists.import(list, many(4));
    const before = await shared();
    for (const event of await eventsOf(sharedListStream(list))) {
      await database.transaction((sql) => projectWatchlistEvents(sql, [event]));
    }
    expect(await shared()).toEqual(before);
  });
});

it('a replay of old events without what was staged leaves the entries for the next import', async () => {
  await lists.import(list, many(3));
  await test.owner.query('DELETE FROM pipeline.watchlist_entries WHERE stream = $1', [sharedListStream(list)]);
  await test.owner.query('DELETE FROM pipeline.watchlists WHERE stream = $1', [sharedListStream(list)]);
  await projectWatchlistEvents(database, await eventsOf(sharedListStream(list)));
  expect(await lists.queries.lists()).toContainEqual(expect.objectContaining({ list, version: 1, entries: 0 }));
  expect(await lists.import(list, many(3))).toMatchObject({ version: 2, entries: 3, added: 3 });
});

describe('where an append and its projection are two steps', () => {
  let faults: Faults;
  beforeEach(() => {
    faults = new Faults();
    lists = new TestLists(database, new FaultyEventStore(new PostgresEventStore(database), database, faults, false));
  });

  it('an import that died between them takes effect when it is finished again', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    faults.dieUnprojected = once();
    await expect(lists.finish(list, importId)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    expect(await shared()).toEqual([]);
    expect(await lists.finish(list, importId)).toMatchObject({ version: 1, entries: 3, added: 3 });
    expect(await eventsOf(sharedListStream(list))).toHaveLength(1);
    expect(await shared()).toHaveLength(3);
  });

  it('an import that died between them and was abandoned takes effect before the next one', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    faults.dieUnprojected = once();
    await expect(lists.finish(list, importId)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    lists.now = () => new Date(Date.now() + 11 * 60_000);
    expect(await lists.import(list, many(4))).toMatchObject({ version: 2, entries: 4, added: 1 });
  });

  it('an entry that was added before a crash is there for the next change', async () => {
    faults.dieUnprojected = once();
    await expect(lists.add(tenant, person('x', 'A'))).rejects.toMatchObject({ kind: 'outcome_unknown' });
    expect(await lists.add(tenant, person('x', 'A'))).toMatchObject([{ id: 'x' }]);
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(1);
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ id: 'x' });
  });
});

it('a change that other processes overtake every time is refused, to be repeated', async () => {
  const faults = new Faults();
  lists = new TestLists(database, new FaultyEventStore(new PostgresEventStore(database), database, faults));
  faults.overtake = () => true;
  await expect(lists.add(tenant, person('x', 'A'))).rejects.toMatchObject({
    httpStatus: 503,
    code: 'contention',
    message: 'The watchlist was modified concurrently. No changes were made; retry.',
  });
  expect(await lists.queries.entry(tenant, 'x')).toBeUndefined();
  faults.clear();
  expect(await lists.add(tenant, person('x', 'A'))).toMatchObject([{ id: 'x' }]);
});

it('takes a whole sanctions list within seconds', async () => {
  const importId = await lists.begin(list);
  await lists.stage(list, importId, many(18_000));
  const begun = Date.now();
  expect(await lists.finish(list, importId)).toMatchObject({ entries: 18_000, added: 18_000 });
  expect(Date.now() - begun).toBeLessThan(10_000); // so long whoever asks waits
});
