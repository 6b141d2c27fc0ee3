import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type Answer, Api } from '../../testing/api';
import { SIGNAL_PROVIDER, signalProvider, signatureOf } from '../../testing/signal-provider';
import { freshEmail, freshName } from '../interface/customers';
import { Installation } from './installation';
import { Random } from './random';
import { until } from './until';

const CUSTOMERS = 20;
const EVENTS = 1_000;
const CONNECTIONS = 8;
/** The number of kills; set PROBITY_TEST_CRASH_ROUNDS for a longer run. */
const ROUNDS = Number(process.env.PROBITY_TEST_CRASH_ROUNDS ?? 4);
const SECRET = 'the secret of the webhooks of a test';
const WHY = { reason: 'a test' };
const RESULTS = { GREEN: 'approved', RED: 'rejected', HOLD: 'in_review', AGAIN: 'pending', OLD: 'expired' };

interface Tenant {
  slug: string;
  key: string;
  /** ids of its customers, by their number */
  customers: string[];
}

/** What a provider reports: one of its events, about the customer with the number. */
interface Report {
  customer: number;
  body: string;
}

/**
 * The same webhooks go to two tenants: to one in order and once each, to the other shuffled and repeated, while the
 * product is killed. Both must end alike.
 */
describe('webhooks of providers under SIGKILL', () => {
  const seed = Date.now() % 1_000_000;
  const random = new Random(seed);
  const run = randomUUID();
  let installation: Installation;
  let sql: Client;
  let inOrder: Tenant;
  let shuffled: Tenant;
  let requests = 0;
  let unknown = 0;

  const office = () => new Api(installation.product.demo.back_office_url, installation.product.demo.operator_token);
  const api = (tenant: Tenant) => new Api(installation.product.demo.base_url, tenant.key);

  async function newTenant(slug: string): Promise<Tenant> {
    const tenant: Tenant = { slug, key: '', customers: [] };
    await created(office().post('/tenants', { slug, name: slug, four_eyes: false, reason: 'a test' }));
    const key = await created(
      office().post(`/tenants/${slug}/api-keys`, { scopes: ['read', 'write'], reason: 'a test' }),
    );
    tenant.key = key.api_key as string;
    const provider = `/tenants/${slug}/providers/${SIGNAL_PROVIDER}`;
    expect((await office().put(provider, { configuration: signalProvider(SECRET, RESULTS), ...WHY })).status).toBe(200);
    expect((await office().post(`${provider}/activate`, WHY)).status).toBe(200);
    for (let n = 0; n < CUSTOMERS; n++) {
      const body = { email: freshEmail(), full_name: freshName(), kyc_provider_ref: `${run}-${n}` };
      tenant.customers.push((await created(api(tenant).post(`/tenants/${slug}/customers`, body))).id as string);
    }
    return tenant;
  }

  async function created(answering: Promise<Answer>): Promise<Record<string, unknown>> {
    const { status, body } = await answering;
    expect({ status, body }).toMatchObject({ status: 201 });
    return (body.data ?? body) as Record<string, unknown>;
  }

  /** Returns whether the webhook was acknowledged; after a kill that is unknown. */
  async function send(tenant: Tenant, { body }: Report): Promise<boolean> {
    requests++;
    const headers = { 'x-signature': signatureOf(body, SECRET) };
    const path = `/providers/${SIGNAL_PROVIDER}/webhooks/${tenant.slug}`;
    try {
      const sender = new Api(installation.product.demo.base_url, undefined);
      return (await sender.send('POST', path, body, headers)).status === 200;
    } catch {
      unknown++;
      await new Promise((resolve) => setTimeout(resolve, 50)); // the product is restarting
      return false;
    }
  }

  /** As a provider does: repeats what was not acknowledged. */
  async function deliver(tenant: Tenant, reports: Report[], connections: number): Promise<void> {
    const waiting = [...reports];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) while (!(await send(tenant, next)));
    };
    await Promise.all(Array.from({ length: connections }, work));
  }

  async function connect(): Promise<void> {
    sql = new Client({ connectionString: installation.databaseUrl });
    await sql.connect();
  }

  /** The product restarts its Postgres, too. */
  async function restarted(end: () => Promise<void>): Promise<void> {
    await sql.end();
    await end();
    await installation.start();
    await connect();
  }

  const countOf = async (tenant: Tenant, which: string): Promise<number> => {
    const text = `SELECT count(*)::int AS n FROM pipeline.provider_signals s JOIN back_office.tenants t ON t.id = s.tenant_id
      WHERE t.slug = $1 AND ${which}`;
    return (await sql.query<{ n: number }>(text, [tenant.slug])).rows[0]!.n;
  };
  const allApplied = async (tenant: Tenant): Promise<boolean> =>
    (await countOf(tenant, "status = 'applied'")) === EVENTS && (await countOf(tenant, 'due_at IS NOT NULL')) === 0;

  beforeAll(async () => {
    installation = await Installation.create();
    await connect();
    inOrder = await newTenant('in-order');
    shuffled = await newTenant('shuffled');

    const results = Object.keys(RESULTS);
    const reports = Array.from({ length: EVENTS }, (_, n): Report => {
      const customer = random.between(0, CUSTOMERS - 1);
      const result = results[random.between(0, results.length - 1)];
      // Several reports have the same time.
      const at = new Date(Date.UTC(2026, 2, 1) + Math.floor(n / 3) * 1_000).toISOString();
      const comment = `report ${n}`;
      const id = `${run}-event-${n}`;
      const body = { id, type: 'identity.reviewed', at, applicant: `${run}-${customer}`, result, comment };
      return { customer, body: JSON.stringify(body) };
    });

    await deliver(inOrder, reports, 1);
    await until('the signals in order are applied', () => allApplied(inOrder), 240_000);

    const repeated = reports.flatMap((report) => Array.from({ length: random.between(1, 3) }, () => report));
    const delivery = deliver(shuffled, random.pick(repeated, repeated.length), CONNECTIONS);
    for (let round = 1; round <= ROUNDS; round++) {
      const enough = Math.floor((EVENTS * round) / (ROUNDS + 1));
      await until('signals are stored', async () => (await countOf(shuffled, 'true')) >= enough, 120_000);
      await restarted(() => installation.product.kill());
    }
    await delivery;
    await restarted(async () => expect(await installation.product.stop()).toBe(0));
    await until('the shuffled signals are applied', () => allApplied(shuffled), 240_000);
  }, 900_000);

  afterAll(async () => {
    process.stderr.write(`webhooks of providers with seed ${seed}: ${requests} sent, ${unknown} unknown\n`);
    await sql?.end();
    await installation?.remove();
  });

  it('stores each event of the provider once, and nothing that was acknowledged is lost', async () => {
    for (const tenant of [inOrder, shuffled]) expect(await countOf(tenant, 'true')).toBe(EVENTS);
  });

  it('applies each signal once', async () => {
    const { rows } = await sql.query<{ type: string; n: number; signals: number }>(
      `SELECT type, count(*)::int AS n, count(DISTINCT data::json ->> 'signal_id')::int AS signals
       FROM event_store.events WHERE type IN ('ProviderSignalReceived', 'ProviderSignalRecorded', 'ProviderSignalApplied')
       GROUP BY type ORDER BY type`,
    );
    const each = { n: 2 * EVENTS, signals: 2 * EVENTS };
    expect(rows).toEqual([
      { type: 'ProviderSignalApplied', ...each },
      { type: 'ProviderSignalReceived', ...each },
      { type: 'ProviderSignalRecorded', ...each },
    ]);
  });

  it('leads to the same status, alerts and ratings as in order and once each', async () => {
    const stateOf = async (tenant: Tenant, customer: number) => {
      const path = `/tenants/${tenant.slug}/customers/${tenant.customers[customer]}/risk-view`;
      const { customer: view, risk } = (await api(tenant).get(path)).body.data;
      const { rows } = await sql.query<{ alert: string }>(
        `SELECT a.alert_type || ' ' || a.severity || ' ' || a.trigger_ref AS alert FROM customer_risk.alerts a
         WHERE a.customer_id = $1 ORDER BY 1`,
        [tenant.customers[customer]],
      );
      const { kyc_status, risk_rating } = view;
      return { kyc_status, risk_rating, score: risk.composite_score, alerts: rows.map(({ alert }) => alert) };
    };
    const statuses = new Set<string>();
    for (let customer = 0; customer < CUSTOMERS; customer++) {
      const expected = await stateOf(inOrder, customer);
      expect(await stateOf(shuffled, customer)).toEqual(expected);
      expect(expected.score).toEqual(expect.any(Number));
      statuses.add(expected.kyc_status as string);
    }
    expect(statuses.size).toBeGreaterThan(1);
  });

  it('leaves an audit trail of the rejections', async () => {
    for (const { slug } of [inOrder, shuffled]) {
      const rejected = (await office().get(`/tenants/${slug}/audit?action=kyc.rejected&limit=1`)).body.data;
      expect(rejected).toMatchObject([{ actor: `provider:${SIGNAL_PROVIDER}` }]);
    }
  });
});
