import { randomUUID } from 'node:crypto';
import { applyProviderSignal, changeKycStatus } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { alertStream } from '@probity/contracts/alerts/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { Faults } from '@probity/event-store/testing/faulty-event-store';
import { newId } from '@probity/platform/ids';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aProviderSignal, aScreeningAlert } from '../testing/examples';
import type { ReportedSignal } from './provider-decisions';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const alertOfProvider = () =>
  aScreeningAlert({
    source: 'plugin',
    alert_type: 'kyc_rejected',
    severity: 'high',
    match: undefined,
    metadata: { source: 'plugin', plugin: 'sumsub', reject_labels: ['FORGERY'] },
  });
const apply = (customer_id: string, signal: ReportedSignal, more: object = {}, bus = service.commands) =>
  bus.send(applyProviderSignal, { tenant_id: service.tenantId, customer_id, ...signal, ...more });
const trail = (customerId: string, action: string) =>
  service.audit.events(service.tenantId, PAGE, { subject_id: customerId, action });
const revision = async (customerId: string): Promise<number> =>
  (await new PostgresEventStore(service.database.owner).lastEvent(customerStream(customerId)))!.revision;
const viewOf = async (customerId: string) => (await service.views.of(service.tenantId, customerId, new Date()))!;

describe('a rejection by a provider', () => {
  it('rejects the customer, raises the alert, scores the customer, and is in the audit trail', async () => {
    const { id } = await service.create();
    const [signal, alert] = [aProviderSignal(), alertOfProvider()];
    const reply = await apply(id, signal, { alert });
    expect(reply).toMatchObject({
      effect: 'changed',
      raised: [alert.alert_id],
      kyc_status: 'rejected',
      rating_changed: true,
    });
    const view = await viewOf(id);
    expect(view).toMatchObject({
      customer: { kyc_status: 'rejected', risk_rating: reply.assessment.rating },
      risk: { composite_score: reply.assessment.composite_score },
      active_alerts: [{ id: alert.alert_id, source: 'plugin', metadata: alert.metadata }],
    });
    expect(await trail(id, 'kyc.rejected')).toMatchObject([
      {
        actor: 'provider:sumsub',
        reason: 'the document is forged',
        data: { from: 'pending', to: 'rejected', signal_id: signal.signal_id },
      },
    ]);
    expect(await trail(id, 'provider_signal.recorded')).toMatchObject([
      {
        actor: 'provider:sumsub',
        data: { signal_id: signal.signal_id, effect: 'changed', payload_sha256: signal.payload_sha256 },
      },
    ]);
    const [, changed] = await service.customers.riskHistory(service.tenantId, id, PAGE);
    expect(changed).toMatchObject({
      trigger_type: 'kyc_change',
      actor_type: 'provider',
      reason: expect.stringMatching(/^the provider sumsub reported applicantReviewed: the document is forged; /),
    });
  });

  it('that is newer than the last one is recorded again', async () => {
    const { id } = await service.create({}, { kyc_status: 'rejected' });
    const reply = await apply(id, aProviderSignal());
    expect(reply).toMatchObject({ effect: 'changed', kyc_status: 'rejected' });
    expect(await trail(id, 'kyc.rejected')).toMatchObject([{ data: { from: 'rejected', to: 'rejected' } }]);
  });

  it('that is repeated changes nothing and returns the same result', async () => {
    const { id } = await service.create();
    const [signal, alert] = [aProviderSignal(), alertOfProvider()];
    const first = await apply(id, signal, { alert });
    const before = await revision(id);
    expect(await apply(id, signal, { alert })).toEqual({ ...first, rating_changed: false });
    expect(await revision(id)).toBe(before);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { customer_id: id })).toHaveLength(1);
  });

  it('that is older than the decision of an officer changes nothing', async () => {
    const { id } = await service.create({}, { kyc_status: 'in_review' });
    await service.commands.send(changeKycStatus, {
      tenant_id: service.tenantId,
      customer_id: id,
      to: 'approved',
      reason: 'seen in the branch',
      actor_type: 'staff',
      actor: 'j.smith',
    });
    const reply = await apply(id, aProviderSignal({ occurred_at: '2020-01-01T00:00:00Z' }));
    expect(reply).toMatchObject({ effect: 'overruled', kyc_status: 'approved' });
  });

  it('of a customer of another tenant changes nothing and raises nothing', async () => {
    const { id } = await service.create();
    const alert = alertOfProvider();
    await expect(apply(id, aProviderSignal(), { alert, tenant_id: randomUUID() })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await service.alerts.alert(service.tenantId, alert.alert_id)).toBeUndefined();
    expect((await viewOf(id)).customer.kyc_status).toBe('pending');
  });

  it.each([
    ['before the alert', 'dieBefore', alertStream],
    ['after the alert', 'dieAfter', alertStream],
    ['before the signal is recorded', 'dieBefore', customerStream],
    ['after the signal is recorded', 'dieAfter', customerStream],
  ] as const)('that a crash interrupted %s is completed when it is repeated', async (_when, fault, stream) => {
    const { id } = await service.create();
    const [signal, alert] = [aProviderSignal(), alertOfProvider()];
    const dying = stream(stream === alertStream ? alert.alert_id : id);
    faults[fault] = (name) => name === dying;
    await expect(apply(id, signal, { alert })).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.clear();
    expect(await apply(id, signal, { alert })).toMatchObject({ effect: 'changed', raised: [alert.alert_id] });
    const view = await viewOf(id);
    expect(view.active_alerts).toHaveLength(1);
    expect(await trail(id, 'kyc.rejected')).toHaveLength(1);
    expect(view.risk.reasons.map(({ reason }) => reason)).toContain('KYC status is rejected');
  });
});

describe('signals of a provider', () => {
  it('that arrive shuffled, twice and in two instances end with the newest decision', async () => {
    const { id } = await service.create();
    const other = await service.anotherInstance();
    const statuses = ['in_review', 'approved', 'rejected', 'in_review', 'rejected', 'approved'] as const;
    const signals = statuses.map((status, hour) =>
      aProviderSignal({ occurred_at: `2026-11-20T0${hour}:00:00Z`, kyc: { status, reason: `review ${hour}` } }),
    );
    const sent = [4, 1, 5, 0, 3, 2, 5, 4, 0, 1, 2, 3].map((n) => signals[n]!);
    await Promise.all(sent.map((signal, n) => apply(id, signal, {}, n % 2 ? other : service.commands)));
    expect((await viewOf(id)).customer.kyc_status).toBe('approved');
    expect(await trail(id, 'provider_signal.recorded')).toHaveLength(statuses.length);
  });

  it('without a decision raise their alert and leave the status', async () => {
    const { id } = await service.create();
    const alert = aScreeningAlert({ alert_id: newId(), source: 'plugin', metadata: { source: 'plugin', plugin: 'x' } });
    const { kyc: _kyc, ...signal } = aProviderSignal();
    const reply = await apply(id, signal, { alert });
    expect(reply).toMatchObject({ effect: 'no_decision', raised: [alert.alert_id], kyc_status: 'pending' });
  });
});
