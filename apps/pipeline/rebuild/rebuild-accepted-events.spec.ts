import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { ingestionStream } from '@probity/contracts/pipeline/ingestion-events';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import type { EventStore } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Worker } from '@probity/platform/worker';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { recordOlderEvents } from '../ingestion/record-older-events';
import { ANY } from '../testing/any-transaction';
import { TestPipeline } from '../testing/test-pipeline';
import { RebuildAcceptedEventsHandler } from './rebuild-accepted-events.handler';

const LOGGER = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const TABLES = ['inbox', 'processed_events', 'subjects', 'shadow_hits'];
/** Columns that say how a row came about: they may differ. */
const LEFT_OUT = ['position', 'due_at', 'version', 'unfinished_since', 'claim', 'lease_until'];

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());

interface Opened {
  store: EventStore;
  close: () => Promise<void>;
}

const inPostgres = (): Promise<Opened> =>
  Promise.resolve({ store: new PostgresEventStore(database), close: () => Promise.resolve() });

async function inEventStoreDb(): Promise<Opened> {
  const server = await StandIn.start();
  const connection = new Connection(server.connectionString);
  const close = async (): Promise<void> => {
    await connection.close();
    await server.stop();
  };
  return { store: new EventStoreDbEventStore(connection, database), close };
}

const lose = () => test.owner.query(`TRUNCATE ${TABLES.map((table) => `pipeline.${table}`).join(', ')}`);

const forgetEvents = () =>
  test.owner.transaction(async (sql) => {
    await sql.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    await sql.query('TRUNCATE event_store.events');
    await sql.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
  });

describe.each([
  ['Postgres', inPostgres],
  ['EventStoreDB', inEventStoreDb],
])('a rebuild of accepted events, with events in %s', (_name, open) => {
  let opened: Opened;
  let pipeline: TestPipeline;
  beforeEach(async () => {
    await lose();
    await forgetEvents();
    opened = await open();
    pipeline = new TestPipeline(database, test.owner, opened.store);
  });
  afterEach(() => opened.close());

  /** The rows of the tenant in the tables, without what may differ. */
  async function rows(): Promise<unknown> {
    const found = await Promise.all(
      TABLES.map(async (table) => {
        const all = await test.owner.query<{ row: Record<string, unknown> }>(
          `SELECT to_jsonb(t) - $1::text[] AS row FROM pipeline.${table} t WHERE to_jsonb(t)::text LIKE '%' || $2 || '%'
           ORDER BY (to_jsonb(t) - $1::text[])::text`,
          [LEFT_OUT, table === 'subjects' ? 'customer:' : pipeline.tenantId],
        );
        return [table, all.rows.map(({ row }) => row)];
      }),
    );
    return Object.fromEntries(found);
  }

  async function rebuild(): Promise<RebuildProgress> {
    const parts = { events: pipeline.ingestion.events, database, logger: LOGGER, close: () => Promise.resolve() };
    const projections = new RebuildProjections('pipeline', [], () => Promise.resolve(parts));
    const worker = new Worker(() => Promise.resolve(false), LOGGER);
    let last: RebuildProgress | undefined;
    await new RebuildAcceptedEventsHandler(projections, database, worker).handle().forEach((line) => {
      last = line;
    });
    return last!;
  }

  /** Customers with outcomes, hits of rules and a duplicate, an event that waits, and one whose customer came later. */
  async function fill(): Promise<string[]> {
    const known = await pipeline.customer(['known']);
    await pipeline.customer(['other']);
    pipeline.setRules([ANY, { ...ANY, mode: 'shadow' }]);
    const transaction_id = randomUUID();
    const counterparty = { name: 'Viktor  Orlan', country: 'GB' };
    await pipeline.ingest({ account_ref: 'known', transaction_id, counterparty }, { account_ref: 'known' });
    await pipeline.drain();
    await pipeline.ingest({ account_ref: 'other', transaction_id }, { account_ref: 'later' }, { account_ref: 'never' });
    await pipeline.drain();
    await pipeline.customer(['later']);
    await pipeline.letTimePass();
    await test.owner.query("UPDATE pipeline.inbox SET status = 'pending'");
    await pipeline.drain();
    return [known];
  }

  it('restores outcomes, events that wait, and the state of customers', async () => {
    await fill();
    const before = await rows();
    await lose();
    expect(await rebuild()).toMatchObject({ failed: 0, done: true });
    await pipeline.drain();
    expect(await rows()).toEqual(before);
  });

  it('changes nothing that is there', async () => {
    await fill();
    const before = await rows();
    await rebuild();
    expect(await rows()).toEqual(before);
  });

  it('keeps a dead event dead, and lets one that an officer reran go on', async () => {
    await pipeline.customer(['known']);
    pipeline.onReport = () => Promise.reject(new Error('no'));
    pipeline.setRules([ANY]);
    const [id] = await pipeline.ingest({ account_ref: 'known' });
    for (let tries = 0; tries < 5; tries++) {
      await pipeline.letTimePass();
      await pipeline.drain();
    }
    const dead = await pipeline.events.event(pipeline.tenantId, id!);
    expect(dead).toMatchObject({ status: 'dead', attempts: 5, last_error: 'no' });
    await lose();
    await rebuild();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toEqual(dead);

    await test.owner.query(
      `INSERT INTO pipeline.audit_events (id, tenant_id, action, subject_type, subject_id, actor_type, actor, data, at)
       VALUES ($1, $2, 'event.rerun', 'event', $3, 'staff', 'Ada Byron', '{}', now())`,
      [randomUUID(), pipeline.tenantId, id],
    );
    await lose();
    await rebuild();
    expect(await pipeline.events.event(pipeline.tenantId, id!)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('restores of an erased customer what its erasure left', async () => {
    const [customer] = await fill();
    await test.owner.query('UPDATE customer_risk.customers SET erased_at = now() WHERE id = $1', [customer]);
    await test.owner.query('SELECT privacy.erase_customer($1)', [customer]);
    await test.owner.query('DELETE FROM pipeline.shadow_hits WHERE customer_id = $1', [customer]); // do not come back
    const before = await rows();
    await lose();
    pipeline = pipeline.another();
    expect(await rebuild()).toMatchObject({ failed: 0 });
    await pipeline.drain();
    expect(await rows()).toEqual(before);
  });

  it('restores events of an earlier version after they were recorded', async () => {
    await fill();
    await test.owner.query('UPDATE pipeline.inbox SET recorded = false');
    await test.owner.query('UPDATE pipeline.processed_events SET recorded = false');
    await forgetEvents();
    await recordOlderEvents({ ...pipeline.ingestion, logger: LOGGER }, new AbortController().signal);
    const before = await rows();
    await lose();
    expect(await rebuild()).toMatchObject({ failed: 0 });
    await pipeline.drain();
    expect(await rows()).toEqual(before);
  });

  it('counts streams that cannot be read, and restores the others', async () => {
    await fill();
    const stream = ingestionStream(randomUUID());
    const damaged = { id: randomUUID(), type: 'EventsProcessed', data: { tenant_id: pipeline.tenantId, events: 7 } };
    await opened.store.beginStreams([{ stream, event: damaged }], () => Promise.resolve());
    const before = await rows();
    await lose();
    expect(await rebuild()).toMatchObject({ failed: 1, done: true });
    await pipeline.drain();
    expect(await rows()).toEqual(before);
  });
});
