import { Client } from 'pg';
import { compileRule } from '@probity/monitoring/compile-rule';
import { recompute } from '@probity/monitoring/recompute';
import type { Evidence } from '@probity/monitoring/evidence';
import { Api } from '../../testing/api';
import { Installation } from './installation';
import { Random } from './random';
import { until } from './until';

const CUSTOMERS = 20;
const CONNECTIONS = 12;
const ROUNDS = 4;
const CASH = 9_500;

/** Sends events and remembers which of them were acknowledged. */
class EventLoad {
  readonly acknowledged = new Map<string, string>();
  requests = 0;
  unknown = 0;
  private stopping = false;
  private readonly running: Promise<void>[];

  constructor(
    private readonly installation: Installation,
    private readonly random: Random,
    private readonly run: string,
  ) {
    this.running = Array.from({ length: CONNECTIONS }, () => this.send());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async send(): Promise<void> {
    while (!this.stopping) {
      const { demo } = this.installation.product;
      // One in ten events repeats an earlier transaction_id.
      const n = this.random.between(0, 9) === 0 ? this.random.between(0, this.requests) : this.requests;
      this.requests++;
      const transactionId = `${this.run}-${n}`;
      const payload = {
        transaction_id: transactionId,
        account_ref: `crash-${n % CUSTOMERS}`,
        amount: n % 7 === 0 ? CASH : 20,
        currency: 'USD',
        direction: 'inbound',
        method: 'cash',
      };
      try {
        const body = { tenant_id: demo.tenant_id, event_type: 'transaction', payload };
        const answer = await new Api(demo.base_url, demo.api_key).post('/events/webhook', body);
        if (answer.status === 202) this.acknowledged.set(answer.body.event_id as string, transactionId);
        else this.unknown++;
      } catch {
        this.unknown++;
        await new Promise((resolve) => setTimeout(resolve, 20)); // the product is restarting
      }
    }
  }
}

describe('ingestion under SIGKILL', () => {
  const seed = Date.now() % 1_000_000;
  const random = new Random(seed);
  const loads: EventLoad[] = [];
  let installation: Installation;
  let sql: Client;

  const api = () => new Api(installation.product.demo.base_url, installation.product.demo.api_key);
  const count = async (text: string): Promise<number> => Number((await sql.query(text)).rows[0].count);

  beforeAll(async () => {
    installation = await Installation.create();
    const tenant = `/tenants/${installation.product.demo.tenant_slug}`;
    for (let n = 0; n < CUSTOMERS; n++) {
      const body = { email: `crash-${n}@example.com`, full_name: `Quentin ${n}`, account_refs: [`crash-${n}`] };
      expect((await api().post(`${tenant}/customers`, body)).status).toBe(201);
    }
    for (let round = 0; round < ROUNDS; round++) {
      const load = new EventLoad(installation, random, `round ${round}`);
      loads.push(load);
      const enough = random.between(50, 300);
      await until('events are acknowledged', () => load.acknowledged.size >= enough);
      await installation.product.kill();
      await load.stop();
      await installation.start();
    }
    sql = new Client({ connectionString: installation.databaseUrl });
    await sql.connect();
    await until('every event has its outcome', async () => (await count('SELECT count(*) FROM pipeline.inbox')) === 0);
  }, 600_000);

  afterAll(async () => {
    const sum = (of: (load: EventLoad) => number) => loads.reduce((total, load) => total + of(load), 0);
    process.stderr.write(
      `ingestion with seed ${seed}: ${sum(({ requests }) => requests)} events sent, ` +
        `${sum(({ acknowledged }) => acknowledged.size)} acknowledged, ${sum(({ unknown }) => unknown)} unknown\n`,
    );
    await sql?.end();
    await installation.remove();
  });

  it('gives every acknowledged event exactly one outcome', async () => {
    const { rows } = await sql.query<{ event_id: string; transaction: string }>(
      "SELECT event_id, payload ->> 'transaction_id' AS transaction FROM pipeline.processed_events",
    );
    const outcomes = new Map(rows.map((row) => [row.event_id, row.transaction]));
    expect(outcomes.size).toBe(rows.length);
    for (const { acknowledged } of loads) {
      expect(acknowledged.size).toBeGreaterThan(0);
      for (const [event, transaction] of acknowledged) expect(outcomes.get(event)).toBe(transaction);
    }
  });

  it('counts every transaction once', async () => {
    const events = "SELECT payload ->> 'transaction_id' AS id FROM pipeline.processed_events";
    const sent = await count(`SELECT count(DISTINCT id) FROM (${events}) AS e`);
    expect(await count('SELECT count(*) FROM pipeline.transactions')).toBe(sent);
  });

  it('has transaction counts that equal a recount', async () => {
    const { rows } = await sql.query<{ known: string; counted: string }>(
      `SELECT s.transaction_count AS known, count(t.transaction_id) AS counted FROM pipeline.subjects s
       JOIN pipeline.transactions t ON s.subject = 'customer:' || t.customer_id GROUP BY s.subject, s.transaction_count`,
    );
    expect(rows).toHaveLength(CUSTOMERS);
    for (const { known, counted } of rows) expect(known).toBe(counted);
  });

  it('has raised each alert once, with evidence on which its rule decides the same again', async () => {
    const { rows } = await sql.query<{
      id: string;
      event_id: string;
      customer_id: string;
      evidence: Evidence & { definition: unknown };
    }>("SELECT id, event_id, customer_id, evidence FROM customer_risk.alerts WHERE source = 'monitoring'");
    expect(rows.length).toBeGreaterThan(0);
    const streams = await count(
      "SELECT count(*) FROM event_store.events WHERE stream LIKE 'alert-%' AND type = 'AlertRaised'",
    );
    expect(rows).toHaveLength(streams);
    for (const { event_id, evidence } of rows) {
      const { definition } = evidence;
      expect(compileRule(definition).definition.event_type).toBe('transaction');
      expect(recompute(definition, evidence)).toBe(true);
      expect(await count(`SELECT count(*) FROM pipeline.processed_events WHERE event_id = '${event_id}'`)).toBe(1);
    }
  });

  it('names in each outcome the alerts that it raised, and they exist', async () => {
    const missing = await count(
      `SELECT count(*) FROM pipeline.processed_events e, unnest(e.alert_ids) AS raised
       LEFT JOIN customer_risk.alerts a ON a.id = raised WHERE a.id IS NULL`,
    );
    expect(missing).toBe(0);
  });
});
