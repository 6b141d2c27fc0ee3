import { randomBytes, randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { LedgerCreated } from '@probity/contracts/ledger/events';
import { TenantCreated } from '@probity/contracts/tenants/events';
import type { Projection } from '@probity/event-store/aggregate';
import { NO_STREAM } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import type { Follower } from '@probity/event-store/follower';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { until } from '../crash/until';
import { PROJECTIONS_OF } from '../foreign-events/stream-prefixes';

const FOLLOWED = Object.entries<readonly Projection[]>(PROJECTIONS_OF).map(([service, projections]) => ({
  service,
  projections,
  role: `probity_${service.replace('-', '_')}`,
}));
const PREFIXES = FOLLOWED.flatMap(({ projections }) => projections.map(({ prefix }) => prefix));
/** As large as the server takes. */
const HUGE = 'x'.repeat(900_000);
const TYPES = ['TransactionPosted', 'CustomerCreated', 'Unknown'];
const JSON_DATA: JSONType[] = [{}, { customer_id: 'x' }, ['text'], 'text', { tenant_id: null, events: { length: -1 } }];
/** What another program may append, each in one call: of any type, with any bytes, and with any metadata or none. */
const FOREIGN = [
  ...JSON_DATA.map((data) => TYPES.map((type) => jsonEvent({ type, data }))),
  [jsonEvent({ type: 'CustomerCreated', data: { profile: HUGE } })],
  [binaryEvent({ type: 'CustomerCreated', data: Buffer.from('{"not": json') })],
  TYPES.map((type) => binaryEvent({ type, data: randomBytes(1_000), metadata: randomBytes(100) })),
  [jsonEvent({ type: 'CustomerCreated', data: {}, metadata: { id: 5 } })],
];
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const NOT_UTF8 = Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d]);
/** What the client library does not send, but another client may. */
const RAW = [
  ...['{"a":1,"a":2}', '', DEEP, NOT_UTF8].map((data) => ({ type: 'CustomerCreated', data })),
  { type: '$>', data: '0@customer-elsewhere' },
];
/** For some kinds of streams: the first event of a stream of Probity, and how to see that it is projected. */
const OWN = [
  { prefix: 'ledger-', fact: LedgerCreated, id: 'ledger_id', table: 'ledger.ledgers' },
  { prefix: 'customer-', fact: CustomerCreated, id: 'customer_id', table: 'customer_risk.customers' },
  { prefix: 'tenant-', fact: TenantCreated, id: 'tenant_id', table: 'back_office.tenants' },
] as const;

describe('events in EventStoreDB that Probity did not write', () => {
  const metrics = new Metrics();
  const logged: { stream?: string; msg: string }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  let database: TestDatabase;
  let server: StandIn;
  let connection: Connection;
  let store: EventStoreDbEventStore;
  let client: EventStoreDBClient;
  let followers: Follower[];

  /** Appends an event of Probity, as if the process had died before the projection. */
  async function appendUnprojected({ prefix, fact, id }: (typeof OWN)[number]): Promise<string> {
    const aggregate = randomUUID();
    const data = { ...fact.example, [id]: aggregate, ...(prefix === 'tenant-' ? { slug: `t-${aggregate}` } : {}) };
    const event = { id: aggregate, type: fact.type, data };
    await store.append(`${prefix}${aggregate}`, NO_STREAM, [event], async () => {});
    return aggregate;
  }

  const isProjected = async (table: string, id: string): Promise<boolean> =>
    (await database.owner.query(`SELECT FROM ${table} WHERE id = $1`, [id])).rowCount === 1;

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await StandIn.start();
    connection = new Connection(server.connectionString);
    store = new EventStoreDbEventStore(connection, database.owner);
    client = EventStoreDBClient.connectionString(server.connectionString);
    for (const prefix of PREFIXES) {
      for (const events of FOREIGN) await client.appendToStream(`${prefix}test`, events);
      for (const { type, data } of RAW) {
        const bytes = Uint8Array.from(Buffer.from(data as string));
        const event = { id: randomUUID(), type, contentType: 'application/json', data: bytes, metadata: bytes };
        server.log.append(`${prefix}test`, 'any', [event]);
      }
    }
    followers = [];
    for (const { service, role, projections } of FOLLOWED) {
      const followed = { store, database: await database.as(role), logger, metrics };
      followers.push(...projectionFollowers(service, projections, followed));
    }
    for (const follower of followers) follower.start();
  });
  afterAll(async () => {
    await Promise.all(followers.map((follower) => follower.stop()));
    await client.dispose();
    await connection.close();
    await server.stop();
    await database.drop();
  });

  it.each(OWN)('do not stop the projection of later events: $prefix', async (kind) => {
    const id = await appendUnprojected(kind);
    await until('the event of Probity is projected', () => isProjected(kind.table, id), 20_000);
  });

  it('are counted, and reported once for each stream', async () => {
    await until('every follower is active', () => followers.every(({ state }) => state === 'active'));
    const counted = async (): Promise<number[]> =>
      [...(await metrics.text()).matchAll(/^probity_events_passed_over_total\{.*why="foreign"\} (\d+)$/gm)].map(
        ([, count]) => Number(count),
      );
    await until('every foreign event is counted', async () => {
      const counts = await counted();
      return counts.length === PREFIXES.length && counts.every((count) => count === FOREIGN.flat().length + RAW.length);
    });
    const reported = logged.map(({ stream }) => stream).sort();
    expect(reported).toEqual(PREFIXES.map((prefix) => `${prefix}test`).sort());
  });

  it('are passed over by rebuilds and by comparisons of the read side', async () => {
    await appendUnprojected(OWN[1]).then((id) => client.appendToStream(`customer-${id}`, FOREIGN.flat().slice(0, 3)));
    for (const { service, role, projections } of FOLLOWED) {
      const own = await database.as(role);
      const parts = { events: store, database: own, logger, close: () => Promise.resolve() };
      const side = new RebuildProjections(service, projections, () => Promise.resolve(parts));
      const last = async <Line>(lines: AsyncIterable<Line>): Promise<Line> => {
        let line: Line;
        for await (line of lines);
        return line!;
      };
      expect([service, await last(side.run())]).toMatchObject([service, { done: true, failed: 0 }]);
      expect([service, await last(side.verify())]).toMatchObject([service, { done: true, unprojected: 0, tables: [] }]);
    }
  });

  it.each(OWN)('even with metadata like those of Probity do not stop other streams: $prefix', async (kind) => {
    const metadata = { id: randomUUID() };
    const forged = [kind.fact.type, 'Unknown'].map((type) => jsonEvent({ type, data: {}, metadata }));
    await client.appendToStream(`${kind.prefix}forged`, forged);
    const id = await appendUnprojected(kind);
    await until('the event of Probity is projected', () => isProjected(kind.table, id), 30_000);
    expect(logged.filter(({ stream }) => stream === `${kind.prefix}forged`)).toHaveLength(1);
  });
});
