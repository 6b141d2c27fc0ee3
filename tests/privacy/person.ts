import { randomUUID } from 'node:crypto';
import { dataOf } from '../interface/answers';
import {
  eventually,
  freshEmail,
  freshName,
  freshRef,
  listedPerson,
  onboarding,
  outcomeOf,
  ruleFor,
  send,
  transaction,
} from '../interface/customers';
import type { Product } from '../interface/product';
import { done, type Tenant } from '../interface/tenants';
import { Api } from '../../testing/api';
import { SIGNAL_PROVIDER, signalProvider, signatureOf } from '../../testing/signal-provider';

const DAY_MS = 86_400_000;
const SECRET = 'the secret of the webhooks of a test';

/** A customer of a test, with the texts by which a person would recognise it. */
export interface Person {
  id: string;
  name: string;
  email: string;
  texts: string[];
}

/** Creates a customer and lets everything happen that stores something about it. Nothing about it stays open. */
export async function aPersonWithHistory(product: Product, tenant: Tenant): Promise<Person> {
  const { backOffice } = product;
  const name = freshName();
  const [email, ref, external, applicant] = [freshEmail(), freshRef(), `EXT-${freshRef()}`, `APPL-${freshRef()}`];
  const why = { reason: `concerns ${name} <${email}>` };
  // The entry is like the name, and not the same: a list is not data of the customer.
  const listed = name.replaceAll(
    /\b(\w+)(\w)\b/g,
    (_all, begin: string, end: string) => begin + (end === 'a' ? 'e' : 'a'),
  );
  await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(listed));
  const rule = ruleFor('XTS', { alert_type: `in_${freshRef().toLowerCase().replaceAll('-', '_')}` });
  await done(tenant.api, tenant.path('/monitoring-rules'), rule);
  const documents = [{ type: 'passport', number: `P${ref}` }];
  const address = { line1: `House of ${name}`, city: 'London', country: 'GB' };
  const more = {
    external_id: external,
    kyc_provider: SIGNAL_PROVIDER,
    kyc_provider_ref: applicant,
    identity_documents: documents,
    address,
  };
  const { id } = await done<{ id: string }>(tenant.api, tenant.path('/customers'), {
    email,
    full_name: name,
    account_refs: [ref],
    metadata: { known_as: name },
    ...more,
  });

  const shown = { description: `from ${name}`, reference: email, counterparty_name: name };
  const paid = { currency: 'XTS', counterparty: { name }, ...shown };
  await outcomeOf(tenant, await send(tenant, transaction(tenant, ref, paid)));
  const changed = { customer_id: id, profile: { occupation: `${name} the second` } };
  await outcomeOf(tenant, await send(tenant, onboarding(tenant, changed)));
  const { id: backtest } = await done<{ id: string }>(
    tenant.api,
    tenant.path('/monitoring-rules/backtests'),
    ruleFor('XTS'),
  );
  const backtests = tenant.path(`/monitoring-rules/backtests/${backtest}`);
  await eventually(
    'the backtest ended',
    async () => dataOf<any>(await tenant.api.get(backtests)),
    ({ ended_at }) => ended_at !== null,
  );
  await reportOfProvider(product, tenant, applicant, name);
  await eventually(
    'the provider decided',
    async () => dataOf<{ kyc_status: string }>(await tenant.api.get(tenant.path(`/customers/${id}`))),
    ({ kyc_status }) => kyc_status === 'approved',
  );

  const opened = await done<{ id: string }>(backOffice, tenant.path('/cases'), {
    customer_id: id,
    title: name,
    alert_ids: [],
    ...why,
  });
  await ok(backOffice.post(tenant.path(`/cases/${opened.id}/notes`), { note: `met ${name}` }));
  const named = { 'content-type': 'text/plain', 'x-file-name': encodeURIComponent(`letter of ${name}.txt`) };
  await ok(backOffice.send('POST', tenant.path(`/cases/${opened.id}/files`), `a letter of ${name}`, named));
  await ok(backOffice.post(tenant.path(`/cases/${opened.id}/close`), { outcome: 'no_action', ...why }));
  const alerts = dataOf<{ id: string; status: string }[]>(
    await tenant.api.get(tenant.path(`/alerts?customer_id=${id}`)),
  );
  if (alerts.length < 2) throw new Error(`${alerts.length} alerts were raised instead of a match and a hit of a rule`);
  await allowCounterparty(
    product,
    tenant,
    alerts.map(({ id: alert }) => alert),
    why,
  );
  for (const { id: alert } of alerts) await ok(backOffice.post(tenant.path(`/alerts/${alert}/dismiss`), why));
  const texts = [name, email, ref, external, applicant, ...name.split(' ')];
  return { id, name, email, texts };
}

/** Adds the counterparty of one of the alerts to the allow-list. */
async function allowCounterparty({ backOffice }: Product, tenant: Tenant, alerts: string[], why: object) {
  const until = new Date(Date.now() + 30 * DAY_MS).toISOString();
  for (const alert_id of alerts) {
    const { match } = dataOf<{ match: { subject: string } | null }>(
      await backOffice.get(tenant.path(`/alerts/${alert_id}`)),
    );
    if (match?.subject !== 'counterparty') continue;
    return void (await ok(backOffice.post(tenant.path('/allow-list'), { alert_id, until, ...why })));
  }
  throw new Error('no alert is about a counterparty');
}

async function reportOfProvider(product: Product, tenant: Tenant, applicant: string, name: string): Promise<void> {
  const path = tenant.path(`/providers/${SIGNAL_PROVIDER}`);
  await ok(
    product.backOffice.put(path, { configuration: signalProvider(SECRET, { GREEN: 'approved' }), reason: 'a test' }),
  );
  await ok(product.backOffice.post(`${path}/activate`, { reason: 'a test' }));
  const report = { id: randomUUID(), type: 'identity.reviewed', at: new Date().toISOString(), applicant };
  const raw = JSON.stringify({ ...report, result: 'GREEN', comment: `${name} was seen` });
  const headers = { 'x-signature': signatureOf(raw, SECRET) };
  const provider = new Api(product.baseUrl, undefined);
  await ok(provider.send('POST', `/providers/${SIGNAL_PROVIDER}/webhooks/${tenant.slug}`, raw, headers));
}

export async function ok(answering: Promise<{ status: number; body: unknown }>): Promise<any> {
  const { status, body } = await answering;
  if (status !== 200 && status !== 201 && status !== 204)
    throw new Error(`a request returned ${status}: ${JSON.stringify(body)}`);
  return body;
}
