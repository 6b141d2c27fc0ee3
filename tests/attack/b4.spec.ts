import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
jest.setTimeout(300_000);
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
const say = (x: unknown) => process.stderr.write((typeof x === 'string' ? x : JSON.stringify(x)).slice(0, 2500) + '\n');
it.each([['notary-log-', 'CheckpointSigned', '{}'], ['checkpoint-key-', 'CheckpointKeyCreated', '{}'], ['customer max', '', '']])('product %s', async (prefix, type, data) => {
  const db = await createTestDatabase(); const folder = temporaryFolder('attack-');
  const start = () => StandaloneProcess.start(folder, { DATABASE_URL: db.url, LOG_LEVEL: 'warn' });
  let product = await start();
  try {
    const victim = product.demo.tenant_id;
    await pause(2500);
    const max = (await db.owner.query('SELECT max(revision) m FROM event_store.events WHERE stream = $1', [prefix + victim])).rows[0].m;
    if (type === '') await db.owner.query(INSERT, [`customer-${randomUUID()}`, '9223372036854775807', 'X', '{}']);
    else await db.owner.query(INSERT, [prefix + victim, Number(max) + 1, type, data]);
    const kill = async () => { await product.kill(); };
    await kill();
    const again = await start().then((p) => { product = p; return 'started'; }, (e) => 'not started ' + String(e.message).slice(-600));
    const other = await new Api(product.demo.back_office_url, product.demo.operator_token).post('/tenants', { slug: `t-${randomUUID().slice(0, 8)}`, name: 'T', reason: 'a test' });
    const id = other.body?.data?.id ?? other.body?.id;
    let logged = false; for (let n = 0; n < 40 && !logged; n++) { logged = !!(await db.owner.query('SELECT FROM notary.leaves WHERE stream = $1', [`tenant-${id}`])).rowCount; await pause(200); }
    say({ prefix, max, again, status: other.status, otherLogged: logged, ready: await (await fetch(`${new URL(product.demo.base_url).origin}/health/ready`)).json(), stopped: (await db.owner.query('SELECT log, stream, problem FROM notary.stopped_logs')).rows, printed: product.printed.split('\n').filter((l) => /notary/.test(l)).at(-1)?.slice(0, 500) });
  } finally { await product.kill(); await db.drop(); rmSync(folder, { recursive: true, force: true }); }
});
