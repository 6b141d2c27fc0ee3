import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../../testing/api';
import { ruleFor } from '../interface/customers';
import type { Installation } from './installation';

const CUSTOMERS = 20;
const CONNECTIONS = 6;
const BACK_OFF_MS = 20;
/** The most events that wait for their alerts: a slow machine then has no more to catch up with than a fast one. */
const MOST_AHEAD = 200;

const apiOf = ({ product }: Installation): Api => new Api(product.demo.base_url, product.demo.api_key);

/** Creates customers, and a rule that raises an alert for each of their transactions. */
export async function prepareAlerts(installation: Installation): Promise<void> {
  const tenant = `/tenants/${installation.product.demo.tenant_slug}`;
  await created(apiOf(installation).post(`${tenant}/monitoring-rules`, ruleFor('XTS')));
  for (let n = 0; n < CUSTOMERS; n++) {
    const body = { email: `crash-${n}@example.com`, full_name: `Quentin ${n}`, account_refs: [`crash-${n}`] };
    await created(apiOf(installation).post(`${tenant}/customers`, body));
  }
}

/** Registers an endpoint for the alerts of the load and returns its id. */
export async function registerEndpoint(installation: Installation, label: string, url: string): Promise<string> {
  const path = `/tenants/${installation.product.demo.tenant_slug}/webhooks`;
  const body = await created(apiOf(installation).post(path, { label, url, event_types: ['alert.created'] }));
  return body.data.endpoint.id as string;
}

async function created(request: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await request;
  if (status !== 201) throw new Error(`creating what the load needs returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * Sends transactions that raise alerts until it is stopped, even while the product is down. Waits while it is too far
 * ahead of what has arrived.
 */
export class AlertLoad {
  private stopping = false;
  private sent = 0;
  private accepted = 0;
  private readonly arrivedBefore: number;
  private readonly running: Promise<void>[];

  constructor(
    private readonly installation: Installation,
    private readonly run: string,
    private readonly arrived: () => number,
  ) {
    this.arrivedBefore = arrived();
    this.running = Array.from({ length: CONNECTIONS }, () => this.send());
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async send(): Promise<void> {
    while (!this.stopping) {
      if (this.accepted - (this.arrived() - this.arrivedBefore) > MOST_AHEAD) {
        await delay(BACK_OFF_MS);
        continue;
      }
      const n = this.sent++;
      const payload = {
        transaction_id: `${this.run}-${n}`,
        account_ref: `crash-${n % CUSTOMERS}`,
        amount: 20,
        currency: 'XTS',
        direction: 'inbound',
      };
      const { tenant_id } = this.installation.product.demo;
      const event = { tenant_id, event_type: 'transaction', payload };
      const { status } = await apiOf(this.installation)
        .post('/events/webhook', event)
        .catch(() => ({ status: 0 })); // the product was killed
      if (status === 202) this.accepted++;
      else await delay(BACK_OFF_MS);
    }
  }
}
