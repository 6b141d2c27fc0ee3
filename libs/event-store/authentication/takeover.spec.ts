import { randomUUID } from 'node:crypto';
import { tamper } from '../../../testing/tamper';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { store as eventStoreDb, database as besideEventStoreDb } from '../eventstoredb/testing/stored-events';
import { NO_STREAM } from '../event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { AuthenticatedService, NONE, newEvents } from './testing/authenticated';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const stores: [string, () => AuthenticatedService][] = [
  ['Postgres', () => new AuthenticatedService(new PostgresEventStore(test.owner), test.owner)],
  ['EventStoreDB', () => new AuthenticatedService(eventStoreDb, besideEventStoreDb.owner)],
];

describe.each(stores)('the takeover of older events on %s', (_name, create) => {
  let service: AuthenticatedService;
  let old: string;
  /** A stream that an older version began, and that both versions wrote to during an upgrade. */
  beforeEach(async () => {
    service = create();
    old = service.newStream();
    await service.smuggle(old, newEvents(2));
    await service.start();
    await service.store.append(old, 1, newEvents(1), NONE);
    await service.smuggle(old, newEvents(1), 2);
    await service.store.append(old, 3, newEvents(1), NONE);
  });
  const authentic = async (): Promise<boolean[]> => (await service.read(old)).map(({ data }) => data !== undefined);

  it('accepts events without MACs until it is complete, and then those from before', async () => {
    expect(await service.takeover().look()).toBe(false);
    expect(await authentic()).toEqual([true, true, true, true, true]);
    await service.takeOver();
    await service.smuggle(old, newEvents(1), 4);
    expect(await authentic()).toEqual([true, true, true, true, true, false]);
    const later = service.newStream();
    await service.smuggle(later, newEvents(1));
    expect(await service.damaged(later)).toEqual([0]);

    await service.start(); // in a new process
    expect(await service.takeover().look()).toBe(true);
    expect(await authentic()).toEqual([true, true, true, true, true, false]);
  });

  it('is not needed without events: then each one needs a MAC', async () => {
    const empty = await create().start();
    await empty.takeOver();
    const stream = empty.newStream();
    await empty.smuggle(stream, newEvents(1));
    expect(await empty.damaged(stream)).toEqual([0]);
  });

  it('continues where it ended, and records each stream once', async () => {
    const streams = Array.from({ length: 250 }, service.newStream);
    for (const stream of streams) await service.smuggle(stream, newEvents(1));
    const killed = new AbortController();
    const { below } = service;
    let records = 0;
    const dying = Object.assign(Object.create(below) as typeof below, {
      append: (...append: Parameters<typeof below.append>) => {
        if (append[0].startsWith('taken-over-') && ++records === 2) {
          killed.abort();
          throw new Error('killed');
        }
        return below.append(...append);
      },
    });
    const interrupted = service.takeover({ store: dying }).advance(killed.signal);
    await expect(interrupted).rejects.toMatchObject({ cause: { message: 'killed' } });
    expect(await service.takeover().look()).toBe(false);

    await service.start(); // in a new process
    await service.takeOver();
    const named: string[] = [];
    for await (const chunk of service.below.readStream(`taken-over-${service.name}`)) {
      for (const { data } of chunk) {
        const taken = (data as { streams: { stream: string }[] | number }).streams;
        if (typeof taken !== 'number') named.push(...taken.map(({ stream }) => stream));
      }
    }
    expect(named.sort()).toEqual([old, ...streams].sort());
    expect(await service.verify()).toMatchObject({ wrong_streams: 0, is_strict: true });
  });

  it('is done once by several instances', async () => {
    const takeovers = [service.takeover(), service.takeover(), service.takeover()];
    for (const takeover of takeovers) takeover.start();
    await service.authenticationComplete();
    await Promise.all(takeovers.map((takeover) => takeover.stop()));
    expect((await service.below.lastEvent(`taken-over-${service.name}`))!.revision).toBe(1);
  });

  it('is not undone, or done by another program, with events in its stream', async () => {
    const data = { service: service.name, streams: [{ stream: old, revision: 9, hash: '' }], taken_over_at: '' };
    await service.smuggle(`taken-over-${service.name}`, [{ id: randomUUID(), type: 'StreamsTakenOver', data }]);
    const complete = { ...data, streams: 0, completed_at: '' };
    const smuggled = [{ id: randomUUID(), type: 'TakeoverCompleted', data: complete }];
    await service.smuggle(`taken-over-${service.name}`, smuggled, 0);
    expect(await service.takeover().look()).toBe(false);
    await service.takeOver();
    await service.smuggle(`taken-over-${service.name}`, newEvents(1), 3);
    await service.start();
    expect(await service.takeover().look()).toBe(true);
    expect(await authentic()).toEqual([true, true, true, true, true]);
    expect(await service.verify()).toMatchObject({
      first_wrong: { stream: `taken-over-${service.name}`, revision: 0, problem: 'unmarked' },
    });
  });

  it('restores its rows when they are lost', async () => {
    await service.takeOver();
    await service.database.query('DELETE FROM event_store.taken_over_streams WHERE stream = $1', [old]);
    await service.start();
    await service.takeover().advance(new AbortController().signal);
    expect(await authentic()).toEqual([true, true, true, true, true]);
  });
});

describe('events that were taken over, in Postgres', () => {
  let service: AuthenticatedService;
  let old: string;
  beforeEach(async () => {
    service = new AuthenticatedService(new PostgresEventStore(test.owner), test.owner);
    old = service.newStream();
    await service.smuggle(old, newEvents(3));
    await service.start();
    await service.takeOver();
    expect(await service.verify()).toMatchObject({ wrong_streams: 0 });
  });

  it.each([
    ['were edited', "UPDATE event_store.events SET data = '{}' WHERE stream = $1 AND revision = 1", 2, 'older_changed'],
    ['lack the last one', 'DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', 2, 'missing'],
    ['are all gone', 'DELETE FROM event_store.events WHERE stream = $1', 0, 'missing'],
  ])('are found when they %s', async (_how, sql, revision, problem) => {
    await tamper(test.owner, sql, old);
    expect(await service.verify()).toMatchObject({ wrong_streams: 1, first_wrong: { stream: old, revision, problem } });
  });

  it('are not extended by a row that was changed', async () => {
    await service.smuggle(old, newEvents(1), 2);
    await test.owner.query('UPDATE event_store.taken_over_streams SET revision = 3 WHERE stream = $1', [old]);
    await service.start();
    await service.takeover().look();
    expect(await service.damaged(old)).toEqual([0, 1, 2, 3]);
    const { first_wrong } = await service.verify(); // restores the row
    expect(first_wrong).toEqual({ stream: old, revision: 3, problem: 'unmarked' });
    expect(await service.damaged(old)).toEqual([3]);
  });

  it('are read by a service that has the rights of its role only', async () => {
    const database = await test.as('probity_pipeline');
    const pipeline = Object.assign(new AuthenticatedService(new PostgresEventStore(database), database), {
      name: 'pipeline',
      prefix: 'watchlist-',
    });
    const stream = pipeline.newStream();
    await pipeline.smuggle(stream, newEvents(1));
    await pipeline.start();
    await pipeline.takeOver();
    expect(await pipeline.damaged(stream)).toEqual([]);
    const other = await database.query('SELECT FROM event_store.taken_over_streams WHERE stream = $1', [old]);
    expect(other.rowCount).toBe(0);
    await expect(pipeline.below.append('event-key-ledger', NO_STREAM, newEvents(1), NONE)).rejects.toThrow();
  });
});
