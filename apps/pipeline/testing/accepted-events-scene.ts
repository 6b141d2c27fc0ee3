import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { ReadSideVerification } from '@probity/contracts/projections/verification';
import type { RebuildProgress } from '@probity/contracts/projections/views';
import { INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import type { Checkpoint, EventStore, RecordedEvent } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import type { RowComparison } from '@probity/event-store/verification/compare-rows';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { Worker } from '@probity/platform/worker';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { compareAcceptedEvents } from '../rebuild/compare-accepted-events';
import { RebuildAcceptedEventsHandler } from '../rebuild/rebuild-accepted-events.handler';
import { ANY } from './any-transaction';
import { TestPipeline } from './test-pipeline';

export const LOGGER = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const TABLES = ['inbox', 'processed_events', 'subjects', 'shadow_hits'];
/** Columns that say how a row came about: they may differ. */
const LEFT_OUT = ['position', 'due_at', 'version', 'unfinished_since', 'claim', 'lease_until'];

interface Opened {
  store: EventStore;
  close: () => Promise<void>;
}
type Open = (database: Database) => Promise<Opened>;

const inPostgres: Open = (database) =>
  Promise.resolve({ store: new PostgresEventStore(database), close: () => Promise.resolve() });

const inEventStoreDb: Open = async (database) => {
  const server = await StandIn.start();
  const connection = new Connection(server.connectionString);
  const close = async (): Promise<void> => {
    await connection.close();
    await server.stop();
  };
  return { store: new EventStoreDbEventStore(connection, database), close };
};

export const EVENT_STORES = [
  ['Postgres', inPostgres],
  ['EventStoreDB', inEventStoreDb],
] as const;

/** Accepted events and their outcomes in an event store, and their rows. */
export class AcceptedEventsScene {
  pipeline!: TestPipeline;
  store!: EventStore;
  private close: () => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly test: TestDatabase,
    readonly database: Database,
  ) {}

  static async open(): Promise<AcceptedEventsScene> {
    const test = await createTestDatabase();
    return new AcceptedEventsScene(test, await test.as(ROLES.pipeline));
  }

  get owner(): Database {
    return this.test.owner;
  }

  /** Begins again with no events. */
  async begin(open: Open): Promise<void> {
    await this.close();
    await this.lose();
    await this.forgetEvents();
    ({ store: this.store, close: this.close } = await open(this.database));
    this.pipeline = new TestPipeline(this.database, this.owner, this.store);
  }

  async end(): Promise<void> {
    await this.close();
    await this.test.drop();
  }

  lose(): Promise<unknown> {
    return this.owner.query(`TRUNCATE ${TABLES.map((table) => `pipeline.${table}`).join(', ')}`);
  }

  forgetEvents(): Promise<void> {
    return this.owner.transaction(async (sql) => {
      await sql.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
      await sql.query('TRUNCATE event_store.events');
      await sql.query('ALTER TABLE event_store.events ENABLE TRIGGER USER');
    });
  }

  /** The rows of the tenant in the tables, without what may differ. */
  async rows(): Promise<unknown> {
    const found = await Promise.all(
      TABLES.map(async (table) => {
        const all = await this.owner.query<{ row: Record<string, unknown> }>(
          `SELECT to_jsonb(t) - $1::text[] AS row FROM pipeline.${table} t WHERE to_jsonb(t)::text LIKE '%' || $2 || '%'
           ORDER BY (to_jsonb(t) - $1::text[])::text`,
          [LEFT_OUT, table === 'subjects' ? 'customer:' : this.pipeline.tenantId],
        );
        return [table, all.rows.map(({ row }) => row)];
      }),
    );
    return Object.fromEntries(found);
  }

  projections(): RebuildProjections {
    const { events } = this.pipeline.ingestion;
    const parts = { events, database: this.database, logger: LOGGER, close: () => Promise.resolve() };
    return new RebuildProjections('pipeline', [], () => Promise.resolve(parts));
  }

  async rebuild(): Promise<RebuildProgress> {
    const worker = new Worker(() => Promise.resolve(false), LOGGER);
    let last: RebuildProgress | undefined;
    await new RebuildAcceptedEventsHandler(this.projections(), worker, LOGGER).handle().forEach((line) => {
      last = line;
    });
    return last!;
  }

  /**
   * Customers with outcomes, hits of rules and a duplicate, an event that waits, and one whose customer came later.
   * Returns the first customer.
   */
  async fill(): Promise<string> {
    const { pipeline } = this;
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
    await this.owner.query("UPDATE pipeline.inbox SET status = 'pending'");
    await pipeline.drain();
    return known;
  }

  /** The events of the event store about accepted events after a place, in their order. */
  async log(after?: Checkpoint): Promise<RecordedEvent[]> {
    const log: RecordedEvent[] = [];
    for await (const { events } of this.read(after)) log.push(...events);
    return log;
  }

  /** The end of the log. */
  async place(): Promise<Checkpoint | undefined> {
    let place: Checkpoint | undefined;
    for await (const { checkpoint } of this.read()) place = checkpoint;
    return place;
  }

  private read(after?: Checkpoint): ReturnType<EventStore['readToEnd']> {
    const { signal } = new AbortController();
    return this.pipeline.ingestion.events.readToEnd(INGESTION_STREAM_PREFIX, after, signal);
  }

  async verify(): Promise<ReadSideVerification> {
    let last: ReadSideVerification | undefined;
    const compare: RowComparison = (parts, report) => compareAcceptedEvents(parts, report, 0);
    for await (const line of this.projections().compareRows('accepted events', compare)) last = line;
    return last!;
  }

  /** Postgres rejects outcomes from now on. */
  rejectOutcomes(): Promise<unknown> {
    return this.owner.execute(`
      CREATE FUNCTION pipeline.reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'rejected'; END $$;
      CREATE TRIGGER reject BEFORE INSERT ON pipeline.processed_events FOR EACH ROW EXECUTE FUNCTION pipeline.reject()`);
  }

  acceptOutcomes(): Promise<unknown> {
    return this.owner.execute('DROP FUNCTION pipeline.reject CASCADE');
  }

  /** Erases a customer, as customer-risk does. */
  async erase(customer: string): Promise<void> {
    await this.owner.query('UPDATE customer_risk.customers SET erased_at = now() WHERE id = $1', [customer]);
    await this.owner.query('SELECT privacy.erase_customer($1)', [customer]);
    this.pipeline = this.pipeline.another(); // which has none of its keys in memory
  }
}
