import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
jest.setTimeout(400_000);
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
const say = (x: unknown) => process.stderr.write((typeof x === 'string' ? x : JSON.stringify(x)) + '\n');
it('product', async () => {
  const db = await createTestDatabase();
  const folder = temporaryFolder('attack-');
  let product = await StandaloneProcess.start(folder, { DATABASE_URL: db.url, LOG_LEVEL: 'warn' });
  try {
    let api = new Api(product.demo.base_url, product.demo.api_key);
    const t = `/tenants/${product.demo.tenant_slug}`;
    const ready = async (url: string) => (await fetch(`${new URL(url).origin}/health/ready`)).json();
    const waitingEvent = async () => {
      const ref = `ref-${randomUUID()}`;
      await pause(1500); const e = await api.post(`/events/webhook`, { tenant_id: product.demo.tenant_id, event_type: 'transaction', payload: { transaction_id: `e-${ref}`, account_ref: ref, amount: 100, currency: 'USD', direction: 'inbound' } });
      if (e.status !== 202) say(e.body);
      await pause(1500); const c = await api.post(`${t}/customers`, { email: `${ref}@example.com`, full_name: 'Quentin Z', account_refs: [ref] });
      if (c.status !== 201) say(c.body);
      for (let n = 0; n < 60; n++) { const { rows } = await db.owner.query('SELECT status, due_at FROM pipeline.inbox WHERE event_id = $1', [e.body.event_id]); if (rows[0]?.status !== 'pending' && rows[0]) return rows[0].status; await pause(200); }
      return 'still pending after 12 s';
    };
    say({ before: await waitingEvent() });
    const id = randomUUID();
    await db.owner.query(INSERT, [`customer-${id}`, 0, 'CustomerCreated', JSON.stringify({ customer_id: id })]);
    say({ after: await waitingEvent() });
    say({ gateway: await ready(product.demo.base_url), office: await ready(product.demo.back_office_url) });
    const printed = product.printed;
    say(`printed ${printed.length}: ${printed.slice(-1500)}`);
    await product.kill();
    product = await StandaloneProcess.start(folder, { DATABASE_URL: db.url, LOG_LEVEL: 'warn' });
    api = new Api(product.demo.base_url, product.demo.api_key);
    say({ afterRestart: await waitingEvent() });
    say({ dead: (await db.owner.query('SELECT count(*) FROM platform.dead_letters').catch((e) => ({ rows: [e.message] }))).rows });
    // now the row of 600 MB
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data) SELECT 'x-1', 0, gen_random_uuid(), 'X', repeat('a', 600000000)`);
    const ended = await Promise.race([product.ended().catch((e) => String(e.message).slice(-900)), pause(60_000).then(() => 'still runs after 60 s')]);
    say({ ended });
    if (!String(ended).startsWith('still')) {
      const again = await StandaloneProcess.start(folder, { DATABASE_URL: db.url, LOG_LEVEL: 'warn' }).then((p) => { product = p; return 'started'; }, (e) => `not started: ${String(e.message).slice(-400)}`);
      say({ again });
      if (again === 'started') say({ then: await Promise.race([product.ended().catch((e) => 'ended again: ' + String(e.message).slice(-200)), pause(20_000).then(() => 'still runs')]) });
    }
  } finally { await product.kill(); await db.drop(); rmSync(folder, { recursive: true, force: true }); }
});
