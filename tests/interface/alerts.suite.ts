import { randomUUID } from 'node:crypto';
import { dataOf, expectRefusal } from './answers';
import { type Alert, freshName, listedPerson, newCustomer, pay, riskView, ruleFor } from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

const WHAT_ONLY_STAFF_SEES = /evidence|decisions|officer|"match"/;

/** Alerts and cases, as institutions read them. */
export function alerts(product: () => Product): void {
  let tenant: Tenant;
  let screened: Alert;
  let monitored: Alert;
  beforeAll(async () => {
    tenant = await newTenant(product());
    const name = freshName();
    await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name));
    await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS', { severity: 'low' }));
    const listed = await newCustomer(tenant, { full_name: name });
    const paying = await newCustomer(tenant);
    await pay(tenant, paying, { currency: 'XTS' });
    [screened] = (await riskView(tenant, listed)).active_alerts as [Alert];
    [monitored] = (await riskView(tenant, paying)).active_alerts as [Alert];
  });

  const list = async (query = '') => dataOf<Alert[]>(await tenant.api.get(tenant.path(`/alerts${query}`)));

  describe('alerts', () => {
    it('are the same in the list, newest first, when read one by one, and in the risk view', async () => {
      expect(await list()).toEqual([monitored, screened]);
      for (const alert of [screened, monitored]) {
        const answer = await tenant.api.get(tenant.path(`/alerts/${alert.id}`));
        expect(dataOf(answer)).toEqual(alert);
        expect(JSON.stringify(answer.body)).not.toMatch(WHAT_ONLY_STAFF_SEES);
      }
    });

    it('can be filtered by status, customer, severity, source and type', async () => {
      expect(await list('?source=screening')).toEqual([screened]);
      expect(await list('?severity=low')).toEqual([monitored]);
      expect(await list('?alert_type=in_xts')).toEqual([monitored]);
      expect(await list(`?customer_id=${screened.customer_id}`)).toEqual([screened]);
      expect(await list('?status=open&limit=1&offset=1')).toEqual([screened]);
      expect(await list('?status=dismissed')).toEqual([]);
    });

    it.each(['status=new', 'severity=urgent', 'source=staff', 'customer_id=5', 'alert_type=', 'title=x'])(
      'cannot be filtered by %s',
      async (query) => {
        const answer = await tenant.api.get(tenant.path(`/alerts?${query}`));
        expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
      },
    );

    it('show the decision of staff, but not the officer and the reason', async () => {
      const decision = { reason: 'known to us', resolution: 'handled' };
      const path = tenant.path(`/alerts/${monitored.id}`);
      expect((await product().backOffice.post(`${path}/resolve`, decision)).status).toBe(200);
      const answer = await tenant.api.get(path);
      expect(dataOf(answer)).toMatchObject({ id: monitored.id, status: 'resolved' });
      expect(JSON.stringify(answer.body)).not.toMatch(/operator token|known to us/);
      expect((await list('?status=resolved')).map(({ id }) => id)).toEqual([monitored.id]);
    });

    it('cannot be changed: there is no route', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await tenant.api.send(method, tenant.path(`/alerts/${screened.id}`), '{"status":"dismissed"}');
        expectRefusal(answer, 404);
      }
    });

    it('return 404 if they do not exist or belong to another tenant', async () => {
      const other = await newTenant(product());
      expectRefusal(await tenant.api.get(tenant.path(`/alerts/${randomUUID()}`)), 404, /alert/);
      expectRefusal(await other.api.get(other.path(`/alerts/${screened.id}`)), 404, /alert/);
      expect(dataOf(await other.api.get(other.path('/alerts')))).toEqual([]);
      const query = `?customer_id=${screened.customer_id}`;
      expect(dataOf(await other.api.get(other.path(`/alerts${query}`)))).toEqual([]);
    });
  });

  describe('cases', () => {
    it('are listed, and can be filtered by status and customer', async () => {
      const body = {
        customer_id: screened.customer_id,
        title: 'Namesake',
        alert_ids: [screened.id],
        reason: 'to look at it',
      };
      const { id } = dataOf(await product().backOffice.post(tenant.path('/cases'), body), 201);
      const ids = async (query: string) =>
        dataOf<{ id: string }[]>(await tenant.api.get(tenant.path(`/cases${query}`))).map((one) => one.id);
      expect(await ids('')).toEqual([id]);
      expect(await ids(`?status=open&customer_id=${screened.customer_id}`)).toEqual([id]);
      expect(await ids('?status=closed')).toEqual([]);
      expect(await ids(`?customer_id=${monitored.customer_id}`)).toEqual([]);
      const other = await newTenant(product());
      expect(dataOf(await other.api.get(other.path('/cases')))).toEqual([]);
    });

    it.each(['status=new', 'customer_id=5', 'outcome=reported'])('cannot be filtered by %s', async (query) => {
      const answer = await tenant.api.get(tenant.path(`/cases?${query}`));
      expectRefusal(answer, 400, new RegExp(`\\b${query.split('=')[0]}\\b`));
    });
  });
}
