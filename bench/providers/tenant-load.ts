import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '../../tests/crash/in-parallel';
import type { BenchTenant } from '../webhooks/bench-product';

const CUSTOMERS = 1_000;
const IN_PARALLEL = 16;

/** Events of one tenant at a steady rate. Each names another counterparty, so that each is a new request. */
export class TenantLoad {
  private sent = 0;
  failed = 0;

  constructor(private readonly tenant: BenchTenant) {}

  async prepare(): Promise<void> {
    const { api, slug } = this.tenant;
    await inParallel(
      Array.from({ length: CUSTOMERS }, (_none, n) => n),
      IN_PARALLEL,
      async (n) => {
        const body = {
          email: `bench-${n}@example.com`,
          full_name: `Benchley Quillfeather ${n}`,
          account_refs: [`bench-${n}`],
        };
        const { status } = await api.post(`/tenants/${slug}/customers`, body);
        if (status !== 201) throw new Error(`creating a customer returned ${status}`);
      },
    );
  }

  /** Sends events at the rate, however long the responses take. */
  async run(rate: number, seconds: number): Promise<void> {
    const events = Math.round(rate * seconds);
    const started = performance.now();
    const responses: Promise<void>[] = [];
    while (responses.length < events) {
      const due = Math.min(events, Math.floor(((performance.now() - started) / 1_000) * rate) + 1);
      while (responses.length < due) responses.push(this.send());
      await delay(2);
    }
    await Promise.all(responses);
  }

  private async send(): Promise<void> {
    const n = this.sent++;
    const { status } = await this.tenant.api.post('/events/webhook', {
      tenant_id: this.tenant.id,
      event_type: 'transaction',
      payload: {
        transaction_id: `bench-${n}`,
        account_ref: `bench-${(n * 7_919) % CUSTOMERS}`,
        amount: 20 + (n % 300) + 0.5,
        currency: 'USD',
        direction: n % 2 === 0 ? 'inbound' : 'outbound',
        counterparty: { name: `Counterparty ${n} Trading`, country: 'DE' },
      },
    });
    if (status !== 202) this.failed++;
  }
}
