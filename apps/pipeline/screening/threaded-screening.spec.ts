import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { pino } from 'pino';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { withDefaults } from '@probity/read-side/settings/default-settings';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { TestLists, person } from '../testing/test-lists';
import { CustomerScreening } from './customer-screening';
import type { RelatedSubject } from './subjects';
import { TenantPlaces } from './tenant-places';
import { NICE, ThreadedScreening } from './threaded-screening';
import { WatchlistIndex } from './watchlist-index';

const TENANT = '00000000-0000-4000-8000-000000000001';
const CUSTOMER = '00000000-0000-4000-8000-000000000002';
const SETTINGS = withDefaults({});
type Profile = Parameters<ThreadedScreening['screenProfile']>[2];
const named = (name: string): RelatedSubject[] => [{ role: 'counterparty', schema: 'Unknown', names: [name] }];

describe('screening in a thread', () => {
  let test: TestDatabase;
  let database: Database;
  let threaded: ThreadedScreening;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
    threaded = new ThreadedScreening(database.access, new Metrics(), pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await threaded.stop();
    await test.drop();
  });

  it('finds the same as without, against every change that was acknowledged', async () => {
    const lists = new TestLists(database);
    await lists.import('un', [person('1', 'Ivan Petrov'), person('2', 'Anna Kovacs')]);
    const inProcess = new CustomerScreening(new WatchlistIndex(database));
    await Promise.all([threaded.refresh(), inProcess.refresh()]);
    const about = [TENANT, CUSTOMER, named('Ivan Petrov'), SETTINGS] as const;
    const found = await threaded.screenTransaction(...about);
    expect(found.alerts).toHaveLength(1);
    expect(found).toEqual(await inProcess.screenTransaction(...about));

    await lists.import('un', [person('2', 'Anna Kovacs')], true);
    await threaded.refresh();
    expect((await threaded.screenTransaction(...about)).alerts).toEqual([]);
  });

  it('knows the lists in a new thread, also for callers that refreshed them in the one before', async () => {
    const lists = new TestLists(database);
    await lists.import('eu', [person('1', 'Otto Marrowbone')]);
    const restarted = new ThreadedScreening(database.access, new Metrics(), pino({ level: 'silent' }));
    const names = ['Otto Marrowbone', 'Clara Fenwick', 'Otto Marrowbone'];
    const found = await Promise.all(
      names.map((name) => restarted.screenTransaction(TENANT, CUSTOMER, named(name), SETTINGS)),
    );
    expect(found.map(({ alerts }) => alerts.length)).toEqual([1, 0, 1]);
    await restarted.stop();
    await expect(restarted.screenTransaction(TENANT, CUSTOMER, named('Ada'), SETTINGS)).rejects.toMatchObject({
      kind: 'overloaded',
    });
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('leaves the processors to requests', async () => {
    await threaded.refresh();
    const priorities = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
    expect(priorities.filter((priority) => priority === NICE)).toHaveLength(1);
    expect(getPriority(process.pid)).not.toBe(NICE);
  });

  it('stops when its caller no longer waits', async () => {
    const profile = {
      full_name: 'Ivan Petrov',
      beneficial_owners: [],
      related_parties: [],
      identity_documents: [],
    } as unknown as Profile;
    const screen = (until: number) => threaded.screenProfile(TENANT, CUSTOMER, profile, SETTINGS, until);
    const tooLate = { code: 'unavailable', message: 'screening took too long: 0 of 1 subjects' };
    await expect(screen(Date.now())).rejects.toMatchObject(tooLate);
    expect((await screen(Date.now() + 60_000)).evidence.subjects).toHaveLength(1);
  });

  it('fails with a definite error when its database cannot be reached', async () => {
    const access = { ...database.access, url: 'postgresql://127.0.0.1:1/none' };
    const unreachable = new ThreadedScreening(access, new Metrics(), pino({ level: 'silent' }));
    await expect(unreachable.refresh()).rejects.toMatchObject({ kind: 'overloaded', code: 'unavailable' });
    await unreachable.stop();
  });
});

describe('the places of a tenant', () => {
  it('are two; the others wait, in order', async () => {
    const places = new TenantPlaces();
    const log: string[] = [];
    const ends: (() => void)[] = [];
    const work = (name: string) => () => {
      log.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => places.run('a', work(name)));
    all.push(places.run('b', work('b1')));
    await Promise.resolve();
    expect(log).toEqual(['a1', 'a2', 'b1']);
    ends[0]!();
    await all[0];
    await new Promise(setImmediate);
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3']);
    while (ends.length > 0) {
      ends.shift()!();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(log.at(-1)).toBe('a4');
  });
});
