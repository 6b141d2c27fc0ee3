import type { FilledCustomer, FilledCustomers } from './fill-customers';
import { DECISION, expecting, type FilledTenant } from './scene';

/** Makes alerts in every status, and open and closed cases. Does not change the first matched customer's alert. */
export async function fillDecisions(tenant: FilledTenant, { corporate, matched }: FilledCustomers): Promise<void> {
  const [, open, escalated, dismissed, handled, reported, confirmed] = matched;
  const decide = async (customer: FilledCustomer, how: string, more: object = {}): Promise<void> => {
    const [alert] = await alertsOf(tenant, customer);
    await expecting(200, tenant.backOffice.post(tenant.path(`/alerts/${alert!.id}/${how}`), { ...DECISION, ...more }));
  };
  await fillOpenCase(tenant, open!);
  await decide(escalated!, 'escalate');
  await decide(dismissed!, 'dismiss');
  await decide(handled!, 'resolve', { resolution: 'handled' });
  await decide(reported!, 'escalate');
  await fillClosedCase(tenant, reported!);
  await decide(reported!, 'resolve', { resolution: 'reported' });
  await decide(confirmed!, 'resolve', { resolution: 'confirmed_match' });
  await fillOpenCase(tenant, corporate);
}

/** Opens a case with all alerts of the customer and adds a note. */
async function fillOpenCase(tenant: FilledTenant, customer: FilledCustomer): Promise<void> {
  const alerts = await alertsOf(tenant, customer);
  const id = await openCase(tenant, customer, alerts.slice(0, 1));
  const rest = alerts.slice(1).map((alert) => alert.id);
  if (rest.length > 0) await inCase(tenant, id, 'alerts', { alert_ids: rest, ...DECISION });
  await inCase(tenant, id, 'notes', { note: 'Asked the customer – “é東”.' });
}

async function fillClosedCase(tenant: FilledTenant, customer: FilledCustomer): Promise<void> {
  const id = await openCase(tenant, customer, []);
  await inCase(tenant, id, 'notes', { note: 'Nothing came back.' });
  await inCase(tenant, id, 'alerts', {
    alert_ids: (await alertsOf(tenant, customer)).map((alert) => alert.id),
    ...DECISION,
  });
  await inCase(tenant, id, 'close', { outcome: 'reported', ...DECISION });
}

async function openCase(tenant: FilledTenant, customer: FilledCustomer, alerts: { id: string }[]): Promise<string> {
  const body = { customer_id: customer.id, title: 'Namesake', alert_ids: alerts.map(({ id }) => id), ...DECISION };
  return (await expecting<{ id: string }>(201, tenant.backOffice.post(tenant.path('/cases'), body))).id;
}

const inCase = (tenant: FilledTenant, id: string, below: string, body: object): Promise<unknown> =>
  expecting(200, tenant.backOffice.post(tenant.path(`/cases/${id}/${below}`), body));

const alertsOf = (tenant: FilledTenant, customer: { id: string }): Promise<{ id: string }[]> =>
  expecting(200, tenant.api.get(tenant.path(`/alerts?customer_id=${customer.id}`)));
