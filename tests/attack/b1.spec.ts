import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { AccountActivityChanged, LedgerCreated, TransactionPosted } from '@probity/contracts/ledger/events';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { CommandLine } from '../cli/command-line';
jest.setTimeout(400_000);
const INSERT = `INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, $2::bigint, gen_random_uuid(), $3, $4)`;
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
const say = (x: unknown) => process.stderr.write((typeof x === 'string' ? x : JSON.stringify(x)).slice(0, 2500) + '\n');
it('product', async () => {
  const db = await createTestDatabase();
  const folder = temporaryFolder('attack-');
  const start = () => StandaloneProcess.start(folder, { DATABASE_URL: db.url, LOG_LEVEL: 'warn' });
  let product = await start();
  try {
    let api = new Api(product.demo.base_url, product.demo.api_key);
    const t = `/tenants/${product.demo.tenant_slug}`;
    const ledger = (await api.post(`${t}/ledgers`, { name: 'Customer funds', currency: 'USD' })).body.data.id;
    const acc = async (code: string, name: string, account_type: string) => { const { body } = await api.post(`${t}/ledgers/${ledger}/accounts`, { code, name, account_type }); return body.id ?? body.data?.id; };
    const [cash, owed] = [await acc('1000', 'Cash', 'asset'), await acc('2000', 'Owed', 'liability')];
    const post = async (r: string) => { const a = await api.post(`${t}/postings`, { ledger_id: ledger, currency: 'USD', reference: r, idempotency_key: r, entries: [{ account_id: cash, debit: '100' }, { account_id: owed, credit: '100' }] }); return [a.status, a.body.code, a.body.message]; };
    say({ first: await post('one') });
    const row = async () => (await db.owner.query('SELECT is_active, debit_total, entry_count, revision FROM ledger.accounts WHERE id = $1', [cash])).rows[0];
    const shown = async () => JSON.stringify((await api.get(`${t}/ledgers/${ledger}/accounts`)).body).slice(0, 900);
    say({ before: await row(), shown: await shown() });
    const [forged, forger] = [randomUUID(), randomUUID()];
    const posted = TransactionPosted.example as any;
    await db.owner.query(INSERT, [`ledger-${forged}`, 0, 'LedgerCreated', JSON.stringify({ ...(LedgerCreated.example as any), ledger_id: forged, tenant_id: forger })]);
    await db.owner.query(INSERT, [`ledger-${forged}`, 1, 'TransactionPosted', JSON.stringify({ ...posted, ledger_id: forged, tenant_id: forger, transaction_id: randomUUID(), payload: { ...posted.payload, ledger_id: forged, entries: [{ account_id: cash, debit: '999999' }, { account_id: owed, credit: '999999' }] } })]);
    await db.owner.query(INSERT, [`ledger-${forged}`, 2, 'AccountActivityChanged', JSON.stringify({ ...(AccountActivityChanged.example as any), ledger_id: forged, tenant_id: forger, account_id: cash, is_active: false })]);
    await product.kill(); product = await start();
    api = new Api(product.demo.base_url, product.demo.api_key);
    say({ after: await row(), shown: await shown(), printed: product.printed.slice(-500) });
    say({ second: await post('two') });
    const cli = async (...args: string[]) => { const o = await new CommandLine({}).run([...args, '--url', product.demo.back_office_url, '--token', product.demo.operator_token, '--json']); return (o.stdout.trim().split('\n').at(-1) + o.stderr).slice(0, 700); };
    say({ verify: await cli('ledger', 'verify', '--tenant', product.demo.tenant_slug, ledger) });
    say({ rebuilt: await cli('projections', 'rebuild', '--all', '--reason', 'a test') });
    say({ afterRebuild: await row(), verify: await cli('ledger', 'verify', '--tenant', product.demo.tenant_slug, ledger), all: await cli('verify', '--all', '--reason', 'a test') });
    await db.owner.query(`INSERT INTO event_store.events (stream, revision, id, type, data, transaction_id) VALUES ($1, 0, gen_random_uuid(), 'T', '{}', 9223372036854775807)`, [`customer-${randomUUID()}`]);
    await product.kill();
    const t0 = Date.now();
    const again = await Promise.race([start().then((p) => { product = p; return 'started'; }, (e) => `not started: ${String(e.message).slice(-700)}`), pause(60_000).then(() => 'does not get ready in 60 s')]);
    say({ again, ms: Date.now() - t0 });
    if (again === 'started') { await pause(4000); for (const url of [product.demo.base_url, product.demo.back_office_url]) say(await (await fetch(`${new URL(url).origin}/health/ready`)).json()); say(product.printed.slice(-1500)); }
  } finally { await product.kill(); await db.drop(); rmSync(folder, { recursive: true, force: true }); }
});
