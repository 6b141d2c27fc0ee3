import { until } from '../../crash/until';
import { newCustomer } from './fill-customers';
import { pay, readEvent, refuseTransaction } from './fill-events';
import { beginImport, fillOwnList, MATCHED_NAMES, UNFINISHED_LIST } from './fill-lists';
import { newEndpoint, rotate, type RotatedEndpoint } from './fill-webhooks';
import { expecting, type FilledTenant, type Scene } from './scene';

/** Work that the old version began and a later version must finish. */
export interface Unfinished {
  /** an event that has failed and is due again */
  pending_event: string;
  /** an endpoint to which a delivery has failed and is due again */
  endpoint: RotatedEndpoint;
  /** an unfinished import of a list whose entries were already sent */
  import: { list: string; id: string };
}

/** Leaves work unfinished. The caller must stop the product immediately, before it finishes the work itself. */
export async function fillUnfinished(scene: Scene, tenant: FilledTenant): Promise<Unfinished> {
  const list = UNFINISHED_LIST;
  const begun = await beginImport(scene.backOffice, list);
  await fillOwnList(tenant);
  const unlucky = await newCustomer(tenant, 'unlucky', { full_name: 'Infelix' });

  const endpoint = await newEndpoint(scene, tenant, 'later', 500);
  const rotated = await rotate(tenant, endpoint);
  await newCustomer(tenant, 'matched', { full_name: tenant.own(MATCHED_NAMES[1]!) });
  const fails = scene.makesEventsFail !== false;
  if (fails) await refuseTransaction(scene, 'pending');
  const eventId = await pay(tenant, unlucky, 'pending', {});
  if (fails) await until('the event has failed once', async () => (await readEvent(tenant, eventId)).attempts > 0);
  await until('the delivery has failed', async () => {
    const path = tenant.path(`/webhooks/${endpoint.id}/deliveries?limit=1`);
    const [delivery] = await expecting<{ status: string }[]>(200, tenant.api.get(path));
    return delivery?.status === 'failed';
  });
  return { pending_event: eventId, endpoint: rotated, import: { list, id: begun } };
}
