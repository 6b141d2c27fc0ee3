import { dataOf } from './answers';
import { listedPerson, newCustomer, onboarding, outcomeOf, ruleFor, send } from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';
import { Api } from '../../testing/api';

/** What the audit trail says about actions with an API key. */
export function namedKeys(product: () => Product): void {
  let tenant: Tenant;
  let key: { id: string; api_key: string };
  beforeAll(async () => {
    tenant = await newTenant(product());
    const asked = { scopes: ['read', 'write'], label: 'core banking', reason: 'a test' };
    key = dataOf(await product().backOffice.post(tenant.path('/api-keys'), asked), 201);
    tenant = { ...tenant, api: new Api(product().baseUrl, key.api_key) };
  });

  const entriesOf = async (id: string) =>
    dataOf<any[]>(await product().backOffice.get(tenant.path(`/audit?subject_id=${id}&actor=institution`)));
  const named = (action: string) =>
    expect.objectContaining({
      action,
      actor_type: 'institution',
      actor: `institution:${key.id}`,
      actor_name: 'core banking',
    });

  it('names the key and its label for a customer, its events, a rule and an entry', async () => {
    const customer = await newCustomer(tenant);
    const profile = { full_name: 'Another Name' };
    const event = onboarding(tenant, { customer_id: customer.id, profile, kyc_status: 'rejected' });
    await outcomeOf(tenant, await send(tenant, event));
    const ofCustomer = await entriesOf(customer.id);
    for (const action of ['customer.created', 'customer.profile_changed', 'kyc.rejected']) {
      expect(ofCustomer).toContainEqual(named(action));
    }
    const rule = await done<{ id: string }>(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XAA'));
    expect(await entriesOf(rule.id)).toContainEqual(named('monitoring_rule.created'));
    await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson('Named Person'));
    const all = dataOf<any[]>(await product().backOffice.get(tenant.path('/audit?actor=institution')));
    expect(all).toContainEqual(named('watchlist.entries_added'));
    expect(new Set(all.map(({ actor }) => actor))).toEqual(new Set([`institution:${key.id}`]));
    const exact = tenant.path(`/audit?actor=institution:${key.id}`);
    expect(dataOf(await product().backOffice.get(exact))).toEqual(all);
  });
}
