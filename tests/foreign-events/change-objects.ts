import { randomUUID } from 'node:crypto';
import type { Api } from '../../testing/api';
import type { ReadingTenant } from '../rebuild/filled-product';

const REASON = { reason: 'a test' };
type Change = (under: string, tenant: ReadingTenant, backOffice: Api) => Promise<{ status: number; body: any }>;

const itemsOf = async (api: Api, path: string): Promise<any[]> => (await api.get(path)).body.data;

/** A change of an object that exists, for some kinds. */
const CHANGES: Record<string, Change> = {
  tenant: (under, _tenant, backOffice) => {
    const body = { settings: { screening: { threshold: 0.81 } }, ...REASON };
    return backOffice.send('PATCH', `${under}/settings`, JSON.stringify(body));
  },
  'monitoring rule': async (under, { api }) => {
    const [rule] = await itemsOf(api, `${under}/monitoring-rules`);
    return api.put(`${under}/monitoring-rules/${rule.id}`, { mode: 'active' });
  },
  'own list': (under, { api }) => {
    const entry = { id: randomUUID(), schema: 'Person', names: ['Quentin Zzyzx'], topics: ['sanction'] };
    return api.post(`${under}/watchlist-entries`, entry);
  },
  alert: async (under, _tenant, backOffice) => {
    const [alert] = await itemsOf(backOffice, `${under}/alerts`);
    return backOffice.put(`${under}/alerts/${alert.id}/tags`, { tags: [`t-${randomUUID().slice(0, 8)}`] });
  },
  ledger: async (under, { api }) => {
    for (const { id, currency } of await itemsOf(api, `${under}/ledgers`)) {
      const accounts = (await itemsOf(api, `${under}/ledgers/${id}/accounts`)).filter(({ is_active }) => is_active);
      if (accounts.length < 2) continue;
      const [{ id: debited }, { id: credited }] = accounts;
      const entries = [
        { account_id: debited, debit: '7' },
        { account_id: credited, credit: '7' },
      ];
      const posted = await api.post(`${under}/postings`, { ledger_id: id, currency, entries });
      if (posted.status !== 201) return posted;
    }
    return { status: 201, body: {} };
  },
};

/** Changes objects of a tenant. Returns the status of each change, or the code of its refusal. */
export async function changeObjects(tenant: ReadingTenant, backOffice: Api): Promise<Record<string, number | string>> {
  const results: Record<string, number | string> = {};
  for (const [kind, change] of Object.entries(CHANGES)) {
    const { status, body } = await change(`/tenants/${tenant.slug}`, tenant, backOffice);
    results[kind] = status < 300 ? status : body.code;
  }
  return results;
}

export const CHANGED = {
  tenant: expect.any(Number) as number,
  'monitoring rule': 200,
  'own list': 201,
  alert: 200,
  ledger: 201,
};
