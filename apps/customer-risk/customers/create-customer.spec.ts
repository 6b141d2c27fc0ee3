import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createCustomer } from '@probity/contracts/customers/commands';
import { newId } from '@probity/platform/ids';
import { aScreeningAlert } from '../testing/examples';
import { PAGE } from '../testing/customer-risk-fixture';
import { faults, service, request, refusalOf, withEmail, eventTypes } from './testing/creations';

describe('a new customer', () => {
  it('is returned with its rating, and can be read in the same form', async () => {
    const wanted = request({ kyc_status: 'approved' });
    const created = await service.commands.send(createCustomer, wanted);
    expect(created).toMatchObject({
      id: wanted.customer_id,
      tenant_id: service.tenantId,
      email: wanted.profile.email,
      full_name: 'Ada Byron',
      business_name: null,
      metadata: null,
      kyc_status: 'approved',
      risk_rating: 'low',
    });
    expect(created.updated_at).toBe(created.created_at);
    expect(await service.customers.customer(service.tenantId, created.id)).toEqual(created);
  });

  it('has its first rating as the first item of its history', async () => {
    const { id, risk_rating, created_at } = await service.create();
    const history = await service.customers.riskHistory(service.tenantId, id, PAGE);
    expect(history).toEqual([
      {
        rating_from: null,
        rating_to: risk_rating,
        reason: expect.stringMatching(/^the customer was created; the score of \d+ is low/),
        trigger_type: 'onboarding',
        score: expect.any(Number),
        actor_type: 'system',
        created_at,
      },
    ]);
  });

  it('keeps the optional fields and the free-form metadata as they were given', async () => {
    const profile = {
      customer_type: 'corporate' as const,
      full_name: undefined,
      business_name: 'Analytical Engines Ltd',
      business_type: 'limited',
      industry_type: 'software',
      registration_no: '123',
      tax_id: 'T-1',
      income_range: '1000000-2000000',
      source_of_wealth: 'inheritance',
      beneficial_owners: [{ name: 'Charles Babbage', role: 'director', ownership_share: '75.5', nationality: 'GB' }],
      related_parties: [{ name: 'Luigi Menabrea', date_of_birth: '1809-09-04' }],
      metadata: { z: 1, a: { toJSON: 'kept', ключ: [null, 1.5] } },
    };
    const { id } = await service.create(profile);
    const read = (await service.customers.customer(service.tenantId, id))!;
    expect(read).toMatchObject({ ...profile, full_name: null });
    expect(Object.keys(read.metadata!)).toEqual(['z', 'a']);
  });

  it('is screened first: its alerts are raised, and count for the rating, before it is returned', async () => {
    const alert = aScreeningAlert();
    service.screen = ({ profile }) => (profile.email === 'match@example.com' ? [alert] : []);
    const created = await service.create({ email: 'match@example.com' });
    expect(created.risk_rating).toBe('high');
    const view = (await service.views.of(service.tenantId, created.id, new Date()))!;
    expect(view.active_alerts).toMatchObject([{ id: alert.alert_id, alert_type: 'sanctions_match', status: 'open' }]);
    // The first rating already includes the alert, so scoring the customer again changes nothing.
    await service.report(created.id);
    expect(await eventTypes(created.id)).toEqual(['CustomerCreated', 'RiskAssessed']);
  });

  it('has the right score when another command scores it before its alerts are raised', async () => {
    const wanted = request();
    const alert = aScreeningAlert();
    service.screen = () => [alert];
    faults.dieBefore = async (stream) => {
      if (stream !== `alert-${alert.alert_id}`) return false;
      faults.clear();
      expect(await service.report(wanted.customer_id)).toMatchObject({ assessment: { rating: 'low' } });
      return false;
    };
    expect(await service.commands.send(createCustomer, wanted)).toMatchObject({ risk_rating: 'high' });
    expect((await service.views.of(service.tenantId, wanted.customer_id, new Date()))!.risk.rating).toBe('high');
  });

  it.each([
    ['cannot be reached', () => Promise.reject(new Error('connection refused'))],
    ['does not respond in time', () => setTimeout(1_500, [])],
  ])('is not created when the pipeline %s, and the address stays free', async (_what, screen) => {
    const wanted = request();
    service.screen = screen;
    const refusal = await refusalOf(service.commands.send(createCustomer, wanted));
    expect(refusal).toMatchObject({ kind: 'overloaded', code: 'screening_unavailable' });
    expect(refusal.message).toMatch(/no changes were made; retry$/);
    expect(await withEmail(wanted.profile.email)).toEqual([]);

    service.screen = () => [];
    await expect(service.create({ email: wanted.profile.email })).resolves.toMatchObject({ risk_rating: 'low' });
  });
});

describe('the same command again', () => {
  it('creates nothing twice and returns the same result, also after the customer has changed', async () => {
    const wanted = request();
    const created = await service.commands.send(createCustomer, wanted);
    const changes = { occupation: 'judge' };
    await service.report(created.id, { trigger_type: 'onboarding', event_id: newId(), changes, skip_kyc: true });
    expect(await service.commands.send(createCustomer, wanted)).toEqual(created);
    expect((await eventTypes(created.id)).filter((type) => type === 'CustomerCreated')).toHaveLength(1);
  });

  it('creates one customer when it is delivered twice at once', async () => {
    const other = await service.anotherInstance();
    const wanted = request();
    const alert = aScreeningAlert();
    service.screen = () => [alert];
    const [one, two] = await Promise.all([service.commands, other].map((bus) => bus.send(createCustomer, wanted)));
    expect(one).toEqual(two);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { customer_id: wanted.customer_id })).toHaveLength(1);
  });

  it('raises the alerts that a crash prevented', async () => {
    const wanted = request();
    const alerts = [aScreeningAlert(), aScreeningAlert({ trigger_ref: 'un:1' })];
    service.screen = () => alerts;
    faults.dieBefore = (stream) => stream === `alert-${alerts[1]!.alert_id}`;
    await expect(refusalOf(service.commands.send(createCustomer, wanted))).resolves.toMatchObject({
      kind: 'outcome_unknown',
    });
    faults.clear();
    const created = await service.commands.send(createCustomer, wanted);
    const view = (await service.views.of(service.tenantId, created.id, new Date()))!;
    expect(view.active_alerts.map(({ id }) => id).sort()).toEqual(alerts.map(({ alert_id }) => alert_id).sort());
    expect(await eventTypes(created.id)).toEqual(['CustomerCreated', 'RiskAssessed']);
  });

  it('reports an error while its alerts may be missing', async () => {
    const wanted = request();
    await service.commands.send(createCustomer, wanted);
    service.screen = () => Promise.reject(new Error('connection refused'));
    await expect(refusalOf(service.commands.send(createCustomer, wanted))).resolves.toMatchObject({
      kind: 'outcome_unknown',
      message: expect.stringContaining('its alerts may not be raised yet'),
    });
  });

  it('is rejected when the id belongs to another customer, of this tenant or another', async () => {
    const { id } = await service.create();
    for (const change of [{}, { tenant_id: randomUUID() }]) {
      await expect(refusalOf(service.create({}, { customer_id: id, ...change }))).resolves.toMatchObject({
        code: 'customer_id_taken',
      });
    }
  });
});
