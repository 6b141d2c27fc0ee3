import { randomUUID } from 'node:crypto';
import { ownListStream } from '@probity/contracts/watchlists/events';
import type { ThresholdRule } from '@probity/contracts/settings/threshold-rules';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import {
  projectWatchlistEvents,
  type RecordedWatchlistEvent,
} from '@probity/read-side/watchlists/watchlist-projection';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestLists, person } from '../testing/test-lists';
import { WatchlistIndex } from './watchlist-index';

let test: TestDatabase;
let database: Database;
let lists: TestLists;
let index: WatchlistIndex;
let tenant: string;
let list: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
  lists = new TestLists(database);
});
afterAll(() => test.drop());
beforeEach(() => {
  index = new WatchlistIndex(database);
  tenant = randomUUID();
  list = `list-${randomUUID()}`;
});

const found = (name: string, tenantId = tenant, applies: string[] | null = [list]): string[] =>
  index
    .of(tenantId, applies)
    .screen({ role: 'customer', schema: 'Person', names: [name] }, { threshold: 0.9, limit: 10 })
    .map(({ entry }) => `${entry.list === list ? 'shared' : entry.list}:${entry.id}`);

describe('the index of all lists', () => {
  it('contains the changes that were made before its refresh', async () => {
    await lists.import(list, [person('a', 'Ivan Petrov'), person('b', 'Olga Smirnova')]);
    await index.refresh();
    expect([found('Ivan Petrov'), found('Olga Smirnova')]).toEqual([['shared:a'], ['shared:b']]);

    await lists.import(list, [person('a', 'Boris Sidorov'), person('c', 'Anna Volkova')], true);
    expect(found('Ivan Petrov')).toEqual(['shared:a']); // not before the refresh
    await index.refresh();
    expect([found('Ivan Petrov'), found('Olga Smirnova')]).toEqual([[], []]);
    expect([found('Boris Sidorov'), found('Anna Volkova')]).toEqual([['shared:a'], ['shared:c']]);
  });

  it("shows a tenant its own entries and no other tenant's", async () => {
    const other = randomUUID();
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await lists.add(other, person('x', 'Olga Smirnova'));
    await index.refresh();
    expect([found('Ivan Petrov'), found('Olga Smirnova')]).toEqual([['tenant:x'], []]);
    expect([found('Ivan Petrov', other), found('Olga Smirnova', other)]).toEqual([[], ['tenant:x']]);
    await lists.delete(other, 'x');
    await index.refresh();
    expect([found('Ivan Petrov'), found('Olga Smirnova', other)]).toEqual([['tenant:x'], []]);
    expect(index.of(other, []).entries).toBe(0);
  });

  it('shows the shared lists that apply to the tenant, and counts the compared entries', async () => {
    await lists.import(list, [person('a', 'Ivan Petrov')]);
    await lists.add(tenant, person('x', 'Olga'));
    await index.refresh();
    expect(found('Ivan Petrov', tenant, ['another'])).toEqual([]);
    expect(found('Ivan Petrov', tenant, null)).toContain('shared:a');
    expect(index.of(tenant, ['another']).entries).toBe(1);
    expect(index.of(tenant, [list]).entries).toBe(2);
  });

  it('knows the version of each list', async () => {
    await lists.import(list, [person('a', 'A')]);
    await lists.import(list, [person('a', 'B')]);
    await lists.add(tenant, person('x', 'X'));
    await index.refresh();
    const own = index.of(tenant, null);
    expect([own.versionOf(list), own.versionOf('tenant'), own.versionOf('nothing')]).toEqual([2, 1, 0]);
    expect(index.of(randomUUID(), null).versionOf('tenant')).toBe(0);
  });

  it('returns the best matches of shared and own entries together', async () => {
    await lists.import(list, [person('a', 'Ivan Petrov'), person('b', 'Ivan Petrow')]);
    await lists.add(tenant, person('x', 'Ivan Petrov'));
    await index.refresh();
    const matches = index
      .of(tenant, [list])
      .screen({ role: 'customer', schema: 'Person', names: ['Ivan Petrov'] }, { threshold: 0.5, limit: 2 });
    expect(matches.map(({ entry }) => entry.id).sort()).toEqual(['a', 'x']);
  });

  it('knows results by the thresholds that were wanted', async () => {
    await lists.import(list, [person('a', 'Ivan Petrow')]);
    await index.refresh();
    const screened = (...thresholds: ThresholdRule[]) =>
      index
        .of(tenant, [list])
        .screen(
          { role: 'customer', schema: 'Person', names: ['Ivan Petrov'] },
          { threshold: 0.7, thresholds, limit: 10 },
        );
    expect(screened()).toHaveLength(1);
    expect(screened({ list, threshold: 1 })).toEqual([]);
    expect(screened({ list, subject: 'counterparty', threshold: 1 })).toHaveLength(1);
  });

  it('makes one query for concurrent refreshes', async () => {
    await index.refresh();
    const query = jest.spyOn(database, 'query');
    await Promise.all(Array.from({ length: 50 }, () => index.refresh()));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it('misses no change of a slow writer', async () => {
    let commit = (): void => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    let begun = (): void => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const slow = database.transaction(async (sql) => {
      await projectWatchlistEvents(sql, [added(tenant, 'slow', 'Ivan Petrov')]);
      begun();
      await held;
    });
    await hasBegun;

    const other = randomUUID();
    let isAdded = false;
    const quick = lists.add(other, person('quick', 'Olga Smirnova')).then(() => (isAdded = true));
    await index.refresh();
    expect(found('Ivan Petrov')).toEqual([]);
    expect(isAdded).toBe(false); // its number must not become visible before the slow writer's

    commit();
    await Promise.all([slow, quick]);
    await index.refresh();
    expect([found('Ivan Petrov'), found('Olga Smirnova', other)]).toEqual([['tenant:slow'], ['tenant:quick']]);
  });

  it('always includes acknowledged changes, while lists change', async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const own = randomUUID();
      for (let n = 0; n < 10; n++) {
        await lists.add(own, person(`e${n}`, `Ivan Number${writer}x${n}`));
        await index.refresh();
        expect(found(`Ivan Number${writer}x${n}`, own)).toContain(`tenant:e${n}`);
      }
    });
    await Promise.all([...writers, lists.import(list, many(2_000))]);
    await index.refresh();
    expect(index.of(randomUUID(), [list]).entries).toBe(2_000);
  });

  it('continues after a failed refresh', async () => {
    await lists.import(list, [...many(600), person('last', 'Zacharias Quill')]);
    const transaction = database.transaction.bind(database);
    const broken = jest.spyOn(database, 'transaction').mockImplementation((work: any) =>
      transaction(async (sql) => {
        let asked = 0;
        const breaking = {
          query: (text: string, values?: unknown[]) => {
            if (++asked === 4) throw new Error('connection lost');
            return sql.query(text, values);
          },
        };
        return work(breaking);
      }),
    );
    await expect(index.refresh()).rejects.toThrow('connection lost');
    broken.mockRestore();
    await lists.import(list, [...many(600), person('new', 'Wendelin Frost')]);
    await index.refresh();
    expect(index.of(tenant, [list]).entries).toBe(601);
    expect([found('Wendelin Frost'), found('Zacharias Quill')]).toEqual([['shared:new'], []]);
  });
});

const many = (count: number) => Array.from({ length: count }, (_, n) => person(`e${n}`, `Example Number${n}`));

function added(tenantId: string, id: string, name: string): RecordedWatchlistEvent {
  return {
    id: randomUUID(),
    stream: ownListStream(tenantId),
    revision: 0,
    type: 'WatchlistEntriesAdded',
    data: {
      tenant_id: tenantId,
      entries: [{ ...person(id, name) }],
      actor: 'institution',
      added_at: new Date().toISOString(),
    },
  };
}
