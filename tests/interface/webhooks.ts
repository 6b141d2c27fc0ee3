import { createHmac } from 'node:crypto';
import { expectRefusal, dataOf } from './answers';
import { type Alert, eventually, newCustomer, outcomeOf, pay, ruleFor } from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';
import type { Inbox, Received } from './webhook-receiver';

export interface WebhookEndpoint {
  id: string;
  tenant_id: string;
  label: string;
  url: string;
  event_types: string[];
  status: string;
  status_reason: string | null;
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

export interface WithSecret {
  endpoint: WebhookEndpoint;
  signing_secret: string;
}

export interface Delivery {
  id: string;
  endpoint_id: string;
  event_type: string;
  event_id: string;
  status: string;
  response_status: number | null;
  error: string | null;
  attempt_count: number;
  next_retry_at?: string;
  delivered_at: string | null;
  created_at: string;
}

/** The body of a delivery. */
export interface WebhookEvent {
  event: string;
  event_id: string;
  tenant_id: string;
  occurred_at: string;
  data: Pick<Alert, (typeof DATA_FIELDS)[number]>;
}

const DATA_FIELDS = ['id', 'customer_id', 'alert_type', 'severity', 'title', 'trigger_ref', 'metadata'] as const;

/** Makes an acceptable body. `changes` replaces fields. The host does not exist, so Probity cannot send to it. */
export const webhookBody = (changes: object = {}): Record<string, unknown> => ({
  label: 'core banking',
  url: 'https://hooks.example.com/probity',
  event_types: ['alert.created'],
  ...changes,
});

/** Registers an endpoint and returns it with its secret. */
export async function newEndpoint(tenant: Tenant, changes: object = {}): Promise<WebhookEndpoint & { secret: string }> {
  const body = webhookBody(changes);
  const { endpoint, signing_secret } = await done<WithSecret>(tenant.api, tenant.path('/webhooks'), body);
  return { ...endpoint, secret: signing_secret };
}

export const endpointAt = (scene: Scene, { url }: Inbox, event_types = ['alert.created']) =>
  newEndpoint(scene.tenant, { url, event_types });

export const readEndpoint = async (tenant: Tenant, id: string): Promise<WebhookEndpoint> =>
  dataOf<WebhookEndpoint>(await tenant.api.get(tenant.path(`/webhooks/${id}`)));

/** Removes an endpoint. After the response nothing more may arrive. */
export async function deleteEndpoint(tenant: Tenant, id: string): Promise<void> {
  const { status, body } = await tenant.api.delete(tenant.path(`/webhooks/${id}`));
  expect({ status, body }).toEqual({ status: 204, body: undefined });
  expectRefusal(await tenant.api.get(tenant.path(`/webhooks/${id}/deliveries`)), 404, /webhook/);
}

export const deliveriesOf = async (tenant: Tenant, id: string, query = '?limit=100'): Promise<Delivery[]> =>
  dataOf<Delivery[]>(await tenant.api.get(tenant.path(`/webhooks/${id}/deliveries${query}`)));

/** Waits until `attempts` attempts of the endpoint's only delivery have an outcome. Returns the delivery. */
export async function deliveryAfter(tenant: Tenant, id: string, attempts: number): Promise<Delivery> {
  const hasOutcome = ({ status, attempt_count, next_retry_at }: Delivery): boolean =>
    attempt_count === attempts &&
    (status === 'succeeded' || status === 'failed') &&
    (next_retry_at === undefined || Date.parse(next_retry_at) > Date.now());
  const [delivery] = await eventually(
    `attempt ${attempts} has an outcome`,
    () => deliveriesOf(tenant, id),
    ([one]) => one !== undefined && hasOutcome(one),
  );
  return delivery!;
}

/** A tenant in which alerts can be raised. */
export interface Scene {
  tenant: Tenant;
  /** Raises an alert and returns it. */
  raise: () => Promise<Alert & { created_at: string }>;
}

export async function newScene(product: Product): Promise<Scene> {
  const tenant = await newTenant(product, []);
  await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS', { title: 'A transaction in XTS – “é東”' }));
  const raise: Scene['raise'] = async () => {
    const customer = await newCustomer(tenant); // a customer who pays often raises other alerts too
    const { alert_ids } = await outcomeOf(tenant, await pay(tenant, customer, { currency: 'XTS' }));
    return dataOf(await tenant.api.get(tenant.path(`/alerts/${alert_ids[0]}`)));
  };
  return { tenant, raise };
}

/** An officer's decision on an alert. */
export async function decide(product: Product, scene: Scene, alert: { id: string }, how: string, body: object) {
  const answer = await product.backOffice.post(scene.tenant.path(`/alerts/${alert.id}/${how}`), body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
}

export const DECISION = { reason: 'checked' };

/** By event type: triggers the event. */
export const HAPPENINGS: Record<string, (product: Product, scene: Scene) => Promise<unknown>> = {
  'alert.created': (_product, scene) => scene.raise(),
  'alert.resolved': async (product, scene) =>
    decide(product, scene, await scene.raise(), 'resolve', { ...DECISION, resolution: 'handled' }),
  'alert.dismissed': async (product, scene) => decide(product, scene, await scene.raise(), 'dismiss', DECISION),
};
export const EVERY_EVENT = Object.keys(HAPPENINGS);

/** Returns the part of an alert that a webhook contains. */
export const dataOfAlert = (alert: Alert): WebhookEvent['data'] =>
  Object.fromEntries(DATA_FIELDS.map((field) => [field, alert[field]])) as unknown as WebhookEvent['data'];

export const eventOf = ({ body }: Received): WebhookEvent => JSON.parse(body.toString()) as WebhookEvent;

/** Returns the time in the signature, in unix seconds, and whether the signature matches the secret. */
export function signatureOf({ headers, body }: Received, secret: string): { timestamp: number; isGood: boolean } {
  const header = String(headers['x-service-signature']);
  const [, timestamp, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (timestamp === undefined) throw new Error(`the signature ${header} does not have the form t=…,v1=…`);
  const right = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return { timestamp: Number(timestamp), isGood: digest === right };
}
