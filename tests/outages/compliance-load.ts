import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Answer, Api } from '../../testing/api';
import type { Demo } from '../../testing/standalone-process';
import { until } from '../crash/until';

const CONNECTIONS = 4;
const BACK_OFF_MS = 50;
const MAX_WAIT_MS = 120_000;
/** Postings set the pace of the test. This load only has to run through every outage. */
const PAUSE_MS = 20;

/** Creates customers and sends events until it is stopped, and remembers what was acknowledged. */
export class ComplianceLoad {
  /** the ids of customers and events that the service acknowledged */
  readonly customers: string[] = [];
  readonly events: string[] = [];
  unknown = 0;
  private readonly api: Api;
  private readonly running: Promise<unknown>;
  private sent = 0;
  private stopped = false;

  constructor(private readonly demo: Demo) {
    this.api = new Api(demo.base_url, demo.api_key);
    this.running = Promise.all(Array.from({ length: CONNECTIONS }, () => this.run()));
  }

  /** Waits until `more` further customers, and events of them, have been acknowledged. */
  async acknowledges(more: number): Promise<void> {
    const [customers, events] = [this.customers.length + more, this.events.length + more];
    const enough = () => this.customers.length >= customers && this.events.length >= events;
    await until('customers and events are acknowledged again', enough, MAX_WAIT_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** Returns the acknowledged customers and events that are missing, after every event has its outcome. */
  async missing(database: Client): Promise<string[]> {
    const count = async (text: string) => Number((await database.query<{ count: string }>(text)).rows[0]!.count);
    const isDone = async () => (await count('SELECT count(*) FROM pipeline.inbox')) === 0;
    await until('every event has its outcome', isDone, MAX_WAIT_MS);
    const read = async (text: string) => new Set((await database.query<{ id: string }>(text)).rows.map(({ id }) => id));
    const customers = await read('SELECT id FROM customer_risk.customers');
    const events = await read('SELECT event_id AS id FROM pipeline.processed_events');
    return [
      ...this.customers.filter((id) => !customers.has(id)).map((id) => `customer ${id}`),
      ...this.events.filter((id) => !events.has(id)).map((id) => `event ${id}`),
    ];
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const number = this.sent++;
      const account = `outage-${number}`;
      const customer = await this.post(`/tenants/${this.demo.tenant_slug}/customers`, {
        email: `${account}@example.com`,
        full_name: `Quentin Outage ${number}`,
        account_refs: [account],
      });
      if (!customer) continue; // an event of a customer that may not exist would wait for it
      this.customers.push(customer.body.data.id as string);
      const event = await this.post('/events/webhook', {
        tenant_id: this.demo.tenant_id,
        event_type: 'transaction',
        payload: { transaction_id: account, account_ref: account, amount: 20, currency: 'USD', direction: 'inbound' },
      });
      if (event) this.events.push(event.body.event_id as string);
      await delay(PAUSE_MS);
    }
  }

  /** @throws Error when the service refuses the request: an outage does not explain that */
  private async post(path: string, body: unknown): Promise<Answer | undefined> {
    const answer = await this.api.post(path, body).catch(() => undefined);
    if (answer && answer.status < 300) return answer;
    if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.unknown++;
    await delay(BACK_OFF_MS);
    return undefined;
  }
}
