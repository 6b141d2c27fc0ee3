import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { CustomerCreated } from '@probity/contracts/customers/events';
import { NO_STREAM } from '@probity/event-store/event-store';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import { RestoredReadSide } from '@probity/event-store/restored-read-side';
import { Metrics } from '@probity/platform/metrics';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { PROJECTIONS_OF } from '../foreign-events/stream-prefixes';
import { PROJECTIONS } from '../../apps/customer-risk/projections';

jest.setTimeout(120_000);
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;

describe.each([
  ['baseline', async (_db: TestDatabase) => {}],
  ['revision 2^63-1', async (db: TestDatabase) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, '9223372036854775807', 'CustomerCreated', '{}']); }],
  ['revision 2^63-1 valid data', async (db: TestDatabase) => { const id = randomUUID(); await db.owner.query(INSERT, [`customer-${id}`, '9223372036854775807', 'CustomerCreated', JSON.stringify({ ...CustomerCreated.example, customer_id: id })]); }],
  ['revision 2^53+1', async (db: TestDatabase) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, '9007199254740993', 'CustomerCreated', '{}']); }],
  ['transaction_id of the future', async (db: TestDatabase) => { await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data, transaction_id) VALUES ($1, 0, gen_random_uuid(), 'T', '{}', 9223372036854775807)`, [`customer-${randomUUID()}`]); }],
  ['stream of 200 kB', async (db: TestDatabase) => { await db.owner.query(INSERT, [`customer-${'x'.repeat(200_000)}`, '0', 'CustomerCreated', '{}']); }],
  ['type of 10 MB', async (db: TestDatabase) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, '0', 'x'.repeat(10_000_000), '{}']); }],
] as const)('%s', (_name, write) => {
  const logged: any[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  it('others go on', async () => {
    const database = await createTestDatabase();
    const metrics = new Metrics();
    try {
      const own = await database.as('probity_customer_risk');
      const parts = { store: new PostgresEventStore(own), database: own, logger, metrics };
      let r = new RestoredReadSide('customer-risk', PROJECTIONS, parts);
      await r.catchUp(); await r.stop();
      await write(database);
      const id = randomUUID();
      const store = new PostgresEventStore(database.owner);
      await store.append(`customer-${id}`, NO_STREAM, [{ id, type: 'CustomerCreated', data: { ...CustomerCreated.example, customer_id: id } }], async () => {});
      r = new RestoredReadSide('customer-risk', PROJECTIONS, parts);
      let error: any;
      await r.catchUp().catch((e) => (error = e)); await r.stop();
      const projected = (await database.owner.query('SELECT FROM customer_risk.customers WHERE id = $1', [id])).rowCount;
      const id2 = randomUUID();
      await store.append(`customer-${id2}`, NO_STREAM, [{ id: id2, type: 'CustomerCreated', data: { ...CustomerCreated.example, customer_id: id2, external_id: 'zz' } }], async () => {});
      const fs = projectionFollowers('customer-risk', PROJECTIONS, parts);
      for (const f of fs) f.start();
      await new Promise((r) => setTimeout(r, 3000));
      const states = fs.map((f) => f.state);
      await Promise.all(fs.map((f) => f.stop()));
      const projected2 = (await database.owner.query('SELECT FROM customer_risk.customers WHERE id = $1', [id2])).rowCount;
      const listed = []; for await (const s of store.listStreams('customer-')) listed.push(s.slice(0, 50));
      process.stderr.write(JSON.stringify({ _name, error: String(error?.message).slice(0, 200), projected, projected2, states: [...new Set(states)], bytes: logged.join('').length, lines: logged.length, last: logged.map((l) => l.slice(0, 300)).slice(-4) }, null, 1) + '\n');
    } finally { await database.drop(); }
  });
});
