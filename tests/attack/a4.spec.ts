import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { NO_STREAM } from '@probity/event-store/event-store';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { appendRequest } from '@probity/event-store/eventstoredb/requests';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import { Metrics } from '@probity/platform/metrics';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase } from '../../testing/test-database';
import { Notary } from '../../apps/notary/notary';
import { PROJECTIONS } from '../../apps/customer-risk/projections';

jest.setTimeout(120_000);
type E = { stream: string; type?: string; data?: string; metadata?: string };
const own = () => JSON.stringify({ id: randomUUID() });
const uuid = randomUUID();
const CASES: [string, () => E[]][] = [
  ['baseline', () => []],
  ['NUL in stream, foreign', () => [{ stream: 'customer-\0', type: 'CustomerCreated' }]],
  ['NUL in stream, forged id', () => [{ stream: 'customer-\0', type: 'CustomerCreated', metadata: own() }]],
  ['NUL in stream, forged id, other prefix', () => [{ stream: 'elsewhere-\0', type: 'X', metadata: own() }]],
  ['NUL in type, forged id', () => [{ stream: `customer-${uuid}`, type: 'Custo\0mer', metadata: own() }]],
  ['NUL in data, forged id', () => [{ stream: `customer-${uuid}`, type: 'CustomerCreated', metadata: own(), data: JSON.stringify({ ...CustomerCreated.example, customer_id: uuid, tenant_id: uuid, profile: { name: '\0' }, email: '\0' }) }]],
  ['stream of 5 kB random, forged id', () => [{ stream: `customer-${Array.from({ length: 150 }, randomUUID).join('')}`, type: 'X', metadata: own() }]],
  ['stream of 5 kB random, forged damaged', () => [{ stream: `customer-${Array.from({ length: 150 }, randomUUID).join('')}`, type: 'X', metadata: own(), data: 'no' }]],
  ['type of 900 kB, forged id', () => [{ stream: `customer-${uuid}`, type: 'x'.repeat(900_000), metadata: own() }]],
  ['lone surrogate data', () => [{ stream: `customer-${uuid}`, type: 'X', metadata: own(), data: '"\\ud800"' }]],
];
it.each(CASES)('%s', async (_name, written) => {
  const logged: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const db = await createTestDatabase();
  const server = await StandIn.start();
  const connection = new Connection(server.connectionString);
  try {
    const ownDb = await db.as(ROLES.notary);
    const risk = await db.as('probity_customer_risk');
    const store = new EventStoreDbEventStore(connection, db.owner);
    const notary = new Notary({ events: new EventStoreDbEventStore(connection, ownDb), database: ownDb, sealer: new Sealer(Buffer.alloc(32, 7)), logger, now: () => new Date(), restMs: 20 });
    await notary.start();
    const fs = projectionFollowers('customer-risk', PROJECTIONS, { store: new EventStoreDbEventStore(connection, risk), database: risk, logger, metrics: new Metrics() });
    for (const f of fs) f.start();
    const waitFor = async (f: () => Promise<boolean>, ms: number) => { const end = Date.now() + ms; while (Date.now() < end) { if (await f()) return true; await new Promise((r) => setTimeout(r, 50)); } return false; };
    const good = async (ms: number) => {
      const id = randomUUID();
      await store.append(`customer-${id}`, NO_STREAM, [{ id: randomUUID(), type: 'CustomerCreated', data: { ...CustomerCreated.example, customer_id: id, tenant_id: randomUUID() } }], async () => {});
      const logs = await waitFor(async () => !!(await db.owner.query('SELECT FROM notary.leaves WHERE stream = $1', [`customer-${id}`])).rowCount, ms);
      const projected = await waitFor(async () => !!(await db.owner.query('SELECT FROM customer_risk.customers WHERE id = $1', [id])).rowCount, ms);
      return { logs, projected };
    };
    const a = await good(5000);
    for (const { stream, type = 'X', data = '{}', metadata } of written()) {
      const reply = await connection.append(appendRequest(stream, -1, [{ id: randomUUID(), type, data, metadata } as any]));
      if (reply.hasError()) throw new Error(reply.getError()!.getMessage());
    }
    const b = await good(6000);
    const list: string[] = []; for await (const s of store.listStreams('')) list.push(s);
    process.stderr.write(JSON.stringify({ _name, a, b, notary: notary.state, f: [...new Set(fs.map((f) => f.state))], list: list.length, bytes: logged.join('').length, last: logged.filter((l) => !l.includes('"level":30')).map((l) => l.slice(0, 420)).slice(-3) }, null, 1) + '\n');
    await Promise.all([notary.stop(), ...fs.map((f) => f.stop())]);
  } finally { await connection.close(); await server.stop(); await db.drop(); }
});
