import { randomBytes, randomUUID } from 'node:crypto';
import { ALERT_FACTS as ALL_ALERT_FACTS } from '@probity/contracts/alerts/events';
import { CUSTOMER_FACTS as ALL_CUSTOMER_FACTS } from '@probity/contracts/customers/events';
import type { Fact } from '@probity/contracts/declaration/fact';
import { SEALED_FACTS } from '@probity/contracts/personal-data/sealed-facts';
import { createLogger } from '@probity/platform/logging';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { NO_STREAM } from '../event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { DataKeys } from './data-keys';
import { PersonalDataCodec } from './personal-data-codec';
import { NOT_SEALED, OLDER_TYPES, SealOlderEvents } from './seal-older-events';
import { SealingEventStore } from './sealing-event-store';

const COUNT = `SELECT count(*)::int AS count FROM event_store.events WHERE ${NOT_SEALED}`;
const ALERT_FACTS = ALL_ALERT_FACTS.filter(({ type }) => OLDER_TYPES.includes(type));
const CUSTOMER_FACTS = ALL_CUSTOMER_FACTS.filter(({ type }) => OLDER_TYPES.includes(type));
const NAME = /Amira|Haddad/;

let test: TestDatabase;
let codec: PersonalDataCodec;
beforeAll(async () => {
  test = await createTestDatabase();
  codec = new PersonalDataCodec(new DataKeys(test.owner, randomBytes(32)));
});
afterAll(() => test.drop());

const older = (): PostgresEventStore => new PostgresEventStore(test.owner);
const job = async (role?: string): Promise<SealOlderEvents> =>
  new SealOlderEvents('test', role ? await test.as(role) : test.owner, codec, createLogger('silent'));
const left = async (): Promise<number> => (await test.owner.query<{ count: number }>(COUNT)).rows[0]!.count;
const everything = async (): Promise<string> =>
  (await test.owner.query<{ data: string }>('SELECT data FROM event_store.events')).rows.map(({ data }) => data).join();

async function fill(facts: readonly Fact[], prefix: string): Promise<string> {
  const stream = `${prefix}${randomUUID()}`;
  const events = facts.map(({ type, example }) => ({ id: randomUUID(), type, data: example }));
  await older().append(stream, NO_STREAM, events, () => Promise.resolve());
  return stream;
}

describe('events of older versions', () => {
  it('are sealed, each service its own, and read as before', async () => {
    const customer = await fill(CUSTOMER_FACTS, 'customer-');
    const alert = await fill(ALERT_FACTS, 'alert-');
    const before = await Promise.all([customer, alert].map((stream) => all(older(), stream)));
    expect(await everything()).toMatch(NAME);
    expect(await (await job('probity_pipeline')).sealAll()).toBe(0);
    expect(await left()).toBe(CUSTOMER_FACTS.length + ALERT_FACTS.length);
    expect(await (await job('probity_customer_risk')).sealAll()).toBe(CUSTOMER_FACTS.length + ALERT_FACTS.length);
    expect(await left()).toBe(0);
    expect(await everything()).not.toMatch(NAME);
    const sealing = new SealingEventStore(older(), codec);
    expect(await Promise.all([customer, alert].map((stream) => all(sealing, stream)))).toEqual(before);
    const { rows } = await test.owner.query('SELECT name FROM privacy.overwritten_tables');
    expect(rows).toEqual([{ name: 'event_store.events' }]);
  });

  it('are sealed, although another program wrote events that cannot be', async () => {
    const data = ['{"tenant_id":"x","profile":{"email":"a"}}', '{"customer_id":{"toString":1}}', 'null', '[]', '{}'];
    for (const [revision, one] of data.entries()) {
      const insert =
        "INSERT INTO event_store.events VALUES ('customer-foreign', $1, gen_random_uuid(), 'CustomerCreated', $2)";
      await test.owner.query(insert, [revision, one]);
    }
    const customer = await fill(CUSTOMER_FACTS, 'customer-');
    const of = 'SELECT data FROM event_store.events WHERE stream = $1 ORDER BY revision';
    await (await job()).sealAll();
    expect((await test.owner.query<{ data: string }>(of, [customer])).rows.map((row) => row.data).join()).not.toMatch(
      NAME,
    );
    expect(
      (await test.owner.query<{ data: string }>(of, ['customer-foreign'])).rows.map((row) => row.data).slice(0, 2),
    ).toEqual(data.slice(0, 2));
    await test.owner.transaction(async (sql) => {
      await sql.query('SET LOCAL session_replication_role = replica');
      await sql.query('DELETE FROM event_store.events');
    });
  });

  it('keep their place for readers of all streams', async () => {
    const order = 'SELECT id, position, transaction_id FROM event_store.events ORDER BY transaction_id, position';
    await fill(CUSTOMER_FACTS, 'customer-');
    const { rows: before } = await test.owner.query(order);
    await (await job()).sealAll();
    expect((await test.owner.query(order)).rows).toEqual(before);
  });

  it('are sealed once by two jobs at the same time, also when more than one batch is left', async () => {
    for (let n = 0; n < 60; n++) await fill(CUSTOMER_FACTS, 'customer-');
    const [one, other] = await Promise.all([(await job()).sealAll(), (await job()).sealAll()]);
    expect(one + other).toBe(60 * CUSTOMER_FACTS.length);
    expect(await left()).toBe(0);
  });

  it('that were damaged stay as they are and do not stop the others', async () => {
    const damaged = await fill(CUSTOMER_FACTS.slice(0, 1), 'customer-0');
    await test.owner.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await test.owner.query("UPDATE event_store.events SET data = data || ' ' WHERE stream = $1", [damaged]);
    await test.owner.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    await fill(CUSTOMER_FACTS, 'customer-');
    expect(await (await job()).sealAll()).toBe(CUSTOMER_FACTS.length);
    expect(await left()).toBe(1);
  });

  it('that Postgres rejects do not stop the others', async () => {
    const before = await left();
    const data = { ...CUSTOMER_FACTS[0]!.example, kyc_status: 'no\u0000status' };
    const events = [{ id: randomUUID(), type: 'CustomerCreated', data }];
    await older().append(`customer-1${randomUUID()}`, NO_STREAM, events, () => Promise.resolve());
    await fill(CUSTOMER_FACTS, 'customer-');
    expect(await (await job()).sealAll()).toBe(CUSTOMER_FACTS.length);
    expect(await left()).toBe(before + 1);
  });

  it('use the index of what is left', async () => {
    const { rows } = await test.owner.query<{ def: string }>(
      "SELECT pg_get_expr(indpred, indrelid) AS def FROM pg_index WHERE indexrelid = 'event_store.events_not_sealed'::regclass",
    );
    const types = [...rows[0]!.def.matchAll(/'([A-Z]\w+)'::text/g)].map(([, type]) => type);
    expect(types.toSorted()).toEqual(OLDER_TYPES.toSorted());
    expect(OLDER_TYPES.filter((type) => !SEALED_FACTS.has(type))).toEqual([]);
    await test.owner.query('SET enable_seqscan = off');
    const plan = await test.owner.query(`EXPLAIN ${COUNT}`);
    expect(JSON.stringify(plan.rows)).toContain('events_not_sealed');
  });
});

describe('the right to seal events', () => {
  it.each([
    ['changes a value', (data: any) => ({ ...data, kyc_status: 'approved', sealed_personal_data: '' })],
    ['adds a field', (data: any) => ({ ...data, more: 1, sealed_personal_data: '' })],
    ['seals nothing', (data: any) => data],
  ])('is no right to write something that %s', async (_what, change) => {
    const stream = await fill(CUSTOMER_FACTS.slice(0, 1), 'customer-');
    const role = await test.as('probity_customer_risk');
    const forged = JSON.stringify(change(CUSTOMER_FACTS[0]!.example));
    await expect(role.query('SELECT privacy.seal_events($1, $2, $3)', [[stream], [0], [forged]])).rejects.toThrow(
      /not a redaction/,
    );
  });

  it('does not change an event that is sealed', async () => {
    const stream = await fill(CUSTOMER_FACTS.slice(0, 1), 'customer-');
    await (await job()).sealAll();
    const { rows } = await test.owner.query<{ data: string }>('SELECT data FROM event_store.events WHERE stream = $1', [
      stream,
    ]);
    const emptied = rows[0]!.data.replace(/"sealed_personal_data":".*"/, '"sealed_personal_data":""');
    const role = await test.as('probity_customer_risk');
    const done = await role.query('SELECT privacy.seal_events($1, $2, $3) AS n', [[stream], [0], [emptied]]);
    expect(done.rows).toEqual([{ n: '0' }]);
    await expect(role.query("UPDATE event_store.events SET data = ''")).rejects.toThrow(/permission denied/);
  });
});

async function all(store: { readStream: PostgresEventStore['readStream'] }, stream: string): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const chunk of store.readStream(stream)) events.push(...chunk);
  return events;
}
