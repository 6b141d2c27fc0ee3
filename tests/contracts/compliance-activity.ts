import { randomUUID } from 'node:crypto';
import { until } from '../crash/until';
import { freshEmail, freshName, freshRef, ruleFor } from '../interface/customers';
import type { Api } from '../../testing/api';
import { expecting } from './expecting';
import { useReports } from './use-reports';
import { useStaff } from './use-staff';

const decision = { reason: 'looked at' };

/** The APIs of a deployment, and one of its tenants. */
export interface Institution {
  /** the gateway, with a key of the tenant */
  api: Api;
  backOffice: Api;
  tenantId: string;
  slug: string;
}

/** Triggers every type of event of customers, alerts, cases, reports, watchlists, rules and settings. */
export async function useComplianceHalf({ api, backOffice, tenantId, slug }: Institution): Promise<void> {
  const tenant = `/tenants/${slug}`;
  const name = freshName();
  const entry = { id: `é/${randomUUID()}`, schema: 'Person', names: [name], topics: ['sanction'] };
  await expecting(201, api.post(`${tenant}/watchlist-entries`, entry));
  const [rule] = await expecting(200, api.get(`${tenant}/monitoring-rules`));
  await expecting(200, api.put(`${tenant}/monitoring-rules/${rule.id}`, { mode: 'shadow' }));

  const backtests = `${tenant}/monitoring-rules/backtests`;
  const { id: backtest } = await expecting(201, api.post(backtests, ruleFor('XTS')));
  await until('the backtest has ended', async () => {
    const { ended_at } = await expecting(200, api.get(`${backtests}/${backtest}`));
    return ended_at !== null;
  });

  const customers = [];
  for (let n = 0; n < 3; n++) {
    const body = { email: freshEmail(), full_name: name, account_refs: [freshRef()], metadata: { deep: [null, 1.5] } };
    customers.push(await expecting(201, api.post(`${tenant}/customers`, body)));
  }
  const [first, second, third] = await Promise.all(
    customers.map(async ({ id }) => (await alertsOf(api, tenant, id))[0]!.id as string),
  );
  const about = { customer_id: customers[0]!.id, title: 'Namesake', ...decision };
  const opened = await expecting(201, backOffice.post(`${tenant}/cases`, about));
  const inCase = `${tenant}/cases/${opened.id}`;
  await expecting(200, backOffice.post(`${inCase}/alerts`, { alert_ids: [first], ...decision }));
  await expecting(200, backOffice.post(`${inCase}/notes`, { note: 'asked' }));
  const named = { 'content-type': 'text/plain', 'x-file-name': 'letter.txt' };
  const file = await expecting(201, backOffice.send('POST', `${inCase}/files`, 'a letter', named));
  const letter = await fetch(`${backOffice.baseUrl}${inCase}/files/${file.id}`, { headers: backOffice.authorization });
  expect(await letter.text()).toBe('a letter');
  await expecting(200, backOffice.post(`${inCase}/files/${file.id}/remove`, decision));
  await useReports(backOffice, tenant, opened.id);
  await expecting(200, backOffice.post(`${inCase}/close`, { outcome: 'no_action', ...decision }));
  await expecting(200, backOffice.post(`${tenant}/alerts/${first}/escalate`, decision));
  const analyst = { name: 'Queue', roles: ['analyst'], ...decision };
  const { id: assignee } = await expecting(201, backOffice.post(`${tenant}/staff/services`, analyst));
  await expecting(200, backOffice.post(`${tenant}/alerts/${second}/assign`, { assignee }));
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await expecting(200, backOffice.post(`${tenant}/alerts/${second}/snooze`, { until: later, ...decision }));
  await expecting(200, backOffice.put(`${tenant}/alerts/${second}/tags`, { tags: ['waits'] }));
  await expecting(200, backOffice.post(`${tenant}/alerts/${second}/dismiss`, decision));
  const confirmed = { resolution: 'confirmed_match', ...decision };
  await expecting(200, backOffice.post(`${tenant}/alerts/${third}/resolve`, confirmed));

  await expecting(
    200,
    backOffice.put(`${tenant}/customers/${customers[0]!.id}/kyc-status`, { to: 'in_review', ...decision }),
  );
  const settings = JSON.stringify({ settings: { screening: { threshold: 0.8 } }, ...decision });
  await expecting(200, backOffice.send('PATCH', `${tenant}/settings`, settings));
  const limits = JSON.stringify({ limits: { monitoring_rules: 100 }, ...decision });
  await expecting(200, backOffice.send('PATCH', `${tenant}/limits`, limits));
  await importList(backOffice);
  await useStaff(backOffice, slug);

  const payload = { customer_id: customers[1]!.id, profile: { occupation: 'diplomat' } };
  await expecting(202, api.post('/events/webhook', { tenant_id: tenantId, event_type: 'onboarding', payload }));
  const transaction = {
    transaction_id: randomUUID(),
    account_ref: customers[2]!.account_refs[0],
    amount: '12000.00',
    currency: 'USD',
    direction: 'inbound',
    method: 'cash',
    counterparty: { name },
  };
  const paid = { tenant_id: tenantId, event_type: 'transaction', payload: transaction };
  await expecting(202, api.post('/events/webhook', paid));
  // The risk view responds only when every event that was accepted before has its outcome.
  for (const { id } of customers.slice(1)) await expecting(200, api.get(`${tenant}/customers/${id}/risk-view`));
  const matched = await alertsOf(api, tenant, customers[2]!.id);
  const { id: alert_id } = matched.find(({ metadata }) => metadata.subject === 'counterparty');
  const allowed = await expecting(
    200,
    backOffice.post(`${tenant}/allow-list`, { alert_id, until: later, ...decision }),
  );
  await expecting(200, backOffice.post(`${tenant}/allow-list/${allowed.id}/end`, decision));
  await eraseOne(backOffice, api, tenant, name);
  await expecting(204, api.delete(`${tenant}/watchlist-entries/${encodeURIComponent(entry.id)}`));
}

/** Requests the erasure of a customer, withdraws it, requests it again, and erases the customer. */
async function eraseOne(backOffice: Api, api: Api, tenant: string, full_name: string): Promise<void> {
  const body = { email: freshEmail(), full_name: full_name.split(' ').toReversed()[0]!, account_refs: [freshRef()] };
  const { id } = await expecting(201, api.post(`${tenant}/customers`, body));
  for (const alert of await alertsOf(api, tenant, id)) {
    await expecting(200, backOffice.post(`${tenant}/alerts/${alert.id}/dismiss`, decision));
  }
  const asked = backOffice.send('POST', `${tenant}/customers/${id}/export`, JSON.stringify(decision));
  await asked.catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error; // the response has several lines of JSON
  });
  const erasure = `${tenant}/customers/${id}/erasure`;
  const ended = { relationship_ended_on: '2001-01-01', ...decision };
  await expecting(200, backOffice.post(erasure, ended));
  await expecting(204, backOffice.post(`${erasure}/withdraw`, decision));
  await expecting(200, backOffice.post(erasure, ended));
  const run = await backOffice.send('POST', `${tenant}/retention/run`, JSON.stringify({ dry_run: false, ...decision }));
  if (run.status !== 200) throw new Error(`the retention returned ${run.status}`);
  await until('the customer is erased', async () => {
    const [first] = await expecting(200, backOffice.get(`${tenant}/erasures`));
    return first?.status === 'erased';
  });
}

/** Imports a list of one entry, as `probity watchlist import` does, and sets and removes its source. */
async function importList(backOffice: Api): Promise<void> {
  const name = `list-${randomUUID().slice(0, 8)}`;
  const watched = { format: 'un-consolidated', files: [], active: false, reason: 'a test' };
  await expecting(200, backOffice.put(`/watchlists/${name}/source`, watched));
  await expecting(204, backOffice.delete(`/watchlists/${name}/source?reason=a+test`));
  const list = `/watchlists/${name}/imports`;
  const { import_id } = await expecting(201, backOffice.post(list, { format: 'by-hand' }));
  const entry = {
    id: '1',
    schema: 'Company',
    names: [{ name: freshName(), quality: 'primary' }],
    topics: ['sanction'],
    birth_dates: [],
    countries: [],
    identifiers: [],
    programs: [],
  };
  await expecting(200, backOffice.post(`${list}/${import_id}/entries`, { entries: [entry] }));
  await expecting(200, backOffice.post(`${list}/${import_id}/finish`, { reason: 'a test' }));
}

const alertsOf = (api: Api, tenant: string, customerId: string): Promise<any[]> =>
  expecting(200, api.get(`${tenant}/alerts?customer_id=${customerId}`));
