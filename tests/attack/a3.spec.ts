import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../testing/test-database';
jest.setTimeout(300_000);
const SCRIPT = (url: string) => `
const { Database } = require(process.cwd() + '/libs/persistence/database');
const { PostgresEventStore } = require(process.cwd() + '/libs/event-store/postgres/postgres-event-store');
(async () => {
  const db = await Database.open({ url: ${JSON.stringify(url)}, applicationName: 'x' });
  const store = new PostgresEventStore(db);
  let n = 0;
  try {
  for await (const { events } of store.readToEnd('customer-', undefined, AbortSignal.timeout(100000))) {
    n += events.length;
    console.log(n, Math.round(process.memoryUsage().rss / 1e6) + ' MB', events.map(e => (e.data === undefined ? 'damaged' : 'ok')).slice(0, 3));
  } } catch (e) { console.log('caught', e.message); }
  await db.close();
})();`;
it.each([
  ['data of 600 MB', `SELECT 'customer-' || gen_random_uuid(), 0, gen_random_uuid(), 'X', repeat('a', 600000000), NULL`],
  ['data of 300 MB JSON', `SELECT 'customer-' || gen_random_uuid(), 0, gen_random_uuid(), 'X', '"' || repeat('a', 300000000) || '"', NULL`],
  ['data of 200 MB JSON array', `SELECT 'customer-' || gen_random_uuid(), 0, gen_random_uuid(), 'X', '[' || repeat('[],', 66000000) || '[]]', NULL`],
  ['500 rows with metadata of 4 MB', `SELECT 'customer-' || gen_random_uuid(), 0, gen_random_uuid(), 'X', '{}', '{"a":"' || repeat('a', 4000000) || '"}' FROM generate_series(1, 500)`],
  ['500 rows with type of 4 MB', `SELECT 'customer-' || gen_random_uuid(), 0, gen_random_uuid(), repeat('a', 4000000), '{}', null FROM generate_series(1, 500)`],
])('%s', async (name, select) => {
  const test = await createTestDatabase();
  const t0 = Date.now();
  await test.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data, metadata) ${select}`);
  const wrote = Date.now() - t0;
  const run = spawnSync('nice', ['-n', '19', process.execPath, '-e', SCRIPT(test.url)], { cwd: process.cwd() + '/dist', encoding: 'utf8', timeout: 100_000, maxBuffer: 1e8 });
  process.stderr.write(`${name}: wrote in ${wrote} ms; status ${run.status} signal ${run.signal}\n${run.stdout.slice(-600)}\n${run.stderr.slice(-900)}\n-----\n`);
  await test.drop();
});
