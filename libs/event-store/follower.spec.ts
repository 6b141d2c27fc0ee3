import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { NO_STREAM, type RecordedEvent } from './event-store';
import { Follower, type FollowerTurn } from './follower';
import { PostgresEventStore } from './postgres/postgres-event-store';
import { Troubles } from './troubles';

const lines: { level: number; msg: string }[] = [];
const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });

describe('a follower', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let stream: string;
  const followers: Follower[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    store = new PostgresEventStore(database.owner);
  });
  beforeEach(() => (stream = `follower${randomUUID()}-1`));
  afterEach(async () => {
    for (const follower of followers.splice(0)) await follower.stop();
  });
  afterAll(() => database.drop());

  function follow(
    name: string,
    handle: FollowerTurn['handle'],
    end: FollowerTurn['end'] = async () => {},
    troubles?: Troubles,
  ): Follower {
    const follower = prepare(name, handle, end, troubles);
    follower.start();
    return follower;
  }
  function prepare(
    name: string,
    handle: FollowerTurn['handle'],
    end: FollowerTurn['end'] = async () => {},
    troubles?: Troubles,
  ): Follower {
    const follower = new Follower({
      name,
      troubles,
      prefix: stream,
      store,
      database: database.owner,
      logger,
      begin: () => Promise.resolve({ handle, end }),
    });
    followers.push(follower);
    return follower;
  }
  const append = (revision: number, count = 1): Promise<RecordedEvent[]> => {
    const events = Array.from({ length: count }, () => ({ id: randomUUID(), type: 'Happened', data: {} }));
    return store.append(stream, revision, events, async () => {});
  };
  /** A handler that records the revisions that it received, and a function that waits for a number of them. */
  function keeper() {
    const seen: number[] = [];
    let wake = (): void => {};
    return {
      seen,
      handle: (events: RecordedEvent[]) => {
        seen.push(...events.map(({ revision }) => revision));
        wake();
        return Promise.resolve();
      },
      until: async (count: number) => {
        while (seen.length < count) await new Promise<void>((resolve) => (wake = resolve));
      },
    };
  }

  it('waits with an event until it may handle it, and ends while it waits', async () => {
    const handledAt: number[] = [];
    const followed = keeper();
    const from = Date.now() + 400;
    const options = { prefix: stream, store, database: database.owner, logger, end: () => Promise.resolve() };
    const late = (name: string, followedFrom: (event: RecordedEvent) => number) => {
      const handle = (events: RecordedEvent[]): Promise<void> => {
        handledAt.push(Date.now());
        return followed.handle(events);
      };
      const begin = () => Promise.resolve({ handle, end: options.end });
      const follower = new Follower({ ...options, name: `${stream}-${name}`, followedFrom, begin });
      followers.push(follower);
      follower.start();
      return follower;
    };
    await append(NO_STREAM);
    late('soon', () => from);
    await followed.until(1);
    expect(handledAt[0]).toBeGreaterThanOrEqual(from - 1);
    let hasRead = (): void => {};
    const reading = new Promise<void>((resolve) => (hasRead = resolve));
    const stopped = late('never', () => {
      hasRead();
      return Infinity;
    });
    await reading;
    await stopped.stop();
    expect(handledAt).toHaveLength(1);
  });

  it('says beforehand after which place it handles events', async () => {
    const said: [count: number, after: unknown][] = [];
    const followed = keeper();
    const begin = () => Promise.resolve({ handle: followed.handle, end: () => Promise.resolve() });
    const beforeFollowing = (after: unknown) => Promise.resolve(void said.push([followed.seen.length, after]));
    const start = () => {
      const around = { store, database: database.owner, logger, begin, beforeFollowing };
      const follower = new Follower({ ...around, prefix: stream, name: `${stream}-first` });
      followers.push(follower);
      return follower;
    };
    await append(NO_STREAM);
    await start().catchUp();
    await append(0);
    start().start();
    await followed.until(2);
    expect(said).toEqual([
      [0, undefined],
      [1, expect.anything()],
    ]);
    expect(followed.seen).toEqual([0, 1]);
  });

  it('logs one line for each change of its state, however often it tries', async () => {
    lines.splice(0);
    let isUp = false;
    let tries = 0;
    const subscribe = store.subscribe.bind(store);
    jest.spyOn(store, 'subscribe').mockImplementation((...parameters) => {
      if (isUp) return subscribe(...parameters);
      if (++tries === 3) isUp = true;
      throw new Error('no answer');
    });
    const { handle, until } = keeper();
    follow('away', handle);
    await append(NO_STREAM);
    await until(1);
    expect(tries).toBe(3);
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot follow the events; retrying', 'following the events']);
    jest.restoreAllMocks();
  });

  it('logs one line for each change that several followers share', async () => {
    lines.splice(0);
    const names = ['first', 'second', 'third'];
    const failed = new Set<string>();
    let isUp = false;
    const subscribe = store.subscribe.bind(store);
    jest.spyOn(store, 'subscribe').mockImplementation((prefix, after, signal, subscribed) => {
      if (isUp) return subscribe(prefix, after, signal, subscribed);
      throw new Error('no answer');
    });
    const troubles = new Troubles();
    jest.spyOn(troubles, 'begin').mockImplementation((name, error) => {
      isUp = failed.add(name).size === names.length;
      return Troubles.prototype.begin.call(troubles, name, error);
    });
    const keepers = names.map((name) => {
      const one = keeper();
      follow(name, one.handle, undefined, troubles);
      return one;
    });
    await append(NO_STREAM);
    await Promise.all(keepers.map(({ until }) => until(1)));
    expect(lines.map(({ msg }) => msg)).toEqual(['cannot follow the events; retrying', 'following the events']);
    jest.restoreAllMocks();
  });

  it('handles stored events and then new events, in order', async () => {
    await append(NO_STREAM, 2);
    const { seen, handle, until } = keeper();
    follow('in-order', handle);
    await until(2);
    await append(1, 3);
    await until(5);
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it('continues from its checkpoint when it is started again', async () => {
    await append(NO_STREAM, 2);
    const first = keeper();
    const follower = follow('again', first.handle);
    await first.until(2);
    await follower.stop();
    await append(1);
    const second = keeper();
    follow('again', second.handle);
    await second.until(1);
    expect(second.seen).toEqual([2]);
  });

  it('handles events again from its checkpoint after a handler failed', async () => {
    await append(NO_STREAM);
    const { seen, handle, until } = keeper();
    let failures = 1;
    follow('trouble', (events) => {
      if (failures-- > 0) throw new Error('not now');
      return handle(events);
    });
    await until(1);
    expect(seen).toEqual([0]);
  });

  it('is active in one process only; another process takes over when it stops', async () => {
    const ended: string[] = [];
    const [a, b] = [keeper(), keeper()];
    const first = follow('one', a.handle, async () => void ended.push('first'));
    await append(NO_STREAM);
    await a.until(1);
    const second = follow('one', b.handle);
    await append(0);
    await a.until(2);
    expect(second.state).not.toBe('active');
    await first.stop();
    expect(ended).toEqual(['first']);
    await append(1);
    await b.until(1);
    expect(second.state).toBe('active');
    expect([a.seen, b.seen]).toEqual([[0, 1], [2]]);
  });

  it('lets another process take over even if the end of its turn fails', async () => {
    const [a, b] = [keeper(), keeper()];
    const first = follow('unwell', a.handle, () => Promise.reject(new Error('cannot end')));
    await append(NO_STREAM);
    await a.until(1);
    await first.stop();
    follow('unwell', b.handle);
    await append(0);
    await b.until(1);
    expect(b.seen.at(-1)).toBe(1);
  });

  it('stops after the current batch also while it catches up', async () => {
    await append(NO_STREAM);
    const done: string[] = [];
    let letGo = (): void => {};
    const handling = new Promise<void>((begun) => {
      const follower = prepare('catches up', async () => {
        const held = new Promise<void>((go) => (letGo = go));
        begun();
        await held;
        done.push('handled');
      });
      void follower.catchUp();
    });
    await handling;
    const stopped = followers
      .at(-1)!
      .stop()
      .then(() => done.push('stopped'));
    await database.owner.ping();
    letGo();
    await stopped;
    expect(done).toEqual(['handled', 'stopped']);
  });

  it('lets another process take over even if the end of its turn fails after it caught up', async () => {
    await append(NO_STREAM);
    let ends = 0;
    const failing = () => (ends++ === 0 ? Promise.reject(new Error('the end fails')) : Promise.resolve());
    await prepare('fails to end', async () => {}, failing).catchUp();
    const lock = await database.owner.tryLock('follower fails to end');
    expect(lock).toBeDefined();
    lock!.release();
  });

  it('takes its lock again after losing it, and continues', async () => {
    const { handle, until } = keeper();
    follow('lost', handle);
    await append(NO_STREAM);
    await until(1);
    await database.owner.query(`
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND pid <> pg_backend_pid() AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await append(0);
    await until(2); // it has taken the lock again
  });
});
