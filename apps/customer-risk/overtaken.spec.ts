import { dismissAlert } from '@probity/contracts/alerts/commands';
import { addCaseNote, openCase } from '@probity/contracts/cases/commands';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { Faults } from '@probity/event-store/testing/faulty-event-store';
import { newId } from '@probity/platform/ids';
import { type CustomerRiskFixture, startCustomerRiskFixture } from './testing/customer-risk-fixture';
import { aMonitoringAlert } from './testing/examples';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const overtaken = (name: string) => ({
  httpStatus: 503,
  code: 'contention',
  message: `The ${name} was modified concurrently. No changes were made; retry.`,
});
const about = () => ({ tenant_id: service.tenantId, officer: 'j.smith', reason: 'another date of birth' });

describe('a command is rejected when another process writes first at every attempt; a retry succeeds', () => {
  it('for a customer', async () => {
    const { id } = await service.create();
    const actor = { actor_type: 'staff' as const, actor: 'staff:j.smith' };
    const change = () =>
      service.commands.send(changeKycStatus, { ...about(), ...actor, customer_id: id, to: 'in_review' });
    faults.overtake = (stream) => stream === customerStream(id);
    await expect(change()).rejects.toMatchObject(overtaken('customer'));
    await expect(service.report(id, { changes: { occupation: 'clerk' } })).rejects.toMatchObject(overtaken('customer'));
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({ kyc_status: 'pending' });
    faults.clear();
    expect(await change()).toMatchObject({ kyc_status: 'in_review' });
  });

  it('for an alert', async () => {
    const { id } = await service.create();
    const [alert_id] = (await service.raise(id, aMonitoringAlert())) as [string];
    const dismiss = () => service.commands.send(dismissAlert, { ...about(), alert_id });
    faults.overtake = () => true;
    await expect(dismiss()).rejects.toMatchObject(overtaken('alert'));
    await expect(service.raise(id, aMonitoringAlert())).rejects.toMatchObject(overtaken('alert'));
    expect(await service.alerts.alert(service.tenantId, alert_id)).toMatchObject({ status: 'open' });
    faults.clear();
    expect(await dismiss()).toMatchObject({ status: 'dismissed' });
  });

  it('for a case', async () => {
    const { id } = await service.create();
    const alert_ids = await service.raise(id, aMonitoringAlert());
    const opening = { ...about(), case_id: newId(), customer_id: id, title: 'Structuring?', alert_ids };
    const { tenant_id, officer } = about();
    const note = () =>
      service.commands.send(addCaseNote, { tenant_id, officer, case_id: opening.case_id, note: 'looked at' });
    faults.overtake = () => true;
    await expect(service.commands.send(openCase, opening)).rejects.toMatchObject(overtaken('case'));
    faults.clear();
    await service.commands.send(openCase, opening);
    faults.overtake = () => true;
    await expect(note()).rejects.toMatchObject(overtaken('case'));
    faults.clear();
    expect((await note()).entries.map(({ what }) => what)).toEqual(['opened', 'note']);
  });
});
