import { randomUUID } from 'node:crypto';
import { dismissAlert, reopenAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { closedAlertAsSeen } from '@probity/read-side/proposals/as-seen';
import { AlertQueue } from '@probity/read-side/alerts/alert-queue';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aScreeningAlert } from '../testing/examples';

let service: CustomerRiskFixture;
let queue: AlertQueue;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  queue = new AlertQueue(service.database.owner);
});
afterAll(() => service.stop());

const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa' };
const request = (alert_id: string, reason: string) => ({ tenant_id: service.tenantId, alert_id, reason, ...BY });
const reopen = (alertId: string, reason = 'the passport was forged') =>
  service.commands.send(reopenAlert, request(alertId, reason));
const detail = async (alertId: string) => (await queue.alert(service.tenantId, alertId))!;
const view = async (customerId: string) => (await service.views.of(service.tenantId, customerId, new Date()))!;

async function dismissed(alert = aScreeningAlert()): Promise<{ id: string; alertId: string }> {
  const { id } = await service.create();
  const [alertId] = await service.raise(id, alert);
  await service.commands.send(dismissAlert, request(alertId!, 'another person'));
  return { id, alertId: alertId! };
}

describe('reopening an alert', () => {
  it('raises a new one that names it, with its evidence, and leaves the closed one as it was decided', async () => {
    const alert = aScreeningAlert();
    const { id, alertId } = await dismissed(alert);
    const before = await detail(alertId);
    const again = await reopen(alertId);
    expect(again).toMatchObject({
      customer_id: id,
      status: 'open',
      title: alert.title,
      match: alert.match,
      evidence: alert.evidence,
      metadata: { ...alert.metadata, reopens: alertId },
      decisions: [],
      reopened: { alert_id: alertId, reason: 'the passport was forged', ...BY },
      reopened_as: null,
    });
    expect(again.id).not.toBe(alertId);
    expect(await detail(alertId)).toEqual({ ...before, reopened_as: again.id });
  });

  it('counts for the score of its customer again', async () => {
    const { id, alertId } = await dismissed();
    expect((await view(id)).risk.rating).toBe('low');
    await reopen(alertId);
    expect((await view(id)).risk.rating).toBe('high');
    expect((await service.customers.riskHistory(service.tenantId, id, PAGE)).at(-1)).toMatchObject({
      trigger_type: 'alert_decision',
      reason: expect.stringContaining('was reopened by Ann Lee: the passport was forged'),
    });
  });

  it('of a confirmed match ends what the match caused when the new alert is dismissed', async () => {
    const { id } = await service.create();
    const [alertId] = await service.raise(id, aScreeningAlert());
    const confirm = { ...request(alertId!, 'same passport'), resolution: 'confirmed_match' as const };
    await service.commands.send(resolveAlert, confirm);
    const again = await reopen(alertId!);
    expect((await view(id)).is_sanctioned).toBe(true);
    await service.commands.send(dismissAlert, request(again.id, 'a twin'));
    expect(await view(id)).toMatchObject({ is_sanctioned: false, risk: { rating: 'low' } });
  });

  it('of a confirmed match is not made by one person because of a row without the confirmation', async () => {
    const { id } = await service.create();
    const [alertId] = await service.raise(id, aScreeningAlert());
    const confirm = { ...request(alertId!, 'same passport'), resolution: 'confirmed_match' as const };
    const { decisions } = await service.commands.send(resolveAlert, confirm);
    const asked = request(alertId!, 'the passport was forged');
    const forged = { ...asked, as_seen: closedAlertAsSeen({ decisions: [] }) };
    await expect(service.commands.send(reopenAlert, forged)).rejects.toMatchObject({ code: 'contention' });
    await service.commands.send(reopenAlert, { ...asked, as_seen: closedAlertAsSeen({ decisions }) });
  });

  it('is in the audit trail with its officer, its reason and the closed alert', async () => {
    const { alertId } = await dismissed();
    const { id } = await reopen(alertId);
    expect(await service.audit.events(service.tenantId, PAGE, { subject_id: id })).toMatchObject([
      {
        action: 'alert.created',
        actor: `staff:${BY.officer_id}`,
        actor_name: 'Ann Lee',
        reason: 'the passport was forged',
        data: { reopens: alertId },
      },
    ]);
  });

  it('has one effect when it is repeated, and one alert is reopened once', async () => {
    const { alertId } = await dismissed();
    const [one, other] = await Promise.all([reopen(alertId), reopen(alertId)]);
    expect(other.id).toBe(one.id);
    await expect(reopen(alertId, 'another reason')).rejects.toMatchObject({
      code: 'alert_reopened',
      message: expect.stringMatching(`was reopened by Ann Lee at .* as alert ${one.id}; decide that one`),
    });
    await service.commands.send(dismissAlert, request(one.id, 'genuine after all'));
    expect((await reopen(one.id)).reopened).toMatchObject({ alert_id: one.id });
  });

  it('is rejected for an active, an unknown and a foreign alert', async () => {
    const { id } = await service.create();
    const [active] = await service.raise(id, aMonitoringAlert());
    await expect(reopen(active!)).rejects.toMatchObject({ code: 'alert_active' });
    await expect(reopen(randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    const { alertId } = await dismissed();
    const foreign = { ...request(alertId, 'r'), tenant_id: randomUUID() };
    await expect(service.commands.send(reopenAlert, foreign)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
