import { newCancelledBacktest } from './backtests';
import { inParallel } from './books';
import { freshName, listedPerson, newCustomer, onboarding, riskView, ruleFor, send } from './customers';
import { paging } from './paging';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

const ITEMS = 21; // more than the default page

/** The paging of every list of the compliance part. */
export function complianceLists(product: () => Product): void {
  let tenant: Tenant;
  let ruleId: string;
  beforeAll(async () => {
    tenant = await newTenant(product());
    const names = Array.from({ length: ITEMS }, freshName);
    await done(
      tenant.api,
      tenant.path('/watchlist-entries'),
      names.map((name) => listedPerson(name)),
    );
    const customers = await inParallel(
      4,
      names.map((full_name) => () => newCustomer(tenant, { full_name })),
    );
    await inParallel(
      4,
      customers.map((customer) => async () => {
        await send(tenant, onboarding(tenant, { customer_id: customer.id }));
        const { active_alerts } = await riskView(tenant, customer);
        const about = { customer_id: customer.id, title: 'Namesake', reason: 'to look at it' };
        const alert_ids = active_alerts.map(({ id }) => id);
        await done(product().backOffice, tenant.path('/cases'), { ...about, alert_ids });
        await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS', { mode: 'disabled' }));
      }),
    );
    for (let n = 0; n < ITEMS; n++) await newCancelledBacktest(tenant);
    const rule = await done<{ id: string }>(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS'));
    ruleId = rule.id;
    for (let version = 1; version < ITEMS; version++) {
      await tenant.api.put(tenant.path(`/monitoring-rules/${ruleId}`), ruleFor('XTS', { name: `Version ${version}` }));
    }
  }, 180_000);

  const LISTS = [
    '/customers',
    '/events',
    '/alerts',
    '/cases',
    '/monitoring-rules',
    '/monitoring-rules/:id/versions',
    '/monitoring-rules/backtests',
    '/watchlist-entries',
  ];

  describe.each(LISTS)('%s', (list) => {
    paging((query) => tenant.api.get(tenant.path(list.replace(':id', ruleId)) + query));
  });
}
