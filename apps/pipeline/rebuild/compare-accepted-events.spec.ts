import { randomUUID } from 'node:crypto';
import { ingestionStream } from '@probity/contracts/pipeline/ingestion-events';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import { inOwnStream } from '../ingestion/in-own-stream';
import { AcceptedEventsScene, EVENT_STORES } from '../testing/accepted-events-scene';
import type { TestPipeline } from '../testing/test-pipeline';

let scene: AcceptedEventsScene;
beforeAll(async () => {
  scene = await AcceptedEventsScene.open();
});
afterAll(() => scene.end());

const INBOX = 'pipeline.inbox';
const OUTCOMES = 'pipeline.processed_events';

/** Of a customer's first transaction, which has a counterparty. */
const ONE = `event_id = (SELECT event_id FROM ${OUTCOMES} WHERE counterparty IS NOT NULL)`;
const CHANGES: Record<string, string> = {
  event_type: "'onboarding'",
  customer_id: 'gen_random_uuid()',
  payload: `'{"transaction_id":"a third one"}'`,
  stages: "'[]'",
  alert_ids: "'{}'",
  duplicate_of: 'gen_random_uuid()',
  received_at: "received_at - interval '1 second'",
  processed_at: "processed_at - interval '1 second'",
  occurred_at: "occurred_at - interval '1 second'",
  transaction_id: "'other'",
  amount: 'amount + 1',
  comparable: 'NOT comparable',
  currency: "'XXX'",
  direction: "CASE direction WHEN 'inbound' THEN 'outbound' ELSE 'inbound' END",
  method: "CASE method WHEN 'cash' THEN 'wire' ELSE 'cash' END",
  counterparty: "'name:other'",
  counterparty_country: "'FR'",
  channel: "'other'",
  account_ref: "'other'",
};

describe.each(EVENT_STORES)('a verification of accepted events, with events in %s', (_name, open) => {
  let pipeline: TestPipeline;
  let customer: string;
  beforeEach(async () => {
    await scene.begin(open);
    ({ pipeline } = scene);
    customer = await scene.fill();
  });

  const verify = (): Promise<ReadSideVerification> => scene.verify();

  it('finds nothing when the rows are what the events say', async () => {
    expect(await verify()).toMatchObject({ verified: true, differences: 0, done: true });
  });

  it('finds each changed column of an outcome, and names the event of the event store', async () => {
    const columns = await scene.owner.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${OUTCOMES}'::regclass AND attnum > 0
         AND attname NOT IN ('event_id', 'tenant_id', 'recorded')`,
    );
    expect(columns.rows.map(({ name }) => name).sort()).toEqual(Object.keys(CHANGES).sort());
    const changes = Object.entries(CHANGES).map(([column, value]) => `${column} = ${value}`);
    await scene.owner.query(`UPDATE ${OUTCOMES} SET ${changes.join(', ')} WHERE ${ONE}`);
    const { tables } = await verify();
    const found = tables.flatMap(({ first }) => first);
    expect([...new Set(found.flatMap(({ fields }) => fields))].sort()).toEqual(Object.keys(CHANGES).sort());
    expect(found.map(({ stream }) => stream)).toEqual([
      expect.stringMatching(/^ingestion-/),
      expect.stringMatching(/^ingestion-/),
    ]);
  });

  it.each([
    ['payload', `'{"transaction_id":"other"}'`],
    ['event_type', "'onboarding'"],
    ['received_at', "received_at - interval '1 second'"],
    ['actor', "'other'"],
    ['actor_name', "'other'"],
  ])('finds a changed %s of an event that waits', async (column, value) => {
    await scene.owner.query(`UPDATE ${INBOX} SET ${column} = ${value}`);
    const { tables } = await verify();
    expect(tables).toEqual([
      expect.objectContaining({ table: INBOX, changed: 1, first: [expect.objectContaining({ fields: [column] })] }),
    ]);
  });

  it.each([
    ['due_at', "due_at = 'infinity'"],
    ['due_at', "due_at = now() + interval '1 year'"],
    ['status', "status = 'dead'"],
    ['status', "status = 'unresolved'"],
    ['subject', "subject = subject || 'x'"],
    ['customer_id', 'customer_id = gen_random_uuid()'],
  ])('finds a changed %s that keeps an event from being processed', async (column, change) => {
    await pipeline.ingest({ account_ref: 'known' });
    await scene.owner.query(`UPDATE ${INBOX} SET ${change} WHERE customer_id IS NOT NULL`);
    const { tables } = await verify();
    expect(tables).toEqual([
      expect.objectContaining({
        table: INBOX,
        changed: 1,
        first: [expect.objectContaining({ fields: expect.arrayContaining([column]) })],
      }),
    ]);
  });

  it('finds a row of another tenant with the id of an event', async () => {
    await scene.owner.query(
      `INSERT INTO ${OUTCOMES} (event_id, tenant_id, event_type, customer_id, payload, stages, alert_ids, received_at,
         processed_at, occurred_at, recorded)
       SELECT event_id, gen_random_uuid(), event_type, customer_id, payload, stages, alert_ids, received_at, processed_at,
         occurred_at, true FROM ${OUTCOMES} WHERE ${ONE}`,
    );
    const { tables } = await verify();
    expect(tables).toEqual([expect.objectContaining({ table: OUTCOMES, unexplained: 1 })]);
  });

  it('finds a changed outcome that says it is of an earlier version', async () => {
    await scene.owner.query(`UPDATE ${OUTCOMES} SET stages = '[]', recorded = false WHERE ${ONE}`);
    const { tables } = await verify();
    expect(tables).toEqual([expect.objectContaining({ table: OUTCOMES, changed: 1 })]);
  });

  it('finds a destroyed key of a customer who was not erased', async () => {
    await scene.owner.query('UPDATE privacy.data_keys SET sealed_key = NULL, destroyed_at = now() WHERE subject = $1', [
      customer,
    ]);
    expect((await verify()).unprojected).toBeGreaterThan(0);
  });

  it('finds a destroyed key of an event that had no customer when it was accepted', async () => {
    const { rowCount } = await scene.owner.query(
      `UPDATE privacy.data_keys SET sealed_key = NULL, destroyed_at = now()
       WHERE kind = 'event' AND subject IN (SELECT event_id FROM ${OUTCOMES})`,
    );
    scene.pipeline = pipeline.another(); // which has no key in memory
    expect(await verify()).toMatchObject({ unprojected: rowCount });
  });

  it('finds a changed payload behind a copy of the event in the inbox', async () => {
    const columns = 'event_id, tenant_id, event_type, payload, received_at, recorded';
    await scene.owner.query(
      `INSERT INTO ${INBOX} (subject, status, due_at, ${columns})
       SELECT 'customer:' || customer_id, 'pending', '2999-01-01', ${columns} FROM ${OUTCOMES} WHERE ${ONE}`,
    );
    await scene.owner.query(`UPDATE ${OUTCOMES} SET payload = '{"transaction_id":"other"}' WHERE ${ONE}`);
    const { tables } = await verify();
    expect(tables.flatMap(({ first }) => first.flatMap(({ fields }) => fields))).toContain('payload');
  });

  it('names what was sealed with a key whose row was changed, and compares the rest', async () => {
    await scene.owner.query("UPDATE privacy.data_keys SET sealed_key = 'changed' WHERE subject = $1", [customer]);
    await scene.owner.query(`UPDATE ${OUTCOMES} SET stages = '[]' WHERE customer_id <> $1`, [customer]);
    scene.pipeline = pipeline.another();
    const found = await verify();
    expect(found.unprojected).toBeGreaterThan(0);
    expect(found.tables).toEqual([expect.objectContaining({ table: OUTCOMES, changed: 2 })]);
  });

  it('finds what is missing', async () => {
    await scene.owner.query(`DELETE FROM ${INBOX}`);
    await scene.owner.query(`DELETE FROM ${OUTCOMES} WHERE counterparty IS NOT NULL`);
    const { tables } = await verify();
    expect(tables).toEqual([
      expect.objectContaining({ table: INBOX, missing: 2 }),
      expect.objectContaining({ table: OUTCOMES, missing: 1 }),
    ]);
  });

  it('finds what no event explains', async () => {
    const columns = 'tenant_id, event_type, payload, received_at, recorded';
    await scene.owner.query(
      `INSERT INTO ${INBOX} (event_id, subject, status, due_at, ${columns})
       SELECT $1, 'x', 'unresolved', now(), ${columns} FROM ${INBOX}`,
      [randomUUID()],
    );
    const others = 'customer_id, stages, alert_ids, occurred_at, processed_at';
    await scene.owner.query(
      `INSERT INTO ${OUTCOMES} (event_id, ${columns}, ${others})
       SELECT gen_random_uuid(), ${columns}, ${others} FROM ${OUTCOMES} LIMIT 2`,
    );
    const { tables } = await verify();
    expect(tables).toEqual([
      expect.objectContaining({ table: INBOX, unexplained: 1 }),
      expect.objectContaining({ table: OUTCOMES, unexplained: 2, changed: 0, missing: 0 }),
    ]);
  });

  it('expects of an erased customer what its erasure left', async () => {
    await scene.erase(customer);
    ({ pipeline } = scene);
    expect(await verify()).toMatchObject({ verified: true, erased: 2 });
    await scene.owner.query(`UPDATE ${OUTCOMES} SET amount = amount + 1 WHERE customer_id = $1`, [customer]);
    expect(await verify()).toMatchObject({ verified: false, differences: 2 });
  });

  it('does not take an emptied row for an erased one', async () => {
    await scene.owner.query(`UPDATE ${OUTCOMES} SET payload = '{}', stages = '[]' WHERE ${ONE}`);
    expect(await verify()).toMatchObject({ verified: false });
  });

  it('leaves out rows of an earlier version until they are in events', async () => {
    await scene.owner.query(`UPDATE ${INBOX} SET recorded = false`);
    await scene.owner.query(`UPDATE ${OUTCOMES} SET recorded = false`);
    await scene.forgetEvents();
    expect(await verify()).toMatchObject({ verified: true });
  });

  it('accepts a second outcome of an event, which was not stored, with events in EventStoreDB only', async () => {
    const { event_id, tenant_id, customer_id, event_type }: any = (
      await scene.owner.query(`SELECT * FROM ${OUTCOMES} WHERE ${ONE}`)
    ).rows[0]!;
    const at = new Date().toISOString();
    const times = { received_at: at, occurred_at: at, processed_at: at };
    const item = { event_id, customer_id, event_type, ...times, alert_ids: [], content: '[]' };
    const first = inOwnStream({ type: 'EventsProcessed', data: { tenant_id, events: [item] } });
    await pipeline.ingestion.events.beginStreams([first], () => Promise.resolve());
    expect(await verify()).toMatchObject({ verified: !scene.store.isAtomic });
  });

  it('names what cannot be read, and compares the others', async () => {
    const batch_id = randomUUID();
    const stream = ingestionStream(batch_id);
    const data = { batch_id, tenant_id: pipeline.tenantId, events: 7 };
    await scene.store.beginStreams([{ stream, event: { id: randomUUID(), type: 'EventsProcessed', data } }], () =>
      Promise.resolve(),
    );
    expect(await verify()).toMatchObject({
      verified: false,
      unprojected: 1,
      first_unprojected: [stream],
      differences: 0,
    });
  });
});
