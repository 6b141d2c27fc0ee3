import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ANY } from '../testing/any-transaction';
import { TestPipeline } from '../testing/test-pipeline';
import { DueSubjects } from './due-subjects';

let test: TestDatabase;
let database: Database;
let pipeline: TestPipeline;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.owner.query('DELETE FROM pipeline.inbox');
  pipeline = new TestPipeline(database, test.owner);
  pipeline.setRules([ANY]);
});

const outcome = async (id: string) => (await pipeline.events.event(pipeline.tenantId, id))!;
const known = async (customerId: string) => {
  const { rows } = await test.owner.query<{ transaction_count: string; version: string; claim: string | null }>(
    'SELECT transaction_count, version, claim FROM pipeline.subjects WHERE subject = $1',
    [`customer:${customerId}`],
  );
  return { ...rows[0]!, counted: Number(rows[0]!.transaction_count) };
};

/** A database whose connections fail after `die`, as when the process dies. */
function dying(): { database: Database; die: () => void } {
  let isDead = false;
  const methods = ['transaction', 'query'];
  const mortal = new Proxy(database, {
    get(target, key: string) {
      const value = Reflect.get(target, key) as unknown;
      if (typeof value !== 'function') return value;
      if (isDead && methods.includes(key)) return () => Promise.reject(new Error('Connection terminated'));
      return value.bind(target) as unknown;
    },
  });
  return { database: mortal, die: () => (isDead = true) };
}

it('no transaction is open and no row is locked while findings are reported', async () => {
  const customer = await pipeline.customer(['acc']);
  await pipeline.ingest({ account_ref: 'acc' });
  const seen: unknown[] = [];
  pipeline.onReport = async () => {
    const { rows } = await test.owner.query<{ open: string }>(
      `SELECT count(*) AS open FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'test-%pipeline' AND xact_start IS NOT NULL`,
    );
    const subjects = await test.owner.query('SELECT FROM pipeline.subjects WHERE subject = $1 FOR UPDATE NOWAIT', [
      `customer:${customer}`,
    ]);
    const inbox = await test.owner.query('SELECT FROM pipeline.inbox FOR UPDATE NOWAIT');
    seen.push({ open: rows[0]!.open, subjects: subjects.rowCount, inbox: inbox.rowCount });
  };
  await pipeline.drain();
  expect(seen).toEqual([{ open: '0', subjects: 1, inbox: 1 }]);
  expect(await known(customer)).toMatchObject({ counted: 1, claim: null });
});

it('after a crash before the outcome is stored, alerts are reported again and each event counts once', async () => {
  const customer = await pipeline.customer(['acc']);
  const { database: mortal, die } = dying();
  const dead = pipeline.another(mortal);
  const [first, second] = await pipeline.ingest({ account_ref: 'acc' }, { account_ref: 'acc' });
  dead.onReport = () => die();
  await expect(dead.round()).rejects.toThrow('Connection terminated');
  expect(dead.reported).toHaveLength(2);

  await pipeline.drain();
  expect(pipeline.reported).toEqual([]); // the lease of the dead process has not run out
  expect(await outcome(first!)).toMatchObject({ status: 'pending', attempts: 0 });

  await pipeline.letLeasesRunOut();
  await pipeline.drain();
  expect(pipeline.reported).toEqual(dead.reported);
  for (const id of [first!, second!]) expect(await outcome(id)).toMatchObject({ status: 'processed' });
  expect(await known(customer)).toMatchObject({ counted: 2, version: '2' }); // one by one
});

it('a process that paused until its lease ran out stores nothing', async () => {
  const customer = await pipeline.customer(['acc']);
  const zombie = pipeline.another();
  const [id] = await pipeline.ingest({ account_ref: 'acc' });
  let pause: Promise<void> | undefined;
  const paused = async () => {
    await pipeline.letLeasesRunOut();
    await pipeline.drain();
    await pipeline.ingest({ account_ref: 'acc' });
    await pipeline.drain();
  };
  zombie.onReport = () => (pause = paused());
  await zombie.round();
  await pause; // on a slow machine, the round ends when it notices the lost lease, before the report does
  expect(zombie.reported[0]!.alerts).toEqual(pipeline.reported[0]!.alerts);
  expect(await outcome(id!)).toMatchObject({ status: 'processed' });
  expect(await known(customer)).toMatchObject({ counted: 2, version: '2', claim: null });

  zombie.onReport = () => {};
  await pipeline.ingest({ account_ref: 'acc' });
  await zombie.drain();
  expect(await known(customer)).toMatchObject({ counted: 3, version: '3' });
});

it('a process that paused while another process took over its claim stores nothing', async () => {
  const customer = await pipeline.customer(['acc']);
  const zombie = pipeline.another();
  await pipeline.ingest({ account_ref: 'acc' });
  let zombieEnds!: () => void;
  const zombieWaits = new Promise<void>((resolve) => (zombieEnds = resolve));
  let zombieReported!: () => void;
  const zombieIsThere = new Promise<void>((resolve) => (zombieReported = resolve));
  zombie.onReport = () => {
    zombieReported();
    return zombieWaits;
  };
  const round = zombie.round();
  await zombieIsThere;
  await pipeline.letLeasesRunOut();
  pipeline.onReport = async () => {
    zombieEnds();
    await round;
    expect(await known(customer)).toMatchObject({ counted: 0, version: '0' });
  };
  await pipeline.drain();
  expect(await known(customer)).toMatchObject({ counted: 1, version: '1', claim: null });
});

it('a customer whose report takes long does not delay the outcomes of the others in the round', async () => {
  const [slow, quick] = [await pipeline.customer(['slow']), await pipeline.customer(['quick'])];
  const [slowId, quickId] = await pipeline.ingest({ account_ref: 'slow' }, { account_ref: 'quick' });
  pipeline.onReport = async ({ customer_id }) => {
    while (customer_id === slow && (await outcome(quickId!)).status !== 'processed');
  };
  await pipeline.drain();
  expect(await outcome(slowId!)).toMatchObject({ status: 'processed' });
  expect(await known(quick)).toMatchObject({ counted: 1, claim: null });
});

it('a new event behind one that waits for its retry is not due, so that it hides no events of others', async () => {
  await pipeline.customer(['acc']);
  await pipeline.ingest({ account_ref: 'acc' });
  pipeline.onReport = () => {
    throw new Error('customer-risk failed');
  };
  await pipeline.drain();
  const [later] = await pipeline.ingest({ account_ref: 'acc' });
  expect(await new DueSubjects(database).next({ tenants: [], subjects: [] })).toEqual([]);
  pipeline.onReport = () => {};
  await pipeline.letTimePass();
  await pipeline.drain();
  expect(await outcome(later!)).toMatchObject({ status: 'processed' });
});
