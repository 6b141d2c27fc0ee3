import { rmSync } from 'node:fs';
import type { Append } from '@probity/event-store/eventstoredb/testing/stand-in/append-service';
import { StandIn } from '@probity/event-store/eventstoredb/testing/stand-in/stand-in';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import { readDemoStaff } from '../../apps/standalone/demo/demo-staff';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { freshEmail, freshName, listedPerson, ruleFor } from '../interface/customers';
import { until } from './until';

// With a separate event store, an append and its projection are not one transaction.
describe('npm start with EVENTSTORE_URL, killed between an append and its projection', () => {
  let database: TestDatabase;
  let store: StandIn;
  let folder: string;
  let product: StandaloneProcess;

  const start = async (): Promise<void> => {
    const environment = { DATABASE_URL: database.url, EVENTSTORE_URL: store.connectionString, LOG_LEVEL: 'warn' };
    product = await StandaloneProcess.start(folder, environment);
  };
  // The admin of the demo, because each use of the operator token is an event of its own.
  const office = () => new Api(product.demo.back_office_url, adminToken);
  const api = () => new Api(product.demo.base_url, product.demo.api_key);
  const tenant = (below: string): string => `/tenants/${product.demo.tenant_slug}${below}`;
  const rowsOf = async (table: string): Promise<number> =>
    Number((await database.owner.query<{ count: string }>(`SELECT count(*) FROM ${table}`)).rows[0]!.count);

  let adminToken: string;
  let ledger_id: string;
  let accounts: string[];
  beforeAll(async () => {
    database = await createTestDatabase();
    store = await StandIn.start();
    folder = temporaryFolder('probity-unprojected-');
    await start();
    const { email, password, code_secret } = readDemoStaff(folder)!.find(({ name }) => name === 'admin')!;
    const credentials = { email, password, code: oneTimeCode(code_secret), as_token: true };
    const session = await new Api(product.demo.back_office_url, undefined).post('/sign-in', credentials);
    adminToken = session.body.data.token as string;
    ledger_id = (await api().post(tenant('/ledgers'), { name: 'Funds', currency: 'USD' })).body.data.id as string;
    const open = async (code: string, account_type: string): Promise<string> =>
      (await api().post(tenant(`/ledgers/${ledger_id}/accounts`), { code, name: code, account_type })).body
        .id as string;
    accounts = [await open('1010', 'asset'), await open('2010', 'liability')];
  }, 600_000);
  afterAll(async () => {
    await product?.stop();
    await store?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const posting = () => ({
    ledger_id,
    currency: 'USD',
    reference: 'deposit',
    idempotency_key: 'deposit',
    entries: [
      { account_id: accounts[0], debit: '250000' },
      { account_id: accounts[1], credit: '250000' },
    ],
  });
  const crypto = { code: 'XBT', name: 'Bitcoin', minor_unit_decimals: 8 };
  const customer = { email: freshEmail(), full_name: freshName() };
  const entry = { id: 'internal-1', ...listedPerson(freshName()) };

  it.each([
    ['a posting', 'ledger-', 'ledger.transactions', () => api().post(tenant('/postings'), posting())],
    ['a customer', 'customer-', 'customer_risk.customers', () => api().post(tenant('/customers'), customer)],
    [
      'a currency',
      'tenant-',
      'back_office.currencies',
      () => office().post(tenant('/currencies'), { ...crypto, reason: 'a test' }),
    ],
    ['an entry', 'watchlist-', 'pipeline.watchlist_entries', () => api().post(tenant('/watchlist-entries'), entry)],
    [
      'a rule',
      'monitoring-rule-',
      'pipeline.monitoring_rules',
      () => api().post(tenant('/monitoring-rules'), ruleFor('XAA')),
    ],
    [
      'a backtest',
      'backtest-',
      'pipeline.backtests',
      () => api().post(tenant('/monitoring-rules/backtests'), ruleFor('XAA')),
    ],
  ] as const)(
    'projects %s when it is started again',
    async (_what, prefix, table, change) => {
      const before = { rows: await rowsOf(table), events: store.log.events.length };
      // Kills the process as soon as the change is stored, before the process can project it. Another append can come
      // first, because the notary records what happened before.
      const killAt = ({ stream }: Append): void => {
        if (stream.startsWith(prefix)) process.kill(product.pid, 'SIGKILL');
        else store.failNextAppends(killAt);
      };
      store.failNextAppends(killAt);
      await expect(change()).rejects.toThrow();
      await product.kill();
      const appended = store.log.events.slice(before.events).filter(({ stream }) => stream.startsWith(prefix));
      expect(appended).not.toEqual([]);
      expect(await rowsOf(table)).toBe(before.rows);

      await start();
      await until('the read side has the new row', async () => (await rowsOf(table)) === before.rows + 1);
      if (table === 'ledger.transactions') {
        expect((await api().post(tenant('/postings'), posting())).body).toMatchObject({ status: 'ok' });
        expect(await rowsOf(table)).toBe(before.rows + 1);
      }
    },
    120_000,
  );

  it('returns the interrupted changes as if they had been acknowledged', async () => {
    const { data } = (await api().get(tenant(`/ledgers/${ledger_id}/transactions`))).body;
    expect(data).toEqual([expect.objectContaining({ reference: 'deposit', amount_minor: '250000' })]);
    expect((await office().get(tenant('/currencies?limit=100'))).body.data).toContainEqual(crypto);
    expect((await api().get(tenant('/watchlist-entries?limit=100'))).body.data).toHaveLength(1);
  });
});
