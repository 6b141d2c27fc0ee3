import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { randomUUID } from 'node:crypto';
import { ROLES } from '@probity/persistence/roles';
import { ownListStream, sharedListStream } from '@probity/contracts/watchlists/events';
import { projectWatchlistEvents } from '@probity/read-side/watchlists/watchlist-projection';
import { Faults, FaultyEventStore, once } from '@probity/event-store/testing/faulty-event-store';
import { TestLists, person } from '../testing/test-lists';
import {
  test,
  database,
  lists,
  tenant,
  list,
  page,
  shared,
  eventsOf,
  importsOf,
  jobs,
  many,
  useLists,
} from './testing/list-scene';

describe("a tenant's own list", () => {
  it('contains added entries, in full, and returns them', async () => {
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
    await lists.add(other, person('x', 'Another Person'));
    expect(await lists.queries.entries(other, page)).toMatchObject([{ id: 'x', names: [{ name: 'Another Person' }] }]);
    await lists.delete(other, 'x');
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ names: [{ name: 'Ivan Petrov' }] });
    await expect(lists.delete(other, 'x')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('replaces an entry that is added again, but does not change if the entry is the same', async () => {
    const [first] = await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(1);
    const [second] = await lists.add(tenant, person('x', 'Ivan Ivanov'), person('y', 'Olga'));
    expect(second).toMatchObject({ created_at: first!.created_at, names: [{ name: 'Ivan Ivanov' }] });
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(2);
  });

  it('removes a deleted entry, and accepts it again', async () => {
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.delete(tenant, 'x');
    expect(await lists.queries.entries(tenant, page)).toEqual([]);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ id: 'x' });
  });

  it('is searched by a part of a name, without regard to case, and treats % literally', async () => {
    await lists.add(tenant, person('x', 'Ivan PETROV'), person('y', '100% Holdings'), person('z', 'Olga'));
    const found = async (name: string) => (await lists.queries.entries(tenant, page, { name })).map(({ id }) => id);
    expect(await found('petro')).toEqual(['x']);
    expect(await found('%')).toEqual(['y']);
  });

  it('accepts all concurrent changes', async () => {
    const elsewhere = new TestLists(await test.as(ROLES.pipeline));
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 ? lists : elsewhere).add(tenant, person(`e${index}`, `Person ${index}`)),
      ),
    );
    expect(await lists.queries.entries(tenant, page)).toHaveLength(16);
    expect((await eventsOf(ownListStream(tenant))).map(({ revision }) => revision)).toEqual([...Array(16).keys()]);
  });

  it.each([
    ['no names', { id: 'x', schema: 'Person', names: [] }, /entries\[0\]: names must have at least one name/],
    ['an unknown schema', { id: 'x', schema: 'Ship', names: ['A'] }, /entries\[0\]: schema must be one of/],
    ['a character that cannot be stored', { id: 'x', schema: 'Person', names: ['A\u0000'] }, /U\+0000/],
  ])('rejects an entry with %s', async (_what, entry, message) => {
    await expect(lists.add(tenant, entry)).rejects.toMatchObject({
      code: 'invalid_entry',
      message: expect.stringMatching(message),
    });
    expect(await lists.queries.entries(tenant, page)).toEqual([]);
  });

  it('rejects a duplicate id', async () => {
    await expect(lists.add(tenant, person('x', 'A'), person('x', 'B'))).rejects.toMatchObject({
      code: 'duplicate_entry',
      message: 'entries[1] has the id of entries[0]: "x"',
    });
  });

  it('leaves an audit trail with the actors of its changes', async () => {
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

  it('requests one rescreening of its tenant for all waiting changes', async () => {
    await lists.add(tenant, person('x', 'A'));
    await lists.add(tenant, person('y', 'B'));
    await lists.delete(tenant, 'x');
    const [job, ...others] = await jobs(tenant);
    expect(others).toEqual([]);
    expect(Number(job.to_sequence) - Number(job.from_sequence)).toBe(2);
  });
});

it('a replay cannot restore entries of an earlier version, which are in no event; the next import adds them', async () => {
  await lists.import(list, many(3));
  const [imported] = await importsOf(list);
  const { recording_id: _, recorded: _all, ...data } = imported!.data;
  await test.owner.query('DELETE FROM pipeline.watchlist_entries WHERE stream = $1', [sharedListStream(list)]);
  await test.owner.query('DELETE FROM pipeline.watchlists WHERE stream = $1', [sharedListStream(list)]);
  await projectWatchlistEvents(database, [{ ...imported!, data, revision: 0 }]);
  await test.owner.query('UPDATE pipeline.watchlists SET revision = 1 WHERE stream = $1', [sharedListStream(list)]);
  expect(await lists.queries.lists()).toContainEqual(expect.objectContaining({ list, version: 1, entries: 0 }));
  expect(await lists.import(list, many(3))).toMatchObject({ version: 2, entries: 3, added: 3 });
});

describe('when append and projection are two steps', () => {
  /** The first append of an import has its entries, and the second one puts them into effect. */
  const second = () => {
    let appends = 0;
    return () => ++appends === 2;
  };
  let faults: Faults;
  beforeEach(() => {
    faults = new Faults();
    useLists(new TestLists(database, new FaultyEventStore(new PostgresEventStore(database), database, faults, false)));
  });

  it('an import that a crash interrupted between them takes effect when it is finished again', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    faults.dieUnprojected = second();
    await expect(lists.finish(list, importId)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    expect(await shared()).toEqual([]);
    expect(await lists.finish(list, importId)).toMatchObject({ version: 1, entries: 3, added: 3 });
    expect(await importsOf(list)).toHaveLength(1);
    expect(await shared()).toHaveLength(3);
  });

  it('an abandoned import that a crash interrupted between them takes effect before the next import', async () => {
    const importId = await lists.begin(list);
    await lists.stage(list, importId, many(3));
    faults.dieUnprojected = second();
    await expect(lists.finish(list, importId)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    lists.now = () => new Date(Date.now() + 11 * 60_000);
    expect(await lists.import(list, many(4))).toMatchObject({ version: 2, entries: 4, added: 1 });
  });

  it('an entry that was added before a crash is visible to the next change', async () => {
    faults.dieUnprojected = once();
    await expect(lists.add(tenant, person('x', 'A'))).rejects.toMatchObject({ kind: 'outcome_unknown' });
    expect(await lists.add(tenant, person('x', 'A'))).toMatchObject([{ id: 'x' }]);
    expect(await eventsOf(ownListStream(tenant))).toHaveLength(1);
    expect(await lists.queries.entry(tenant, 'x')).toMatchObject({ id: 'x' });
  });
});

it('a change is rejected when another process writes first at every attempt; a retry succeeds', async () => {
  const faults = new Faults();
  useLists(new TestLists(database, new FaultyEventStore(new PostgresEventStore(database), database, faults)));
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
