import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Connection } from '@probity/event-store/eventstoredb/connection';
import { EventStoreDbEventStore } from '@probity/event-store/eventstoredb/eventstoredb-event-store';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { Sealer } from '@probity/platform/sealing';
import { createTestDatabase } from '../../testing/test-database';
import { Notary } from '../../apps/notary/notary';
import { NotaryFixture } from '../../apps/notary/testing/notary-suite';
import { CopiesFixture } from '../../apps/notary/copies/testing/copies-fixture';

jest.setTimeout(120_000);
const say = (x: unknown) => process.stderr.write(JSON.stringify(x).slice(0, 1500) + '\n');
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;
const DATA = ['{}', 'no', '[]', 'null', '{"frontier":5,"tree_size":1,"checkpoint":"x"}', '{"frontier":[],"tree_size":1,"checkpoint":"x"}', '{"frontier":[5],"tree_size":1,"checkpoint":7}', '{"leaves":5}', '{"leaves":[[]],"log":"x"}'];
const CASES = ['CheckpointSigned', 'EventsLogged', 'X'].flatMap((type) => DATA.map((data): [string, string, string] => ['notary-log-', type, data]))
  .concat(['CheckpointKeyCreated', 'X'].flatMap((type) => ['{}', 'no', 'null', '{"key_id":5}'].map((data): [string, string, string] => ['checkpoint-key-', type, data])));
describe('Postgres', () => {
  let db: any; let own: any;
  beforeAll(async () => { db = await createTestDatabase(); own = await db.as(ROLES.notary); });
  afterAll(() => db.drop());
  it('cases', async () => {
    for (const [prefix, type, data] of CASES) {
      const one = await createTestDatabase();
      const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (l: string) => void logged.push(l) });
      try {
        const own = await one.as(ROLES.notary);
        const start = async () => { const n = new Notary({ events: new PostgresEventStore(own), database: own, sealer: new Sealer(Buffer.alloc(32, 7)), logger, now: () => new Date(), restMs: 20 }); await n.start(); return n; };
        let n = await start();
        const good = async (t: string) => { const s = `customer-${randomUUID()}`; await one.owner.query(INSERT, [s, 0, 'Happened', JSON.stringify({ tenant_id: t })]); return s; };
        const waitFor = async (s: string, ms: number) => { const end = Date.now() + ms; while (Date.now() < end) { if ((await one.owner.query('SELECT FROM notary.leaves WHERE stream = $1', [s])).rowCount) return true; await new Promise((r) => setTimeout(r, 30)); } return false; };
        const [victim, other] = [randomUUID(), randomUUID()];
        if (!(await waitFor(await good(victim), 4000)) || !(await waitFor(await good(other), 4000))) throw new Error('not begun');
        await new Promise((r) => setTimeout(r, 150));
        await n.stop();
        const max = (await one.owner.query('SELECT max(revision) m FROM event_store.events WHERE stream = $1', [prefix + victim])).rows[0].m;
        await one.owner.query(INSERT, [prefix + victim, max === null ? 0 : Number(max) + 1, type, data]);
        await good(victim);
        n = await start();
        const s = await good(other);
        const goesOn = await waitFor(s, 2500);
        if (!goesOn) say({ prefix, type, data, state: n.state, last: logged.at(-1)?.slice(0, 420) });
        await n.stop();
      } finally { await one.drop(); }
    }
    say('all cases tried: ' + CASES.length);
  });
});

it.each([true, false])('EventStoreDB: copies with a foreign event in one log; foreign: %s', async (foreign) => {
  const db = await createTestDatabase(); const server = await StandIn.start(); const connection = new Connection(server.connectionString);
  const own = await db.as(ROLES.notary);
  const notaries = new NotaryFixture(new EventStoreDbEventStore(connection, own), new EventStoreDbEventStore(connection, db.owner), own);
  const outside = new CopiesFixture(notaries, db.owner); await outside.start();
  try {
    const [victim, other] = [randomUUID(), randomUUID()];
    await notaries.append(victim, `customer-${randomUUID()}`); await notaries.append(other, `customer-${randomUUID()}`);
    await notaries.start(undefined, outside.options([outside.bucketTarget]));
    await outside.caughtUp(victim, 'bucket'); await outside.caughtUp(other, 'bucket');
    await new Promise((r) => setTimeout(r, 300));
    if (foreign) server.log.append(`notary-log-${victim}`, 'any', [{ id: randomUUID(), type: 'X', contentType: 'application/octet-stream', data: Uint8Array.from([1, 2, 3]), metadata: new Uint8Array() } as any]);
    await notaries.append(victim, `customer-${randomUUID()}`); await notaries.caughtUp(victim);
    await notaries.append(other, `customer-${randomUUID()}`); await notaries.caughtUp(other);
    const copied = await Promise.race([outside.caughtUp(other, 'bucket').then(() => 'copied', (e) => String(e.message)), new Promise((r) => setTimeout(() => r('not copied in 8 s'), 8000))]);
    say({ foreign, copied, sizes: [await outside.size(victim), await outside.copied(victim), await outside.size(other), await outside.copied(other)], stopped: (await db.owner.query('SELECT * FROM notary.stopped_logs')).rows });
  } finally { await notaries.stop(); await outside.stop(); await connection.close(); await server.stop(); await db.drop(); }
});
