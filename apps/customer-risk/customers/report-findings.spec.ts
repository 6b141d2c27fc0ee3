import { randomUUID } from 'node:crypto';
import { assessCustomer, changeKycStatus, reportFindings } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { newId } from '@probity/platform/ids';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aProviderSignal, aSanctionsMatch, aScreeningAlert } from '../testing/examples';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const PASSPORT = { type: 'passport', number: '123456789', issuing_country: 'GB', expires_on: '2099-01-01' };

const revision = async (customerId: string): Promise<number> =>
  (await new PostgresEventStore(service.database.owner).lastEvent(customerStream(customerId)))!.revision;
const history = (customerId: string) => service.customers.riskHistory(service.tenantId, customerId, PAGE);
const setModel = (scoring: object) =>
  service.database.owner.query(
    `INSERT INTO back_office.compliance_settings (tenant_id, version, settings, reason, officer, changed_at)
     SELECT $1, coalesce(max(version), 0) + 1, $2, 'test', 'test', now()
     FROM back_office.compliance_settings WHERE tenant_id = $1`,
    [service.tenantId, JSON.stringify({ scoring })],
  );

describe('findings', () => {
  it('raise alerts, include them in the rating, and return both', async () => {
    const { id } = await service.create();
    const alerts = [aMonitoringAlert(), aMonitoringAlert({ severity: 'critical', alert_type: 'structuring' })];
    const event_id = newId();
    const reply = await service.report(id, { event_id, alerts, reason: 'transaction tx-1 raised alerts' });
    expect(reply).toMatchObject({
      raised: alerts.map(({ alert_id }) => alert_id),
      rating_changed: true,
      kyc_status: 'pending',
    });
    expect(reply.assessment.rating).not.toBe('low');
    expect((await history(id)).slice(1)).toEqual([
      {
        rating_from: 'low',
        rating_to: reply.assessment.rating,
        reason: expect.stringMatching(/^transaction tx-1 raised alerts; the score of \d+ is /),
        trigger_type: 'transaction',
        score: reply.assessment.composite_score,
        actor_type: 'system',
        created_at: expect.any(String),
      },
    ]);
    const view = (await service.views.of(service.tenantId, id, new Date()))!;
    expect(view.risk).toMatchObject({ ...reply.assessment });
    expect(view.customer.risk_rating).toBe(reply.assessment.rating);
  });

  it('store the evidence of an alert unchanged', async () => {
    const { id } = await service.create();
    const evidence = { version: 1, z: { b: 1, a: [null, true] }, amounts: ['9007199254740993.10'] };
    const alert = aScreeningAlert({ evidence, match: aSanctionsMatch({ subject: 'related_party' }) });
    const event_id = newId();
    await service.report(id, { event_id, alerts: [alert] });
    const read = (await service.alerts.alert(service.tenantId, alert.alert_id))!;
    const { alert_id, ...rest } = alert;
    expect(read).toMatchObject({ ...rest, id: alert_id, customer_id: id, event_id, status: 'open', decisions: [] });
    expect(JSON.stringify(read.evidence)).toBe(JSON.stringify(evidence));
  });

  it('with the decision of a provider follow it, and repeated change nothing', async () => {
    const { id } = await service.create();
    const { signal_id: _id, kyc, ...reported } = aProviderSignal();
    const findings = {
      trigger_type: 'onboarding' as const,
      event_id: newId(),
      skip_kyc: true,
      kyc_mode: 'plugin' as const,
      provider_kyc: { ...reported, kyc: kyc! },
    };
    const first = await service.report(id, findings);
    expect(first).toMatchObject({ kyc_status: 'rejected', rating_changed: true });
    const before = await revision(id);
    expect(await service.report(id, findings)).toEqual(first);
    expect(await revision(id)).toBe(before);
    await expect(service.report(id, { ...findings, event_id: undefined })).rejects.toMatchObject({
      code: 'invalid_field',
    });
  });

  it('that contain nothing new change nothing', async () => {
    const { id } = await service.create();
    const before = await revision(id);
    const reply = await service.report(id, { event_id: newId() });
    expect(reply).toMatchObject({ raised: [], rating_changed: false });
    expect(await revision(id)).toBe(before);
  });

  it('change the profile, and with it the KYC status and the references', async () => {
    const { id } = await service.create({ account_refs: ['old'] });
    const changes = { identity_documents: [PASSPORT], account_refs: ['new', 'newer'], external_id: 'x-1' };
    const reply = await service.report(id, { trigger_type: 'onboarding', event_id: newId(), changes });
    expect(reply).toMatchObject({ kyc_status: 'in_review', kyc: { from: 'pending', to: 'in_review' } });
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({
      kyc_status: 'in_review',
      account_refs: ['new', 'newer'],
      external_id: 'x-1',
    });
    expect(await service.customers.byAccountRef(service.tenantId, 'newer')).toBe(id);
    expect(await service.customers.byAccountRef(service.tenantId, 'old')).toBeUndefined();
    expect(await service.customers.customers(service.tenantId, PAGE, { external_id: 'x-1' })).toMatchObject([{ id }]);
  });

  it('about an unknown customer, or a customer of another tenant, raise no alerts', async () => {
    const { id } = await service.create();
    const alert = aMonitoringAlert();
    for (const wrong of [{ customer_id: randomUUID() }, { tenant_id: randomUUID() }]) {
      await expect(service.report(id, { alerts: [alert], ...wrong })).rejects.toMatchObject({ kind: 'not_found' });
    }
    expect(await service.alerts.alert(service.tenantId, alert.alert_id)).toBeUndefined();
  });

  it('raise an alert once, also when two of their stages report it', async () => {
    const { id } = await service.create();
    const [first, other] = [aMonitoringAlert({ title: 'first' }), aMonitoringAlert()];
    const twice = [first, { ...first, title: 'second' }, other];
    const { raised } = await service.report(id, { event_id: newId(), alerts: twice });
    expect(new Set(raised)).toEqual(new Set([first.alert_id, other.alert_id]));
    expect(await service.alerts.alert(service.tenantId, first.alert_id)).toMatchObject({ title: 'first' });
  });

  it('are all applied when many arrive at once at several instances', async () => {
    const { id } = await service.create();
    const other = await service.anotherInstance();
    const alerts = Array.from({ length: 12 }, () => aMonitoringAlert({ severity: 'low' }));
    await Promise.all(
      alerts.map((alert, n) =>
        (n % 2 ? service.commands : other).send(reportFindings, {
          tenant_id: service.tenantId,
          customer_id: id,
          event_id: newId(),
          trigger_type: 'transaction',
          reason: 'race',
          occurred_at: new Date().toISOString(),
          alerts: [alert],
        }),
      ),
    );
    const view = (await service.views.of(service.tenantId, id, new Date()))!;
    expect(view.active_alerts).toHaveLength(12);
    const before = view.risk.composite_score;
    const { assessment } = await service.commands.send(assessCustomer, {
      tenant_id: service.tenantId,
      customer_id: id,
      trigger_type: 'model_change',
      reason: 'check that the last score includes every alert',
    });
    expect(assessment.composite_score).toBe(before);
  });
});

describe('the same findings again', () => {
  it('change nothing and return the same result', async () => {
    const { id } = await service.create();
    const findings = {
      trigger_type: 'onboarding' as const,
      event_id: newId(),
      changes: { identity_documents: [PASSPORT] },
      alerts: [aMonitoringAlert({ severity: 'critical' })],
    };
    const first = await service.report(id, findings);
    const before = await revision(id);
    expect(await service.report(id, findings)).toEqual(first);
    expect(await revision(id)).toBe(before);
  });

  it('do not undo later findings', async () => {
    const { id } = await service.create({ occupation: 'engineer' });
    const say = (occupation: string) => ({
      trigger_type: 'onboarding' as const,
      event_id: newId(),
      changes: { occupation },
      skip_kyc: true,
    });
    const [same, later] = [say('engineer'), say('judge')];
    await service.report(id, same);
    await service.report(id, later);
    await service.report(id, same);
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({ occupation: 'judge' });
  });

  it.each(['dieBefore', 'dieAfter'] as const)(
    'finish the work that a crash interrupted: %s the customer’s append',
    async (when) => {
      const { id } = await service.create();
      const alert = aMonitoringAlert({ severity: 'critical' });
      const findings = { event_id: newId(), alerts: [alert] };
      faults[when] = (stream) => stream === customerStream(id);
      await expect(service.report(id, findings)).rejects.toMatchObject({ kind: 'outcome_unknown' });
      faults.clear();
      expect(await service.report(id, findings)).toMatchObject({ raised: [alert.alert_id], rating_changed: true });
      expect(await history(id)).toHaveLength(2);
      expect(await service.alerts.alerts(service.tenantId, PAGE, { customer_id: id })).toHaveLength(1);
    },
  );
});

describe('an alert', () => {
  it('is raised once, whichever findings cause it', async () => {
    const { id } = await service.create();
    const alert = aScreeningAlert();
    expect((await service.report(id, { event_id: newId(), alerts: [alert] })).raised).toEqual([alert.alert_id]);
    expect((await service.report(id, { event_id: newId(), alerts: [alert] })).raised).toEqual([]);
    expect((await service.report(id, { trigger_type: 'list_change', alerts: [alert] })).raised).toEqual([]);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { customer_id: id })).toHaveLength(1);
  });
});

describe('changing a KYC status', () => {
  const change = (customer_id: string, to: 'approved' | 'rejected' | 'in_review', more: object = {}) =>
    service.commands.send(changeKycStatus, {
      tenant_id: service.tenantId,
      customer_id,
      to,
      reason: 'applicant reviewed',
      actor_type: 'provider',
      actor: 'sumsub',
      ...more,
    });

  it('scores the customer again, and returns the customer', async () => {
    const { id } = await service.create();
    const rejected = await change(id, 'rejected');
    expect(rejected).toMatchObject({ id, kyc_status: 'rejected', risk_rating: 'high' });
    expect(await service.customers.customer(service.tenantId, id)).toEqual(rejected);
    expect((await history(id))[1]).toMatchObject({
      rating_from: 'low',
      rating_to: 'high',
      trigger_type: 'kyc_change',
      actor_type: 'provider',
      reason: expect.stringContaining('kyc_status was changed to rejected: applicant reviewed'),
    });
  });

  it('has no effect the second time', async () => {
    const { id } = await service.create();
    const first = await change(id, 'rejected');
    const before = await revision(id);
    expect(await change(id, 'rejected')).toEqual(first);
    expect(await revision(id)).toBe(before);
  });

  it('rejects a transition that is not allowed, and another tenant', async () => {
    const { id } = await service.create({}, { kyc_status: 'rejected' });
    await expect(change(id, 'approved')).rejects.toMatchObject({ code: 'kyc_transition_not_allowed' });
    await expect(change(id, 'in_review', { tenant_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({ kyc_status: 'rejected' });
  });
});

describe('scoring with another model', () => {
  beforeAll(() =>
    service.database.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'Test', now(), 0)",
      [service.tenantId, `test-${service.tenantId}`],
    ),
  );
  const assess = (customer_id: string, tenant_id = service.tenantId) =>
    service.commands.send(assessCustomer, {
      tenant_id,
      customer_id,
      trigger_type: 'model_change',
      reason: 'the scoring model was changed',
    });

  it('uses the current settings of the tenant', async () => {
    const { id } = await service.create();
    expect(await assess(id)).toMatchObject({ rating_changed: false, assessment: { rating: 'low' } });
    await setModel({ bands: { medium: 10 } });
    expect(await assess(id)).toMatchObject({ rating_changed: true, assessment: { rating: 'medium' } });
    expect(await assess(id)).toMatchObject({ rating_changed: false });
    expect((await history(id))[1]).toMatchObject({ rating_to: 'medium', trigger_type: 'model_change' });
    await expect(assess(id, randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('does not fall back to another model when the settings have an invalid one', async () => {
    const { id } = await service.create();
    await setModel({ weights: { identity: 99 } });
    await expect(assess(id)).rejects.toThrow('the command failed');
    await expect(service.create()).rejects.toMatchObject({ code: 'screening_unavailable' });
    await setModel({});
    await expect(assess(id)).resolves.toMatchObject({ assessment: { rating: 'low' } });
  });
});
