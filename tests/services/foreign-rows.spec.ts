import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { LedgerCreated } from '@probity/contracts/ledger/events';
import { TenantCreated } from '@probity/contracts/tenants/events';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { appendRows, factsOf, foreignRows, newStreams } from '../foreign-events/foreign-rows';
import { EVERY_PREFIX, PROJECTIONS_OF } from '../foreign-events/stream-prefixes';

/** For some kinds of streams: the first event of a stream of Probity, and how to see that it is projected. */
const OWN = [
  { prefix: 'ledger-', fact: LedgerCreated, id: 'ledger_id', table: 'ledger.ledgers' },
  { prefix: 'customer-', fact: CustomerCreated, id: 'customer_id', table: 'customer_risk.customers' },
  { prefix: 'tenant-', fact: TenantCreated, id: 'tenant_id', table: 'back_office.tenants' },
] as const;
const ROWS_OF_STREAM = 4;

describe('rows in Postgres that Probity did not write, in streams of every prefix', () => {
  const metrics = new Metrics();
  const logged: { stream?: string; service?: string }[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** What the start of each service does. It has no keys here, so that its projections get what can be read. */
  async function startAll(): Promise<void> {
    for (const [service, projections] of Object.entries(PROJECTIONS_OF)) {
      const own = await database.as(`probity_${service.replace('-', '_')}`);
      const parts = { store: new PostgresEventStore(own), database: own, logger: logger.child({ service }), metrics };
      const restored = new RestoredReadSide(service, projections, parts);
      await restored.catchUp();
      await restored.stop();
    }
  }

  /** Appends an event of Probity, as if the read side had been restored to an older state. */
  async function appendUnprojected({ prefix, fact, id }: (typeof OWN)[number]): Promise<string> {
    const aggregate = randomUUID();
    const data = { ...fact.example, [id]: aggregate, ...(prefix === 'tenant-' ? { slug: `t-${aggregate}` } : {}) };
    const event = { id: aggregate, type: fact.type, data };
    const store = new PostgresEventStore(database.owner);
    await store.append(`${prefix}${aggregate}`, NO_STREAM, [event], async () => {});
    return aggregate;
  }

  it('keep no service from its start, which projects every event of Probity and reports each stream once', async () => {
    await startAll();
    const before = await Promise.all(OWN.map(appendUnprojected));
    for (const [n, prefix] of EVERY_PREFIX.entries()) {
      const rows = foreignRows(factsOf(prefix).map(({ type }) => type));
      for (const [m, stream] of newStreams(prefix).entries()) {
        const from = (7 * n + 13 * m) % rows.length;
        await appendRows(database.owner, stream, rows.slice(from, from + ROWS_OF_STREAM), m === 2 ? 3 : 0);
      }
    }
    await appendRows(database.owner, `customer-${before[1]}`, foreignRows(['CustomerCreated']).slice(-3, -1));
    const after = await Promise.all(OWN.map(appendUnprojected));
    await startAll();
    for (const [n, { table }] of OWN.entries()) {
      const found = await database.owner.query(`SELECT FROM ${table} WHERE id = ANY($1)`, [[before[n], after[n]]]);
      expect([table, found.rowCount]).toEqual([table, 2]);
    }
    const reported = logged.map(({ service, stream }) => `${service} ${stream}`);
    expect(reported.length).toBeGreaterThan(EVERY_PREFIX.length);
    expect(new Set(reported).size).toBe(reported.length);
    const notices = await database.owner.query<{ stream: string }>('SELECT stream FROM platform.contradictions');
    const streams = new Set(logged.map(({ stream }) => stream));
    expect(new Set(notices.rows.map(({ stream }) => stream))).toEqual(streams);
    expect(streams).toContain(`customer-${before[1]}`);
    expect(await metrics.text()).toMatch(/probity_events_passed_over_total\{kind="customers",why="damaged"\} \d+/);
  });
});
