import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../../testing/api';
import { StandaloneProcess } from '../../testing/standalone-process';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { temporaryFolder } from '../../testing/test-postgres';
import { freshEmail, freshName, ruleFor } from '../interface/customers';
import { until } from './until';

const CLI = join(__dirname, '../../dist/apps/cli/main.js');
const EVENTS = 6_000;
/** Counted anew for each event, so that the backtest takes seconds. */
const SLOW = ruleFor('USD', {
  condition: {
    and: Array.from({ length: 8 }, (_none, hour) => ({
      gte: [
        {
          aggregate: 'count',
          window: `${7_000 + hour}h`,
          where: { lte: [{ field: 'activity.amount' }, { field: 'transaction.amount' }] },
        },
        1,
      ],
    })),
  },
});

describe('a backtest in the product', () => {
  let database: TestDatabase;
  let folder: string;
  let product: StandaloneProcess;

  const start = async (): Promise<void> => {
    product = await StandaloneProcess.start(folder, { DATABASE_URL: database.url });
  };
  const api = () => new Api(product.demo.base_url, product.demo.api_key);
  const tenant = (below: string): string => `/tenants/${product.demo.tenant_slug}${below}`;
  const at = (below = '') => tenant(`/monitoring-rules/backtests${below}`);
  const read = async (id: string): Promise<any> => (await api().get(at(`/${id}`))).body.data;
  const begin = async (): Promise<string> => {
    const { status, body } = await api().post(at(), SLOW);
    expect({ status, body }).toMatchObject({ status: 201 });
    await isRunning(body.data.id);
    return body.data.id as string;
  };
  const isRunning = (id: string) => until('it runs', async () => (await read(id)).status === 'running');
  const endsOf = async (id: string): Promise<number> => {
    const text = "SELECT FROM event_store.events WHERE stream = $1 AND type = 'BacktestEnded'";
    return (await database.owner.query(text, [`backtest-${id}`])).rowCount!;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = temporaryFolder('probity-backtests-');
    await start();
    const customer = { email: freshEmail(), full_name: freshName() };
    const { id } = (await api().post(tenant('/customers'), customer)).body.data;
    await database.owner.query(
      `INSERT INTO pipeline.processed_events (tenant_id, event_id, event_type, customer_id, payload, stages, alert_ids,
         received_at, processed_at, occurred_at, transaction_id, amount, currency, direction)
       SELECT $1, gen_random_uuid(), 'transaction', $2, '{}', '[]', '{}', at, at, at, gen_random_uuid(), 100, 'USD', 'inbound'
       FROM (SELECT now() - n * interval '1 minute' AS at FROM generate_series(1, ${EVENTS}) AS n) AS t`,
      [product.demo.tenant_id, id],
    );
  }, 600_000);
  afterAll(async () => {
    await product?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is completed once after its process was killed', async () => {
    const id = await begin();
    await product.kill();
    await start();
    await until('it is completed', async () => (await read(id)).status === 'completed', 120_000);
    expect((await read(id)).result).toMatchObject({ events: EVENTS, complete: true, customers_read: 1 });
    expect(await endsOf(id)).toBe(1);
  }, 600_000);

  it('goes on at once after its process was stopped', async () => {
    const id = await begin();
    expect(await product.stop()).toBe(0);
    const { rows } = await database.owner.query<{ attempts: number; claim: string | null }>(
      'SELECT attempts, claim FROM pipeline.backtests WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ attempts: 0, claim: null }]);
    await start();
    await isRunning(id);
    expect((await api().post(at(`/${id}/cancel`), {})).status).toBe(200);
    expect(await endsOf(id)).toBe(1);
  }, 600_000);

  it('is cancelled when the user of the command line presses Ctrl-C', async () => {
    const draft = join(folder, 'draft.json');
    writeFileSync(draft, JSON.stringify(SLOW));
    const args = [CLI, 'rules', 'backtest', draft, '--tenant', product.demo.tenant_slug, '--json'];
    const cli = spawn(process.execPath, args, { env: { ...process.env, PROBITY_DATA_DIR: folder } });
    let printed = '';
    cli.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const closed = once(cli, 'close');
    await until('it runs', async () => (await api().get(at('?status=running'))).body.data.length === 1);
    cli.kill('SIGINT');
    const [code] = await closed;
    expect({ code, ...JSON.parse(printed) }).toMatchObject({
      code: 1,
      status: 'cancelled',
      ended_by: 'staff:operator token',
    });
  }, 600_000);
});
