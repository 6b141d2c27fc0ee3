import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../../testing/api';
import type { Demo } from '../../testing/standalone-process';

const DEADLINE_MS = 30_000;
const STAFF = { reason: 'a case for the requests' };

const ANY_TRANSFER = {
  name: 'Any transfer',
  description: 'Every transfer.',
  reason: 'It makes an alert.',
  event_type: 'transaction',
  severity: 'low',
  alert_type: 'any_transfer',
  title: 'A transfer',
  condition: { gte: [{ field: 'transaction.amount' }, 0] },
};

/** Ids that exist, by the names of path parameters and of body fields. */
export interface Estate {
  parameters: Record<string, string>;
  fields: Record<string, string | string[]>;
}

/**
 * Creates one of each object, so that generated requests can name it.
 *
 * @throws Error with the response if an object cannot be created
 */
export async function newEstate(demo: Demo): Promise<Estate> {
  const api = new Api(demo.base_url, demo.api_key);
  const office = new Api(demo.back_office_url, demo.operator_token);
  const slug = demo.tenant_slug;
  const at = (path: string): string => `/tenants/${slug}${path}`;
  const created = async (of: Api, path: string, body: object) => {
    const answer = await of.post(path, body);
    if (answer.status >= 300) throw new Error(`POST ${path} returned ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data ?? answer.body;
  };

  const ledger = await created(api, at('/ledgers'), { name: 'Fuzz', currency: 'USD' });
  const account = (code: string, type: string) =>
    created(api, at(`/ledgers/${ledger.id}/accounts`), { code, name: code, account_type: type });
  const cash = await account('fuzz-cash', 'asset');
  const owed = await account('fuzz-owed', 'liability');
  const entries = [
    { account_id: cash.id, debit: '100' },
    { account_id: owed.id, credit: '100' },
  ];
  const posting = await created(api, at('/postings'), { ledger_id: ledger.id, currency: 'USD', entries });
  const customer = await created(api, at('/customers'), {
    email: 'fuzz@example.com',
    full_name: 'Fuzz Example',
    account_refs: ['FUZZ-1'],
  });
  const rule = await created(api, at('/monitoring-rules'), ANY_TRANSFER);
  const backtest = await created(api, at('/monitoring-rules/backtests'), ANY_TRANSFER);
  const entry = await created(api, at('/watchlist-entries'), {
    id: 'fuzz-1',
    schema: 'Person',
    names: ['Fuzz Listed'],
  });
  const webhook = await created(api, at('/webhooks'), {
    label: 'fuzz',
    url: 'http://127.0.0.1:9/webhooks',
    event_types: ['alert.created'],
  });
  const event = await created(api, '/events/webhook', {
    tenant_id: demo.tenant_id,
    event_type: 'transaction',
    payload: { transaction_id: 'fuzz-1', account_ref: 'FUZZ-1', amount: 5, currency: 'USD', direction: 'inbound' },
  });
  const alertId = await firstAlert(api, at('/alerts'));
  const investigation = await created(office, at('/cases'), {
    ...STAFF,
    customer_id: customer.id,
    title: 'Fuzz',
    alert_ids: [alertId],
  });
  const deliveries = await api.get(at(`/webhooks/${webhook.endpoint.id}/deliveries`));
  return {
    parameters: {
      slug,
      ledgerId: ledger.id,
      accountId: cash.id,
      postingId: posting.transaction.id,
      customerId: customer.id,
      alertId,
      caseId: investigation.id,
      eventId: event.event_id,
      ruleId: rule.id,
      backtestId: backtest.id,
      entryId: entry.id,
      endpointId: webhook.endpoint.id,
      ...(deliveries.body.data[0] && { deliveryId: deliveries.body.data[0].id }),
    },
    fields: {
      tenant_id: demo.tenant_id,
      ledger_id: ledger.id,
      customer_id: customer.id,
      alert_ids: [alertId],
      account_ref: 'FUZZ-1',
      currency: 'USD',
    },
  };
}

async function firstAlert(api: Api, path: string): Promise<string> {
  const giveUpAt = Date.now() + DEADLINE_MS;
  for (;;) {
    const [alert] = (await api.get<{ data: { id: string }[] }>(path)).body.data;
    if (alert) return alert.id;
    if (Date.now() > giveUpAt) throw new Error(`no alert was raised in ${DEADLINE_MS / 1000} s`);
    await delay(100);
  }
}
