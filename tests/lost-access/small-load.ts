import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Api } from '../../testing/api';
import type { Demo } from '../../testing/standalone-process';
import { type LoadLedger, prepareLedgers } from '../crash/load-ledger';
import { TenantClient } from '../crash/tenant-client';

const PAUSE_MS = 100;

/** A request of the load, and what it got. */
export interface Sent {
  what: string;
  answer: Answer;
  beganAt: number;
  tookMs: number;
}

/** One request of each kind at a time, again and again until it is stopped. */
export class SmallLoad {
  readonly sent: Sent[] = [];
  private readonly running: Promise<unknown>;
  private stopped = false;

  private constructor(
    private readonly demo: Demo,
    private readonly ledger: LoadLedger,
  ) {
    const api = new Api(demo.base_url, demo.api_key);
    const office = new Api(demo.back_office_url, demo.operator_token);
    const tenant = `/tenants/${demo.tenant_slug}`;
    this.running = Promise.all([
      this.repeat('a customer', () => api.post(`${tenant}/customers`, this.customer())),
      this.repeat('a posting', () => api.post(`${tenant}/postings`, this.posting())),
      this.repeat('an event', () => api.post('/events/webhook', this.event())),
      this.repeat('a list of customers', () => api.get(`${tenant}/customers`)),
      this.repeat('a list of transactions', () => api.get(`${tenant}/ledgers/${ledger.id}/transactions`)),
      this.repeat('a list of tenants', () => office.get('/tenants')),
    ]);
  }

  static async start(demo: Demo): Promise<SmallLoad> {
    return new SmallLoad(demo, (await prepareLedgers(new TenantClient(demo), 1))[0]!);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async repeat(what: string, send: () => Promise<Answer>): Promise<void> {
    while (!this.stopped) {
      const beganAt = performance.now();
      const answer = await send();
      this.sent.push({ what, answer, beganAt, tookMs: performance.now() - beganAt });
      await delay(PAUSE_MS);
    }
  }

  private customer() {
    return { email: `${randomUUID()}@example.com`, full_name: `Quentin Lost ${this.sent.length}` };
  }

  private posting() {
    const [debited, credited] = this.ledger.accountIds;
    return {
      ledger_id: this.ledger.id,
      currency: 'USD',
      reference: 'small load',
      idempotency_key: randomUUID(),
      entries: [
        { account_id: debited, debit: '5' },
        { account_id: credited, credit: '5' },
      ],
    };
  }

  private event() {
    const transaction_id = randomUUID();
    const payload = { transaction_id, account_ref: 'lost', amount: 20, currency: 'USD', direction: 'inbound' };
    return { tenant_id: this.demo.tenant_id, event_type: 'transaction', payload };
  }
}
