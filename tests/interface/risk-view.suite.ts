import { dataOf, expectRefusal } from './answers';
import { TIMESTAMP, UUID } from './patterns';
import {
  customersOf,
  eventually,
  freshName,
  fullCustomer,
  listedPerson,
  newCustomer,
  onboarding,
  pay,
  riskHistory,
  riskView,
  ruleFor,
  send,
} from './customers';
import type { Product } from './product';
import { done, newTenant, type Tenant } from './tenants';

const SCORE = expect.any(Number);
const FACTOR_SCORES = [
  'identity_score',
  'geographic_score',
  'product_score',
  'behavioral_score',
  'channel_score',
  'relationship_score',
];

/** The risk view: its content, and that it includes everything that was acknowledged before. */
export function risk(product: () => Product): void {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(product());
  });

  const viewPath = (id: string): string => `${customersOf(tenant)}/${id}/risk-view`;
  const decide = (alertId: string, decision: string, body: object) =>
    product().backOffice.post(tenant.path(`/alerts/${alertId}/${decision}`), {
      reason: 'looked at the passport',
      ...body,
    });

  describe('the risk view', () => {
    it('returns every field of a customer', async () => {
      const body = fullCustomer();
      const { id, risk_rating } = await newCustomer(tenant, body);
      const view = dataOf(await tenant.api.get(viewPath(id)));
      expect(view).toEqual({
        customer: dataOf(await tenant.api.get(`${customersOf(tenant)}/${id}`)),
        risk: {
          composite_score: SCORE,
          ...Object.fromEntries(FACTOR_SCORES.map((factor) => [factor, SCORE])),
          rating: risk_rating,
          reasons: expect.any(Array),
          model_version: expect.stringMatching(/./),
          assessed_at: TIMESTAMP,
        },
        active_alerts: [],
        active_alert_count: 0,
        open_cases: [],
        is_sanctioned: false,
        requires_edd: false,
        edd_reasons: [],
        identity_verification: {
          status: 'in_review',
          provider: body.kyc_provider,
          provider_ref: body.kyc_provider_ref,
          complete: expect.any(Boolean),
          consistent: true,
          checks: expect.any(Array),
          provider_decision: null,
        },
        screening_results: [],
        compliance_flags: expect.any(Array),
        provider_signals: [],
        generated_at: TIMESTAMP,
      });
      for (const score of ['composite_score', ...FACTOR_SCORES].map((name): unknown => view.risk[name])) {
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1000);
      }
      expect(view.identity_verification.checks.length).toBeGreaterThan(0);
    });

    it('is computed for every request, and forbids caching', async () => {
      const { id } = await newCustomer(tenant);
      const first = await tenant.api.get(viewPath(id));
      const second = await tenant.api.get(viewPath(id));
      for (const answer of [first, second]) expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(Date.parse(dataOf(second).generated_at)).toBeGreaterThanOrEqual(Date.parse(dataOf(first).generated_at));
      expect(Math.abs(Date.parse(dataOf(second).generated_at) - Date.now())).toBeLessThan(60_000);
    });

    it('forbids caching of errors too', async () => {
      const { id } = await newCustomer(tenant);
      const refusals = [
        await tenant.api.get(viewPath('x')),
        await tenant.api.withKey(undefined).get(viewPath(id)),
        await tenant.api.get(`/tenants/another/customers/${id}/risk-view`),
        await tenant.api.get(viewPath(tenant.id)),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([400, 401, 403, 404]);
      for (const answer of refusals) expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    it('of a politically exposed person requires enhanced due diligence', async () => {
      const customer = await newCustomer(tenant, { ...fullCustomer(), pep_status: 'confirmed' });
      const view = await riskView(tenant, customer);
      expect(view.requires_edd).toBe(true);
      expect(view.edd_reasons.length).toBeGreaterThan(0);
      expect(view.compliance_flags.map(({ flag }) => flag).join()).toMatch(/pep/);
    });

    it('includes the alert of an event as soon as the event was accepted', async () => {
      await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XTS'));
      for (let round = 0; round < 3; round++) {
        const customer = await newCustomer(tenant);
        await pay(tenant, customer, { currency: 'XTS', transaction_id: `${customer.id}-tx` });
        const { active_alerts } = await riskView(tenant, customer);
        expect(active_alerts.filter(({ alert_type }) => alert_type === 'in_xts')).toEqual([
          {
            id: UUID,
            customer_id: customer.id,
            alert_type: 'in_xts',
            severity: 'high',
            title: 'A transaction in XTS',
            trigger_ref: `${customer.id}-tx`,
            metadata: expect.any(Object),
            source: 'monitoring',
            status: 'open',
            case_id: null,
            created_at: TIMESTAMP,
            updated_at: TIMESTAMP,
          },
        ]);
      }
    });

    it('includes the outcomes of many events that were sent at the same time', async () => {
      await done(tenant.api, tenant.path('/monitoring-rules'), ruleFor('XBA'));
      const customer = await newCustomer(tenant);
      await Promise.all(Array.from({ length: 20 }, () => pay(tenant, customer, { currency: 'XBA' })));
      const { active_alerts } = await riskView(tenant, customer);
      expect(active_alerts.filter(({ alert_type }) => alert_type === 'in_xba')).toHaveLength(20);
    });

    it('includes the decisions of staff: a confirmed sanctions match makes the customer sanctioned', async () => {
      const name = freshName();
      await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name, { birth_dates: ['1980-02-29'] }));
      const customer = await newCustomer(tenant, { ...fullCustomer(), full_name: name });
      const before = await riskView(tenant, customer);
      expect(before.is_sanctioned).toBe(false);
      expect(before.screening_results).toEqual([
        {
          alert_id: before.active_alerts[0]!.id,
          list: 'tenant',
          entry_id: expect.any(String),
          topics: ['sanction'],
          subject: 'customer',
          subject_name: name,
          matched_name: name,
          score: expect.any(Number),
          status: 'potential_match',
          screened_at: TIMESTAMP,
          plugin: null,
        },
      ]);

      const resolved = await decide(before.active_alerts[0]!.id, 'resolve', { resolution: 'confirmed_match' });
      expect(resolved.status).toBe(200);
      const after = await riskView(tenant, customer);
      expect(after).toMatchObject({ is_sanctioned: true, requires_edd: true, active_alerts: [] });
      expect(after.risk.composite_score).toBe(1000);
      expect(after.customer.risk_rating).toBe('critical');
      expect(after.screening_results[0]).toMatchObject({ status: 'confirmed_match' });
      expect((await riskHistory(tenant, customer)).at(-1)).toMatchObject({
        rating_to: 'critical',
        trigger_type: 'alert_decision',
        score: 1000,
      });
    });

    it('does not list a dismissed alert as active', async () => {
      const name = freshName();
      await done(tenant.api, tenant.path('/watchlist-entries'), listedPerson(name));
      const customer = await newCustomer(tenant, { full_name: name });
      const [alert] = (await riskView(tenant, customer)).active_alerts;
      expect((await decide(alert!.id, 'dismiss', {})).status).toBe(200);
      const view = await riskView(tenant, customer);
      expect(view.active_alerts).toEqual([]);
      expect(view.is_sanctioned).toBe(false);
      expect(view.screening_results[0]).toMatchObject({ status: 'false_positive' });
    });

    it('has the open cases, and the alerts in them', async () => {
      const customer = await newCustomer(tenant);
      await pay(tenant, customer, { currency: 'XTS' });
      const [alert] = (await riskView(tenant, customer)).active_alerts;
      const body = {
        customer_id: customer.id,
        title: 'Odd payment',
        alert_ids: [alert!.id],
        reason: 'to look at it',
      };
      const opened = dataOf(await product().backOffice.post(tenant.path('/cases'), body), 201);
      const view = await riskView(tenant, customer);
      expect(view.open_cases).toEqual([
        {
          id: opened.id,
          customer_id: customer.id,
          title: 'Odd payment',
          status: 'open',
          outcome: null,
          alert_ids: [alert!.id],
          opened_by: 'operator token',
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
        },
      ]);
      expect(view.active_alerts.find(({ id }) => id === alert!.id)).toMatchObject({ case_id: opened.id });
    });

    it('cannot be read for a customer of another tenant', async () => {
      const other = await newTenant(product());
      const theirs = await newCustomer(other);
      for (const below of ['risk-view', 'risk-history']) {
        expectRefusal(await tenant.api.get(`${customersOf(tenant)}/${theirs.id}/${below}`), 404, /customer/);
      }
    });
  });

  describe('the risk history', () => {
    it('has only changes of the rating, oldest first, and each starts from the previous rating', async () => {
      const customer = await newCustomer(tenant, fullCustomer());
      const move = (nationality: string) =>
        send(tenant, onboarding(tenant, { customer_id: customer.id, profile: { nationality } }));
      await move('KP');
      await move('IR');
      await move('GB');
      await riskView(tenant, customer);
      const items = await eventually(
        'the rating has changed twice',
        () => riskHistory(tenant, customer),
        ({ length }) => length === 3,
      );
      expect(items.map(({ rating_to }) => rating_to)).toEqual([customer.risk_rating, 'critical', customer.risk_rating]);
      expect(items.map(({ rating_from }) => rating_from)).toEqual([null, customer.risk_rating, 'critical']);
      const times = items.map(({ created_at }) => created_at);
      expect(times).toEqual([...times].sort());
      expect(
        dataOf(await tenant.api.get(`${customersOf(tenant)}/${customer.id}/risk-history?limit=1&offset=1`)),
      ).toEqual([items[1]]);
    });

    it.each(['limit=0', 'limit=101', 'offset=-1', 'order=desc'])('rejects %s', async (query) => {
      const { id } = await newCustomer(tenant);
      const answer = await tenant.api.get(`${customersOf(tenant)}/${id}/risk-history?${query}`);
      expectRefusal(answer, 400, new RegExp(query.split('=')[0]!));
    });
  });
}
