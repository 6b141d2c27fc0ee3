import { until } from '../../crash/until';
import type { FilledCustomer, FilledCustomers } from './fill-customers';
import { WATCHED_CURRENCY } from './fill-rules';
import { expecting, type FilledTenant, type Scene } from './scene';

const METHODS = ['cash', 'wire', 'card', 'transfer', 'crypto', 'cheque', 'other'];

/** Sends events for every outcome: processed with and without findings, duplicate, unresolved, dead. */
export async function fillEvents(scene: Scene, tenant: FilledTenant, customers: FilledCustomers): Promise<void> {
  const { individual, corporate } = customers;
  for (const [index, method] of METHODS.entries()) {
    const direction = index % 2 === 0 ? 'inbound' : 'outbound';
    await pay(tenant, individual, `plain-${method}`, { method, direction, amount: 12.5 + index });
  }
  await pay(tenant, individual, 'plain-cash', {}); // a duplicate
  await pay(tenant, corporate, 'full', FULL_PAYMENT);
  for (let n = 0; n < 4; n++) {
    await pay(tenant, corporate, `structured-${n}`, { amount: '9500.00', method: 'cash' });
  }
  for (const customer of [individual, corporate]) {
    await pay(tenant, customer, `watched-${customer.id}`, { currency: WATCHED_CURRENCY });
  }
  await send(tenant, 'onboarding', {
    customer_id: individual.id,
    profile: { occupation: 'diplomat', tags: ['moved'], metadata: { changed: true } },
    kyc_status: 'approved',
    kyc_provider: 'sumsub',
    kyc_provider_ref: 'applicant-18',
    stage: 'review',
    reason: 'periodic review',
  });
  await send(tenant, 'onboarding', { external_id: 'nobody-has-this', profile: { occupation: 'pilot' } });
  await pay(tenant, { account_refs: ['nobody-has-this'] }, 'unresolved', {});
  if (scene.makesEventsFail !== false) await failEvent(scene, tenant, customers.unlucky, 'dead');
  await allHaveOutcomes(tenant);
}

const FULL_PAYMENT = {
  amount: '123456789012345678.12345678',
  direction: 'outbound',
  method: 'wire',
  channel: 'branch',
  description: 'Invoice 17',
  reference: 'INV-17',
  occurred_at: '2024-02-29T12:34:56.789Z',
  counterparty: {
    name: 'Quodvult Exemplarius',
    account: 'GB29NWBK60161331926819',
    country: 'IR',
    date_of_birth: '1960-01-01',
    type: 'individual',
  },
  metadata: { terminal: 'T-1', deep: [null, { a: 1 }] },
  further_field: 'é東',
};

export async function pay(
  tenant: FilledTenant,
  customer: Pick<FilledCustomer, 'account_refs'>,
  transaction_id: string,
  changes: object,
): Promise<string> {
  const plain = { amount: 100, currency: 'USD', direction: 'inbound' };
  return send(tenant, 'transaction', { transaction_id, account_ref: customer.account_refs[0], ...plain, ...changes });
}

async function send(tenant: FilledTenant, event_type: string, payload: object): Promise<string> {
  const body = { tenant_id: tenant.id, event_type, payload };
  return (await expecting<{ event_id: string }>(202, tenant.api.post('/events/webhook', body))).event_id;
}

/** Sends a transaction that the database rejects, and waits until the event is dead. */
async function failEvent(
  scene: Scene,
  tenant: FilledTenant,
  customer: FilledCustomer,
  transactionId: string,
): Promise<void> {
  const restore = await refuseTransaction(scene, transactionId);
  const eventId = await pay(tenant, customer, transactionId, {});
  await until('the event is dead', async () => (await readEvent(tenant, eventId)).status === 'dead');
  await restore();
}

/** Makes the database reject one transaction, to simulate a defect. Returns a function that ends this. */
export async function refuseTransaction({ owner }: Scene, transactionId: string): Promise<() => Promise<void>> {
  await owner.execute(`
    CREATE FUNCTION pipeline.refuse_for_dump() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused for the upgrade dump'; END $$;
    CREATE TRIGGER refuse_for_dump BEFORE INSERT ON pipeline.processed_events FOR EACH ROW
      WHEN (NEW.transaction_id = '${transactionId}') EXECUTE FUNCTION pipeline.refuse_for_dump()`);
  return () => owner.execute('DROP FUNCTION pipeline.refuse_for_dump CASCADE');
}

export const readEvent = (tenant: FilledTenant, eventId: string): Promise<{ status: string; attempts: number }> =>
  expecting(200, tenant.api.get(tenant.path(`/events/${eventId}`)));

const allHaveOutcomes = (tenant: FilledTenant): Promise<void> =>
  until('every event has an outcome', async () => {
    const pending = await expecting<unknown[]>(200, tenant.backOffice.get(tenant.path('/events?status=pending')));
    return pending.length === 0;
  });
