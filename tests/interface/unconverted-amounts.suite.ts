import { newCustomer, pay, riskView, ruleFor } from './customers';
import { dataOf } from './answers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

/** Amounts in a currency without a rate, and rules that compare them or do not. */
export function unconvertedAmounts(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  it('are unknown to a rule, unless it opts in; a version that does not say keeps what the rule had', async () => {
    const condition = {
      and: [{ eq: [{ field: 'transaction.currency' }, 'XUN'] }, { gte: [{ field: 'transaction.amount' }, 1] }],
    };
    const { compare_unconverted_amounts: _, ...silent } = ruleFor('XUN', { condition });
    const alerts = async (): Promise<number> => {
      const customer = await newCustomer(tenant);
      await pay(tenant, customer, { currency: 'XUN' });
      return (await riskView(tenant, customer)).active_alerts.length;
    };
    const rules = tenant.path('/monitoring-rules');
    const rule = await done<{ id: string }>(tenant.api, rules, silent);
    expect(rule).toMatchObject({ compare_unconverted_amounts: false });
    expect(await alerts()).toBe(0);

    const change = async (body: object) => dataOf<object>(await tenant.api.put(`${rules}/${rule.id}`, body));
    const opted = { version: 2, compare_unconverted_amounts: true };
    expect(await change({ ...silent, compare_unconverted_amounts: true })).toMatchObject(opted);
    expect(await alerts()).toBe(1);
    expect(await change({ ...silent, severity: 'low' })).toMatchObject({ ...opted, version: 3 });
  });
}
