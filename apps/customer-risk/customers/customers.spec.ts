import { applyProviderSignal, changeKycStatus } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import type { KycStatus } from '@probity/contracts/customers/profile';
import type { ReadOptions } from '@probity/event-store/event-store';
import { Faults } from '@probity/event-store/testing/faulty-event-store';
import { newId } from '@probity/platform/ids';
import { type CustomerRiskFixture, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aProviderSignal } from '../testing/examples';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const onboarding = (occupation: string) => ({
  trigger_type: 'onboarding' as const,
  event_id: newId(),
  changes: { occupation },
});
const byStaff = (customer_id: string, to: KycStatus) =>
  service.commands.send(changeKycStatus, {
    tenant_id: service.tenantId,
    customer_id,
    to,
    reason: 'documents seen',
    actor_type: 'staff',
    actor: 'j.smith',
  });
const apply = (customer_id: string, occurred_at: string) =>
  service.commands.send(applyProviderSignal, {
    tenant_id: service.tenantId,
    customer_id,
    ...aProviderSignal({ occurred_at }),
  });
const customer = (id: string) => service.customers.customer(service.tenantId, id);

describe('a decision about a customer', () => {
  it('does not read the whole stream, except for findings that are repeated', async () => {
    const { id } = await service.create();
    const first = onboarding('judge');
    const outcome = await service.report(id, first);
    const whole: ReadOptions[] = [];
    faults.onRead = (stream, range) => {
      if (stream === customerStream(id) && range && (range.from === undefined || range.from !== range.to))
        whole.push(range);
    };
    await service.report(id, onboarding('baker'));
    await service.report(id, { event_id: newId(), alerts: [aMonitoringAlert({ severity: 'critical' })] });
    await byStaff(id, 'approved');
    await apply(id, new Date().toISOString());
    expect(whole).toEqual([]);
    const { kyc, kyc_status } = outcome;
    expect(await service.report(id, first)).toMatchObject({ kyc, kyc_status });
    expect(whole).toEqual([{}]);
    expect(await customer(id)).toMatchObject({ occupation: 'baker', kyc_status: 'rejected' });
  });
});

/** As an instance of an earlier version leaves a customer that it changed after an instance of this version. */
async function changedByAnEarlierVersion(customerId: string, columns: string): Promise<void> {
  await service.database.owner.query(
    `UPDATE customer_risk.customers SET decided_revision = decided_revision - 1, ${columns} WHERE id = $1`,
    [customerId],
  );
}

/** What a customer has on the read side of a database that an earlier version wrote. */
async function asBefore(customerId: string): Promise<void> {
  const { owner } = service.database;
  await owner.query('DELETE FROM customer_risk.event_effects WHERE customer_id = $1', [customerId]);
  await owner.query(
    `UPDATE customer_risk.customers SET kyc_decided_by = NULL, kyc_baseline = NULL, kyc_baseline_at = NULL, decided_revision = NULL
     WHERE id = $1`,
    [customerId],
  );
}

describe('a customer of an earlier version', () => {
  it('does not get repeated findings again', async () => {
    const { id } = await service.create();
    const findings = { ...onboarding('judge'), alerts: [aMonitoringAlert({ severity: 'critical' })] };
    const first = await service.report(id, findings);
    await service.report(id, onboarding('baker'));
    await asBefore(id);
    expect(await service.report(id, findings)).toEqual(first);
    expect(await customer(id)).toMatchObject({ occupation: 'baker' });
  });

  it('keeps the decision of staff against earlier ones of providers, and follows later ones', async () => {
    const { id } = await service.create();
    await apply(id, '2026-01-01T10:00:00.000Z');
    await byStaff(id, 'in_review');
    await byStaff(id, 'approved');
    await asBefore(id);
    expect(await apply(id, '2026-01-02T10:00:00.000Z')).toMatchObject({ effect: 'overruled', kyc_status: 'approved' });
    await asBefore(id);
    expect(await apply(id, '2099-01-02T10:00:00.000Z')).toMatchObject({ effect: 'changed', kyc_status: 'rejected' });
  });

  it('is changed by staff before anything else, and keeps that decision', async () => {
    const { id } = await service.create();
    await asBefore(id);
    await byStaff(id, 'in_review');
    await byStaff(id, 'approved');
    expect(await apply(id, '2026-01-02T10:00:00.000Z')).toMatchObject({ effect: 'overruled', kyc_status: 'approved' });
  });

  it('of which there are more than connections can all be decided on at once', async () => {
    const customers = await Promise.all(Array.from({ length: 40 }, () => service.create()));
    for (const { id } of customers) await asBefore(id);
    const outcomes = await Promise.all(customers.map(({ id }) => service.report(id, onboarding('judge'))));
    expect(outcomes).toHaveLength(40);
  });

  it('that staff decided on beside instances of this version keeps that decision', async () => {
    const { id } = await service.create();
    await byStaff(id, 'in_review');
    await byStaff(id, 'approved');
    await changedByAnEarlierVersion(id, `kyc_decided_by = NULL, kyc_baseline = 'pending', kyc_baseline_at = NULL`);
    expect(await apply(id, '2026-01-02T10:00:00.000Z')).toMatchObject({ effect: 'overruled', kyc_status: 'approved' });
  });
});
