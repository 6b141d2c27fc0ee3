import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Lock } from '@probity/persistence/database';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { NO_STREAM } from './event-store';
import { PostgresEventStore } from './postgres/postgres-event-store';
import { CHECKPOINTS, SavedCheckpoint } from './saved-checkpoint';
import { StandbyWatch } from './standby-watch';

const INFO = 30;
const WARN = 40;

describe('a follower on standby', () => {
  let database: TestDatabase;
  let store: PostgresEventStore;
  let lock: Lock;
  let saved: SavedCheckpoint;
  let standby: StandbyWatch;
  let stream: string;
  let lines: { level: number; msg: string }[];
  let now: number;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = new PostgresEventStore(database.owner);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    stream = `standby${randomUUID()}-1`;
    [lines, now] = [[], Date.parse('2026-03-02T09:00:00Z')];
    saved = new SavedCheckpoint(database.owner, CHECKPOINTS, stream);
    lock = (await database.owner.tryLock(`follower ${stream}`))!;
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
    standby = new StandbyWatch(
      {
        name: stream,
        lock: `follower ${stream}`,
        prefix: stream,
        store,
        database: database.owner,
        logger,
        now: () => new Date(now),
      },
      saved,
      new AbortController().signal,
    );
  });
  afterEach(() => lock.release());

  let revision: number;
  beforeEach(() => (revision = NO_STREAM));
  const append = (name = stream, at = revision++) =>
    store.append(name, at, [{ id: randomUUID(), type: 'Happened', data: {} }], async () => {});
  /** Handles all events, as the active follower does. */
  const handle = async (): Promise<void> => {
    for await (const { checkpoint } of store.readToEnd(stream, await saved.read(), new AbortController().signal))
      await saved.save(checkpoint);
  };
  /** Looks every second of this time. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      await standby.look();
    }
  };

  it('says once that another session holds the lock and does not handle the events, and who that is', async () => {
    await append();
    await handle();
    await pass(30);
    await append();
    await pass(60);
    expect(standby.blocked).toBeUndefined();
    await pass(20);
    expect(now - standby.blocked!.since.getTime()).toBeGreaterThanOrEqual(60_000);
    const { rows } = await database.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (
        SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
    expect(standby.blocked!.problem).toMatch(
      new RegExp(`lock "follower ${stream}" does not handle them: pid ${rows[0]!.pid}, role .*pg_stat_activity`),
    );
    await pass(60);
    expect(lines.map(({ level }) => level)).toEqual([WARN]);

    await handle();
    await pass(10);
    expect(standby.blocked).toBeUndefined();
    expect(lines.map(({ level }) => level)).toEqual([WARN, INFO]);
  });

  it('says it also when no event was ever handled', async () => {
    await append();
    await pass(90);
    expect(standby.blocked).toBeDefined();
  });

  it.each([
    ['no events wait', async () => {}],
    ['events of other streams are stored', async () => void (await append(`other${randomUUID()}-1`, NO_STREAM))],
  ])('says nothing while %s', async (_what, meanwhile) => {
    await append();
    await handle();
    for (let minute = 0; minute < 5; minute++) {
      await meanwhile();
      await pass(60);
    }
    expect(standby.blocked).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('says nothing while the active process is slow, but moves', async () => {
    await append();
    for (let minute = 0; minute < 5; minute++) {
      await pass(55);
      await handle();
      await append();
    }
    expect(standby.blocked).toBeUndefined();
  });

  it('reads at most once in ten seconds while all is well', async () => {
    await append();
    await handle();
    const query = jest.spyOn(database.owner, 'query');
    await pass(100);
    const looks = query.mock.calls.filter(([text]) => text.includes('checkpoint')).length;
    query.mockRestore();
    expect(looks).toBe(10);
  });
});
