import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { referenceSubject } from '../ingestion/event-reference';
import { wakeWaiting } from '../ingestion/wake-waiting';
import { ANY } from '../testing/any-transaction';
import { manyEvents } from '../testing/many-events';
import { TestPipeline } from '../testing/test-pipeline';
import { WatchedWrites } from '../testing/watched-writes';

const MANY = 20_000;
/** The largest batch: of new events, of a claim, or of events that are moved. */
const BATCH = 500;
const MOVE = /UPDATE pipeline.inbox i SET subject/;

async function round(pipeline: TestPipeline): Promise<boolean> {
  const hasMore = await pipeline.round();
  await pipeline.lanes.idle(); // on a slow machine, work takes longer than a round
  return hasMore;
}

describe('events that wait for a customer', () => {
  let test: TestDatabase;
  let database: Database;
  let writes: WatchedWrites;
  let pipeline: TestPipeline;
  let other: TestPipeline;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await test.owner.query('DELETE FROM pipeline.inbox');
    writes = new WatchedWrites(database);
    pipeline = new TestPipeline(writes.database, test.owner);
    other = new TestPipeline(writes.database, test.owner);
    await other.customer(['calm']);
  });

  const fill = (account_ref: string, count: number, status: 'unresolved' | 'pending' = 'unresolved') =>
    manyEvents(test.owner, { tenant_id: pipeline.tenantId, account_ref }, count, status);
  const subjectOf = (value: string) => referenceSubject({ tenant_id: pipeline.tenantId, kind: 'account_ref', value });
  const wake = (customer: string, ...refs: string[]) =>
    writes.database.transaction((sql) => wakeWaiting(sql, refs.map(subjectOf), customer));
  const waiting = async (): Promise<number> => {
    const { rows } = await test.owner.query<{ events: number }>(
      'SELECT count(*)::int AS events FROM pipeline.inbox WHERE customer_id IS NULL',
    );
    return rows[0]!.events;
  };
  const statusOf = async (of: TestPipeline, id: string) => (await of.events.event(of.tenantId, id))!.status;
  const markedFor = async (customer: string): Promise<number> =>
    (await test.owner.query('SELECT FROM pipeline.subjects WHERE customer_id = $1', [customer])).rowCount ?? 0;

  it.each([
    ['a new event of the reference arrives', () => pipeline.ingest({ account_ref: 'later' })],
    ['the fact arrives', (customer: string) => wake(customer, 'later')],
  ])('are moved in batches when %s, and other tenants go on in between', async (_when, found) => {
    await fill('later', MANY);
    await found(await pipeline.customer(['later']));
    const [first] = await other.ingest({ account_ref: 'calm' });
    await round(pipeline);
    expect(await statusOf(other, first!)).toBe('processed');
    expect(await waiting()).toBeGreaterThan(MANY - 2 * BATCH);
    await round(pipeline);
    const [second] = await other.ingest({ account_ref: 'calm' });
    await round(pipeline);
    expect(await statusOf(other, second!)).toBe('processed');
    expect(await waiting()).toBeLessThan(MANY);
    expect(writes.largest).toBeLessThanOrEqual(BATCH);
  });

  it.each([
    ['knows nothing', () => Promise.resolve()],
    [
      'believes that the table is empty',
      async () => {
        await test.owner.execute('TRUNCATE pipeline.inbox');
        await test.owner.execute('VACUUM ANALYZE pipeline.inbox');
      },
    ],
    [
      'believes that no event waits',
      async () => {
        await manyEvents(
          test.owner,
          { tenant_id: randomUUID(), account_ref: 'x', customer_id: randomUUID() },
          500,
          'pending',
        );
        await test.owner.execute('ANALYZE pipeline.inbox');
      },
    ],
  ])('are moved without reading all of them when Postgres %s', async (_what, prepare) => {
    await prepare();
    await fill('later', MANY);
    const customer = await pipeline.customer(['later']);
    await wake(customer, 'later');
    for (let rounds = 0; rounds < 5; rounds++) await round(pipeline);
    await pipeline.ingest({ account_ref: 'unknown' });
    await round(pipeline);
    expect(await waiting()).toBeLessThan(MANY);
    expect(writes.mostRead).toBeLessThan(5 * BATCH);
  });

  it('are marked as unresolved in batches', async () => {
    await fill('unknown', 1_200, 'pending');
    await pipeline.drain();
    expect(writes.largest).toBeLessThanOrEqual(BATCH);
    const { rowCount } = await test.owner.query("SELECT FROM pipeline.inbox WHERE status = 'unresolved'");
    expect(rowCount).toBe(1_200);
  });

  it('are processed in the order in which they arrived, and before later events of the customer', async () => {
    pipeline.setRules([ANY]);
    const payloads = Array.from({ length: 700 }, (_, n) => ({ account_ref: n % 10 === 0 ? 'b' : 'a' }));
    const arrived = await pipeline.ingest(...payloads);
    await pipeline.drain();
    const customer = await pipeline.customer(['a', 'b', 'c']);
    await wake(customer, 'a', 'b', 'c');
    do arrived.push(...(await pipeline.ingest({ account_ref: 'c' }, { account_ref: 'a' })));
    while ((await round(pipeline)) && (await waiting()) > 0);
    arrived.push(...(await pipeline.ingest({ account_ref: 'b' }, { account_ref: 'c' })));
    await pipeline.drain();
    expect(pipeline.reported.map(({ event_id }) => event_id)).toEqual(arrived);
    expect(arrived.length).toBeGreaterThan(705); // events arrived between the batches
    expect(await markedFor(customer)).toBe(0);
  });

  it('are all moved, in their order, although a process dies in the middle of a batch', async () => {
    pipeline.setRules([ANY]);
    const arrived = await pipeline.ingest(...Array.from({ length: 600 }, () => ({ account_ref: 'later' })));
    await pipeline.drain();
    await wake(await pipeline.customer(['later']), 'later');
    await round(pipeline);
    writes.onWrite = (statement) => {
      if (MOVE.test(statement)) throw new Error('Connection terminated');
    };
    await expect(pipeline.round()).rejects.toThrow('Connection terminated');
    expect(await waiting()).toBe(600 - 250);

    const next = pipeline.another(database);
    await pipeline.letLeasesRunOut();
    await next.drain();
    expect([...pipeline.reported, ...next.reported].map(({ event_id }) => event_id)).toEqual(arrived);
  });

  it('of one customer are moved by one process after the other', async () => {
    pipeline.setRules([ANY]);
    const arrived = await pipeline.ingest(...Array.from({ length: 600 }, (_, n) => ({ account_ref: 'ab'[n % 2] })));
    await pipeline.drain();
    await wake(await pipeline.customer(['a', 'b']), 'a', 'b');
    await test.owner.query("UPDATE pipeline.inbox SET status = 'unresolved' WHERE subject = $1", [subjectOf('b')]);
    const [first, second] = [pipeline, pipeline.another(database)];
    const reported: string[] = [];
    for (const one of [first, second]) one.onReport = ({ event_id }) => void reported.push(event_id!);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const moved = new Promise<void>((resolve) => {
      writes.onWrite = (statement) => {
        if (!MOVE.test(statement)) return;
        resolve();
        return released;
      };
    });
    const firstRound = round(first);
    await moved;
    arrived.push(...(await second.ingest({ account_ref: 'b' })));
    let isOver = false;
    const secondRounds = (async () => (await round(second)) && (await round(second)))().finally(() => (isOver = true));
    while (!isOver && !(await isWaitingForLock()));
    release();
    await Promise.all([firstRound, secondRounds]);
    while ((await Promise.all([round(first), round(second)])).includes(true));
    expect(reported).toEqual(arrived);
  });

  const isWaitingForLock = async (): Promise<boolean> => {
    const { rowCount } = await test.owner.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return (rowCount ?? 0) > 0;
  };

  it('keep their order when several processes move them', async () => {
    pipeline.setRules([ANY]);
    const refs = ['a', 'b'];
    const arrived = await pipeline.ingest(...Array.from({ length: 800 }, (_, n) => ({ account_ref: refs[n % 2] })));
    await pipeline.drain();
    await wake(await pipeline.customer(refs), ...refs);
    const processes = [pipeline, pipeline.another(database), pipeline.another(database)];
    const reported: string[] = [];
    for (const one of processes) one.onReport = ({ event_id }) => void reported.push(event_id!);
    while ((await Promise.all(processes.map(round))).includes(true));
    await Promise.all(processes.map((one) => one.drain()));
    expect(reported).toEqual(arrived);
  });

  it('of one tenant leave room in a batch for those of another', async () => {
    await fill('busy', MANY);
    await wake(await pipeline.customer(['busy']), 'busy');
    const waits = await other.ingest(...Array.from({ length: 20 }, () => ({ account_ref: 'new' })));
    const customer = await other.customer(['new']);
    await round(pipeline); // moves
    await round(pipeline); // processes
    expect(await Promise.all(waits.map((id) => statusOf(other, id)))).toEqual(waits.map(() => 'processed'));
    expect((await other.events.event(other.tenantId, waits[0]!))!.customer_id).toBe(customer);
  });

  it('of an erased customer are not given to it', async () => {
    const [id] = await pipeline.ingest({ account_ref: 'gone' });
    await pipeline.drain();
    const customer = await pipeline.customer(['gone']);
    await wake(customer, 'gone');
    await test.owner.query('UPDATE customer_risk.customers SET erased_at = now() WHERE id = $1', [customer]);
    await test.owner.query('DELETE FROM customer_risk.customer_account_refs WHERE customer_id = $1', [customer]);
    await pipeline.drain();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({
      status: 'unresolved',
      customer_id: null,
    });
  });

  it('a failed event with many behind it is put off without writing them', async () => {
    pipeline.setRules([ANY]);
    pipeline.onReport = () => {
      throw new Error('customer-risk failed');
    };
    const customer_id = await pipeline.customer(['acc']);
    const { tenantId: tenant_id } = pipeline;
    await manyEvents(test.owner, { tenant_id, account_ref: 'acc', customer_id }, MANY, 'pending');
    while (await round(pipeline));
    expect(writes.largest).toBeLessThanOrEqual(BATCH);
    const { rows } = await test.owner.query<{ attempts: number; events: number }>(
      'SELECT attempts, count(*)::int AS events FROM pipeline.inbox GROUP BY attempts ORDER BY attempts',
    );
    expect(rows).toEqual([
      { attempts: 0, events: MANY - 1 },
      { attempts: 1, events: 1 },
    ]);
  });
});
