import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { NoticeRaised, NoticeSettled } from '@probity/contracts/notices/events';
import { AccountActivityChanged, LedgerCreated } from '@probity/contracts/ledger/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { EmbeddedFacts } from '@probity/messaging/embedded/embedded-facts';
import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase } from '../../testing/test-database';
import { PROJECTIONS_OF } from '../foreign-events/stream-prefixes';
jest.setTimeout(200_000);
const say = (x: unknown) => process.stderr.write(JSON.stringify(x).slice(0, 3000) + '\n');
const last = async (lines: any) => { let line; try { for await (line of lines); } catch (e: any) { return 'threw ' + e.stack?.split('\n').slice(0, 3).join(' | '); } return { failed: line.failed, unprojected: line.unprojected, verified: line.verified, missing: line.missing, unreadable: line.unreadable, done: line.done }; };
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;

it('audit entries without an actor, in streams without MACs', async () => {
  const db = await createTestDatabase(); const logger = pino({ level: 'silent' });
  try {
    const n = randomUUID(); const l = randomUUID();
    const { actor: _a, ...settled } = { ...(NoticeSettled.example as any), notice_id: n, tenant_id: null };
    await db.owner.query(INSERT, [`notice-${n}`, 0, 'NoticeRaised', JSON.stringify({ ...(NoticeRaised.example as any), notice_id: n, tenant_id: null })]);
    await db.owner.query(INSERT, [`notice-${n}`, 1, 'NoticeSettled', JSON.stringify(settled)]);
    const { actor: _b, ...changed } = { ...(AccountActivityChanged.example as any), ledger_id: l };
    await db.owner.query(INSERT, [`ledger-${l}`, 0, 'LedgerCreated', JSON.stringify({ ...(LedgerCreated.example as any), ledger_id: l })]);
    await db.owner.query(INSERT, [`ledger-${l}`, 1, 'AccountActivityChanged', JSON.stringify(changed)]);
    for (const service of ['back-office', 'ledger'] as const) {
      const own = await db.as(`probity_${service.replace('-', '_')}`);
      const side = new RebuildProjections(service, PROJECTIONS_OF[service], () => Promise.resolve({ events: new PostgresEventStore(own), database: own, logger, close: () => Promise.resolve() }));
      say({ service, rebuilt: await last(side.run()), corrected: await last(side.correctAudit()), verified: await last(side.verify()), otherTenant: await last(side.verifyAudit(randomUUID())) });
    }
  } finally { await db.drop(); }
});

it('a forged stream of a notice settles the notice of another tenant', async () => {
  const db = await createTestDatabase(); const logged: string[] = []; const logger = pino({ level: 'warn' }, { write: (s: string) => void logged.push(s) });
  try {
    const { RestoredReadSide } = await import('@probity/event-store/restored-read-side');
    const { Metrics } = await import('@probity/platform/metrics');
    const own = await db.as('probity_back_office');
    const parts = { store: new PostgresEventStore(own), database: own, logger, metrics: new Metrics() };
    const restart = async () => { const r = new RestoredReadSide('back-office', PROJECTIONS_OF['back-office'], parts); await r.catchUp(); await r.stop(); };
    await restart();
    const [n, t, f] = [randomUUID(), randomUUID(), randomUUID()];
    await db.owner.query(INSERT, [`notice-${n}`, 0, 'NoticeRaised', JSON.stringify({ ...(NoticeRaised.example as any), notice_id: n, tenant_id: t })]);
    await restart();
    const row = async () => (await db.owner.query('SELECT tenant_id, status, revision FROM platform.notices WHERE id = $1', [n])).rows[0];
    const before = await row();
    await db.owner.query(INSERT, [`notice-${f}`, 1, 'NoticeSettled', JSON.stringify({ ...(NoticeSettled.example as any), notice_id: n, tenant_id: f })]);
    await restart();
    say({ before, after: await row(), logged: logged.map((s) => s.slice(0, 200)) });
  } finally { await db.drop(); }
});

it('lines of unreadable facts', async () => {
  const db = await createTestDatabase(); let lines = 0; const logger = pino({ level: 'warn' }, { write: () => void lines++ });
  try {
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) SELECT 'customer-' || n, 0, gen_random_uuid(), 'CustomerCreated', 'no' FROM generate_series(1, 20000) n`);
    const own = await db.as(ROLES.relay);
    const facts = new EmbeddedFacts({ consumer: 'pipeline', store: new PostgresEventStore(own), database: own, logger });
    facts.start(new Map([['customer-risk.CustomerCreated', (async () => {}) as any]]));
    for (let n = 0; n < 100 && lines < 20000; n++) await new Promise((r) => setTimeout(r, 100));
    await facts.stop();
    say({ lines });
  } finally { await db.drop(); }
});

it('memory of key streams', async () => {
  const db = await createTestDatabase();
  try {
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) SELECT 'event-key-customer-risk', n, gen_random_uuid(), 'X', '{"a":"' || repeat('a', 4000000) || '"}' FROM generate_series(0, 149) n`);
    const script = `
const { Database } = require(process.cwd() + '/libs/persistence/database');
const { PostgresEventStore } = require(process.cwd() + '/libs/event-store/postgres/postgres-event-store');
const { EventKeys } = require(process.cwd() + '/libs/event-store/authentication/event-keys');
const { Sealer } = require(process.cwd() + '/libs/platform/sealing');
(async () => { const db = await Database.open({ url: ${JSON.stringify(db.url)}, applicationName: 'x' });
try { await EventKeys.open(new PostgresEventStore(db), 'customer-risk', new Sealer(Buffer.alloc(32, 7)), new Date()); console.log('opened'); } catch (e) { console.log('threw', e.message); }
console.log(Math.round(process.memoryUsage().rss / 1e6) + ' MB'); await db.close(); })();`;
    for (const heap of [4096, 512]) {
      const run = spawnSync('nice', ['-n', '19', process.execPath, `--max-old-space-size=${heap}`, '-e', script], { cwd: process.cwd() + '/dist', encoding: 'utf8', timeout: 60_000 });
      say({ heap, status: run.status, signal: run.signal, out: run.stdout, err: run.stderr.split('\n').filter((s) => /FATAL|Error/.test(s)) });
    }
  } finally { await db.drop(); }
});
