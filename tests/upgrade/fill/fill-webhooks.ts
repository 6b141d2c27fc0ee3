import { until } from '../../crash/until';
import type { Inbox } from '../../interface/webhook-receiver';
import { DECISION, expecting, type FilledTenant, type Scene } from './scene';

const EVERY_EVENT = ['alert.created', 'alert.resolved', 'alert.dismissed'];

/** An endpoint whose secret was rotated. The secret needs no protection: it signs invented alerts only. */
export interface RotatedEndpoint {
  id: string;
  url: string;
  rotated_secret: string;
}

interface OpenEndpoint {
  id: string;
  label: string;
  inbox: Inbox;
}

export interface FilledWebhooks {
  works: RotatedEndpoint;
  /** Call this after alerts were raised. Disables and enables endpoints, and waits until all deliveries have ended. */
  finish: () => Promise<void>;
}

/** Registers endpoints that work, fail, return 410, are disabled or are deleted. Later events are delivered to them. */
export async function fillWebhooks(scene: Scene, tenant: FilledTenant): Promise<FilledWebhooks> {
  const works = await newEndpoint(scene, tenant, 'works – “é東”', 200);
  const rotated = await rotate(tenant, works);
  const fails = await newEndpoint(scene, tenant, 'fails', 500);
  const recovers = await newEndpoint(scene, tenant, 'recovers', 503);
  await newEndpoint(scene, tenant, 'gone', 410);
  const deleted = await newEndpoint(scene, tenant, 'deleted', 200);
  const setStatus = ({ id }: OpenEndpoint, how: string): Promise<unknown> =>
    expecting(200, tenant.backOffice.post(tenant.path(`/webhooks/${id}/${how}`), DECISION));
  const finish = async (): Promise<void> => {
    await expecting(200, tenant.backOffice.post(tenant.path(`/webhooks/${works.id}/test`), {}));
    for (const endpoint of [works, fails, recovers, deleted]) await endpoint.inbox.have(1);
    await expecting(204, tenant.api.delete(tenant.path(`/webhooks/${deleted.id}`)));
    for (const endpoint of [fails, recovers]) await setStatus(endpoint, 'disable');
    await nothingIsDue(scene, tenant);
    await setStatus(recovers, 'enable');
    recovers.inbox.answering = { status: 200 };
    await resendOne(tenant, recovers);
    await nothingIsDue(scene, tenant);
  };
  return { works: rotated, finish };
}

export async function newEndpoint(
  { receiver }: Scene,
  tenant: FilledTenant,
  label: string,
  status: number,
): Promise<OpenEndpoint> {
  const inbox = receiver.newInbox({ status });
  const body = { label, url: inbox.url, event_types: EVERY_EVENT };
  const { endpoint } = await expecting(201, tenant.api.post(tenant.path('/webhooks'), body));
  return { id: endpoint.id as string, label, inbox };
}

export async function rotate(tenant: FilledTenant, { id, inbox }: OpenEndpoint): Promise<RotatedEndpoint> {
  const { signing_secret } = await expecting(200, tenant.api.post(tenant.path(`/webhooks/${id}/rotate-secret`)));
  return { id, url: inbox.url, rotated_secret: signing_secret as string };
}

async function resendOne(tenant: FilledTenant, { id }: OpenEndpoint): Promise<void> {
  const [delivery] = await expecting<{ id: string }[]>(200, tenant.api.get(tenant.path(`/webhooks/${id}/deliveries`)));
  const path = tenant.path(`/webhook-deliveries/${delivery!.id}/resend`);
  await expecting(200, tenant.backOffice.post(path, DECISION));
}

async function nothingIsDue({ owner }: Scene, tenant: FilledTenant): Promise<void> {
  await until('every delivery has ended', async () => {
    const { rows } = await owner.query(
      'SELECT FROM webhooks.deliveries WHERE tenant_id = $1 AND due_at IS NOT NULL LIMIT 1',
      [tenant.id],
    );
    return rows.length === 0;
  });
}
