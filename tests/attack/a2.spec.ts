import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { Notary } from '../../apps/notary/notary';

jest.setTimeout(120_000);
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;
const T = `INSERT INTO event_store.events (stream, revision, id, type, data, transaction_id) VALUES ($1, $2, gen_random_uuid(), 'Happened', $3, $4::bigint)`;
const good = async (db: TestDatabase) => { const t = randomUUID(); const stream = `customer-${randomUUID()}`; await db.owner.query(INSERT, [stream, 0, 'Happened', JSON.stringify({ tenant_id: t })]); return stream; };

const CASES: [string, (db: TestDatabase) => Promise<void>][] = [
  ['baseline', async () => {}],
  ['revision 2^63-1', async (db) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, '9223372036854775807', 'X', '{}']); }],
  ['revision 2^53+1', async (db) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, '9007199254740993', 'X', '{}']); }],
  ['long random stream', async (db) => { await db.owner.query(INSERT, [`customer-${randomBytes(1330).toString('hex')}`, 0, 'X', '{}']); }],
  ['long random stream damaged', async (db) => { await db.owner.query(INSERT, [`customer-${randomBytes(1330).toString('hex')}`, 0, 'X', 'no']); }],
  ['long compressible stream', async (db) => { await db.owner.query(INSERT, [`customer-${'x'.repeat(200_000)}`, 0, 'X', '{}']); }],
  ['long compressible stream damaged', async (db) => { await db.owner.query(INSERT, [`customer-${'x'.repeat(200_000)}`, 0, 'X', 'no']); }],
  ['type 5MB', async (db) => { await db.owner.query(INSERT, [`customer-${randomUUID()}`, 0, 'x'.repeat(5_000_000), '{}']); }],
  ['transaction_id', async (db) => { await db.owner.query(T, [`customer-${randomUUID()}`, 0, '{}', '9223372036854775807']); }],
  ['transaction_id 0', async (db) => { const s = await good(db); await new Promise((r) => setTimeout(r, 1500)); await db.owner.query(T, [s, 1, '{}', '0']); await db.owner.query(INSERT, [s, 2, 'Happened', '{}']); }],
  ['500 tenants', async (db) => { await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) SELECT 'x-' || n, 0, gen_random_uuid(), 'X', '{"tenant_id":"' || gen_random_uuid() || '"}' FROM generate_series(1, 2000) n`); }],
];
it.each(CASES)('%s', async (_name, write) => {
  const logged: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const db = await createTestDatabase();
  try {
    const own = await db.as(ROLES.notary);
    const start = async () => { const n = new Notary({ events: new PostgresEventStore(own), database: own, sealer: new Sealer(Buffer.alloc(32, 7)), logger, now: () => new Date(), restMs: 20 }); await n.start(); return n; };
    let n = await start();
    const inLog = async (s: string) => (await db.owner.query('SELECT FROM notary.leaves WHERE stream = $1', [s])).rowCount;
    const waitFor = async (s: string, ms: number) => { const end = Date.now() + ms; while (Date.now() < end) { if (await inLog(s)) return true; await new Promise((r) => setTimeout(r, 50)); } return false; };
    const a = await good(db); const ra = await waitFor(a, 5000);
    await write(db);
    const t0 = Date.now();
    const b = await good(db); const rb = await waitFor(b, 15000); const tb = Date.now() - t0;
    const state1 = n.state;
    await n.stop(); n = await start();
    const c = await good(db); const rc = await waitFor(c, 6000); const state2 = n.state;
    await n.stop();
    const stopped = (await db.owner.query('SELECT left(stream, 60) s, revision, problem FROM notary.stopped_streams')).rows;
    const logs = (await db.owner.query('SELECT count(*)::int FROM notary.logs')).rows[0];
    process.stderr.write(JSON.stringify({ _name, ra, rb, tb, rc, state1, state2, stopped, logs, bytes: logged.join('').length, lines: logged.length, last: logged.filter((l) => !l.includes('"level":30')).map((l) => l.slice(0, 500)).slice(-2) }, null, 1) + '\n');
  } finally { await db.drop(); }
});
