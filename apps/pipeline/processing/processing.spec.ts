import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { subjectsOfCustomer } from '../ingestion/event-reference';
import { wakeWaiting } from '../ingestion/wake-waiting';
import { TestPipeline } from '../testing/test-pipeline';

const rule = (condition: object, more: object = {}) => ({
  definition: {
    name: 'Many transactions',
    description: 'Counts.',
    reason: 'A rule for a test.',
    event_type: 'transaction',
    severity: 'high',
    alert_type: 'many',
    title: 'Many transactions',
    condition,
    ...more,
  },
});
const MANY = { gte: [{ aggregate: 'count', window: '30d' }, 3] };

describe('processing events', () => {
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
  });

  const outcome = async (id: string) => (await pipeline.events.event(pipeline.tenantId, id))!;
  const knownOf = async (customerId: string) => {
    const { rows } = await test.owner.query<{ transaction_count: string; version: string }>(
      "SELECT transaction_count, version FROM pipeline.subjects WHERE subject = 'customer:' || $1",
      [customerId],
    );
    return Number(rows[0]!.transaction_count);
  };

  it('gives every event one outcome with the evidence of each stage', async () => {
    const customer = await pipeline.customer(['acc']);
    const [id] = await pipeline.ingest({ account_ref: 'acc' });
    expect(await outcome(id!)).toMatchObject({ status: 'pending', customer_id: customer });
    await pipeline.drain();
    const processed = await outcome(id!);
    expect(processed).toMatchObject({ status: 'processed', customer_id: customer, alert_ids: [] });
    expect(processed.stages.map(({ stage, result }) => `${stage}: ${result}`)).toEqual([
      'resolve: resolved',
      'kyc: incomplete',
      'screening: nothing_to_screen',
      'monitoring: clear',
      'scoring: unchanged',
    ]);
  });

  it('counts a transaction once, however many events report it', async () => {
    const customer = await pipeline.customer(['acc', 'acc 2']);
    const [first] = await pipeline.ingest({ account_ref: 'acc', transaction_id: 't' });
    await pipeline.drain();
    const again = await pipeline.ingest(
      { account_ref: 'acc', transaction_id: 't' },
      { account_ref: 'acc 2', transaction_id: 't' },
      { account_ref: 'acc', transaction_id: 'u' },
      { account_ref: 'acc', transaction_id: 'u' },
    );
    await pipeline.drain();
    const views = await Promise.all(again.map(outcome));
    expect(views.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'processed', 'duplicate']);
    expect(views[0]!.duplicate_of).toBe(first);
    expect(views[3]!.duplicate_of).toBe(again[2]);
    expect(await knownOf(customer)).toBe(2);
  });

  it('raises alerts for matches of active rules, and derives their ids from event and rule', async () => {
    pipeline.setRules([rule(MANY), { ...rule(MANY), mode: 'shadow' }]);
    await pipeline.customer(['acc']);
    const ids = await pipeline.ingest(...[1, 2, 3, 4].map(() => ({ account_ref: 'acc' })));
    await pipeline.drain();
    expect(pipeline.reported.map(({ event_id }) => event_id)).toEqual(ids.slice(2));
    const third = await outcome(ids[2]!);
    expect(third.alert_ids).toEqual(pipeline.reported[0]!.alerts.map(({ alert_id }) => alert_id));
    const { result, evidence } = third.stages.find(({ stage }) => stage === 'monitoring')!;
    expect(result).toBe('alert');
    expect((evidence.hits as { result: string }[]).map((hit) => hit.result)).toEqual(['alert', 'shadow']);
  });

  it('stores which events rules in shadow mode matched', async () => {
    pipeline.setRules([rule(MANY), { ...rule(MANY), mode: 'shadow' }]);
    await pipeline.customer(['acc']);
    const ids = await pipeline.ingest(...[1, 2, 3, 4].map(() => ({ account_ref: 'acc' })));
    await pipeline.drain();
    const { rows } = await test.owner.query<{ rule_id: string; event_id: string; version: number }>(
      'SELECT rule_id, event_id, version FROM pipeline.shadow_hits WHERE rule_id = ANY($1)',
      [pipeline.ruleIds()],
    );
    const [, shadow] = pipeline.ruleIds();
    const hits = ids.slice(2).map((event_id) => ({ rule_id: shadow, event_id, version: 1 }));
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(expect.arrayContaining(hits));
  });

  it('raises no alert while an alert of the rule is younger than the cooldown', async () => {
    pipeline.setRules([rule(MANY, { cooldown: '24h' })]);
    await pipeline.customer(['acc']);
    const at = (hour: number) => ({
      account_ref: 'acc',
      occurred_at: new Date(Date.UTC(2026, 5, 1, hour)).toISOString(),
    });
    await pipeline.ingest(...[0, 1, 2, 3, 25, 26].map(at));
    await pipeline.drain();
    expect(pipeline.reported.map(({ occurred_at }) => occurred_at.slice(8, 13))).toEqual(['01T02', '02T02']);
  });

  it('keeps events that match no customer, and processes them first when a customer has the reference', async () => {
    const [waiting] = await pipeline.ingest({ account_ref: 'later' });
    await pipeline.drain();
    expect(await outcome(waiting!)).toMatchObject({ status: 'unresolved', customer_id: null });

    const customer = await pipeline.customer(['later']);
    expect(await pipeline.events.pendingOf(pipeline.tenantId, customer)).toMatchObject({ pending: 1 });
    const [after] = await pipeline.ingest({ account_ref: 'later' });
    await pipeline.drain();
    const [one, two] = await Promise.all([outcome(waiting!), outcome(after!)]);
    expect([one.status, two.status]).toEqual(['processed', 'processed']);
    expect(one.customer_id).toBe(customer);
    expect(await pipeline.events.pendingOf(pipeline.tenantId, customer)).toEqual({ pending: 0, newest: null });
  });

  it('assigns waiting events to a customer when it receives the fact', async () => {
    const [waiting] = await pipeline.ingest({ account_ref: 'told' });
    await pipeline.drain();
    const id = await pipeline.customer(['told']);
    const customer = { id, email: 'unknown@example.com', external_id: null, account_refs: ['told'] };
    const woken = await database.transaction((sql) =>
      wakeWaiting(sql, subjectsOfCustomer(pipeline.tenantId, customer), id),
    );
    expect(woken).toBe(1);
    await pipeline.drain();
    expect((await outcome(waiting!)).status).toBe('processed');
  });

  it('retries a failed event, then continues with the events behind it', async () => {
    pipeline.setRules([rule({ gte: [{ field: 'transaction.amount' }, 1000] })]);
    await pipeline.customer(['acc']);
    await pipeline.customer(['other']);
    pipeline.onReport = () => {
      throw new Error('the report failed');
    };
    const [bad] = await pipeline.ingest({ account_ref: 'acc', amount: '5000' });
    const [behind, neighbour] = await pipeline.ingest({ account_ref: 'acc' }, { account_ref: 'other' });
    await pipeline.drain();
    expect(await outcome(neighbour!)).toMatchObject({ status: 'processed' });
    expect(await outcome(behind!)).toMatchObject({ status: 'pending' });
    for (let tries = 0; tries < 4; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    expect(await outcome(bad!)).toMatchObject({ status: 'dead', attempts: 5, last_error: 'the report failed' });
    await pipeline.drain();
    expect(await outcome(behind!)).toMatchObject({ status: 'processed' });
  });

  it('processes each event once with several instances, and aggregates equal a recount', async () => {
    pipeline.setRules([rule({ gte: [{ aggregate: 'count', window: '366d' }, 1_000_000] })]);
    const customers = await Promise.all(Array.from({ length: 20 }, (_, n) => pipeline.customer([`acc ${n}`])));
    const payloads = Array.from({ length: 400 }, (_, n) => ({ account_ref: `acc ${(n * 7) % 20}` }));
    const instances = [pipeline, pipeline.another(), pipeline.another()];
    const [ids] = await Promise.all([
      pipeline.ingest(...payloads),
      ...instances.map(async (instance) => {
        for (let rounds = 0; rounds < 20; rounds++) await instance.round();
      }),
    ]);
    await Promise.all(instances.map((instance) => instance.drain()));
    await pipeline.drain(); // each instance may have stopped when the others held the rest
    const outcomes = (await Promise.all(ids.map(outcome))).map(({ status, last_error }) => ({ status, last_error }));
    expect(outcomes).toEqual(ids.map(() => ({ status: 'processed', last_error: null })));
    expect(await Promise.all(customers.map(knownOf))).toEqual(customers.map(() => 20));
  });

  it('reads the history again when another instance has processed events in between', async () => {
    pipeline.setRules([rule(MANY)]);
    await pipeline.customer(['acc']);
    const other = pipeline.another();
    for (const instance of [pipeline, other, pipeline]) {
      await pipeline.ingest({ account_ref: 'acc' });
      await instance.drain();
    }
    expect(pipeline.reported).toHaveLength(1);
    expect(other.reported).toHaveLength(0);
  });

  it('includes the events before an event that is reported late', async () => {
    pipeline.setRules([rule({ gte: [{ aggregate: 'count', window: '10d' }, 2] })]);
    await pipeline.customer(['acc']);
    const on = (day: number) => ({ account_ref: 'acc', occurred_at: new Date(Date.UTC(2026, 0, day)).toISOString() });
    for (const day of [1, 100, 5]) {
      await pipeline.ingest(on(day));
      await pipeline.drain();
    }
    expect(pipeline.reported.map(({ occurred_at }) => occurred_at)).toEqual(['2026-01-05T00:00:00.000Z']);
  });
});
