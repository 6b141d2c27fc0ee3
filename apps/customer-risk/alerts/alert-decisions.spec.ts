import { randomUUID } from 'node:crypto';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { alertStream } from '@probity/contracts/alerts/events';
import { customerStream } from '@probity/contracts/customers/events';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { newId } from '@probity/platform/ids';
import { alertAsSeen } from '@probity/read-side/proposals/as-seen';
import type { CommandBus } from '@probity/messaging/command-bus';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aSanctionsMatch, aScreeningAlert } from '../testing/examples';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

const dismissal = (alert_id: string, more: object = {}) => ({
  tenant_id: service.tenantId,
  alert_id,
  officer: 'j.smith',
  reason: 'another date of birth',
  ...more,
});
const dismiss = (alertId: string, more: object = {}, bus: CommandBus = service.commands) =>
  bus.send(dismissAlert, dismissal(alertId, more));
const confirm = (alertId: string, bus: CommandBus = service.commands) =>
  bus.send(resolveAlert, {
    ...dismissal(alertId, { officer: 'a.lee', reason: 'same passport' }),
    resolution: 'confirmed_match',
  });
const view = async (customerId: string) => (await service.views.of(service.tenantId, customerId, new Date()))!;

async function customerWith(...alerts: ReturnType<typeof aScreeningAlert>[]) {
  const { id } = await service.create();
  const alertIds = await service.raise(id, ...alerts);
  return { id, alertIds: alertIds as [string, ...string[]] };
}

describe('a decision on an alert', () => {
  it.each(['severity', 'source', 'status'])(
    'is not made by one person who was found to be enough because of a row with another %s',
    async (field) => {
      const forged = { severity: 'low', source: 'monitoring', status: 'dismissed' }[field]!;
      const { alertIds } = await customerWith(aScreeningAlert());
      const row = (await service.alerts.alert(service.tenantId, alertIds[0]))!;
      const as_seen = alertAsSeen({ ...row, [field]: forged });
      await expect(dismiss(alertIds[0], { as_seen })).rejects.toMatchObject({ code: 'contention' });
      await dismiss(alertIds[0], { as_seen: alertAsSeen(row) });
      await dismiss(alertIds[0], { as_seen: alertAsSeen(row) });
    },
  );

  it('that dismisses it closes it, records the officer and the reason, and scores the customer again', async () => {
    const { id, alertIds } = await customerWith(aScreeningAlert());
    const before = (await view(id)).risk;
    expect(before.rating).toBe('high');
    const answer = await dismiss(alertIds[0]);
    expect(answer).toMatchObject({
      id: alertIds[0],
      status: 'dismissed',
      decisions: [{ decision: 'dismissed', resolution: null, officer: 'j.smith', reason: 'another date of birth' }],
    });
    expect(answer).toMatchObject((await service.alerts.alert(service.tenantId, alertIds[0]))!);

    const after = await view(id);
    expect(after.risk.rating).toBe('low');
    expect(after.active_alerts).toEqual([]);
    expect(after.is_sanctioned).toBe(false);
    expect(after.screening_results).toMatchObject([{ alert_id: alertIds[0], status: 'false_positive' }]);
    const history = await service.customers.riskHistory(service.tenantId, id, PAGE);
    expect(history.at(-1)).toMatchObject({
      rating_from: 'high',
      rating_to: 'low',
      trigger_type: 'alert_decision',
      actor_type: 'staff',
      reason: expect.stringMatching(/was dismissed by j\.smith: another date of birth; the score of \d+ is low/),
    });
    expect((await new PostgresEventStore(service.database.owner).lastEvent(customerStream(id)))!.data).toMatchObject({
      actor: 'staff:j.smith',
    });
  });

  it('that dismisses it stores the list entry as a false positive for the customer', async () => {
    const { id, alertIds } = await customerWith(aScreeningAlert());
    expect(await service.alerts.dismissedPairs(service.tenantId, id)).toEqual([]);
    await dismiss(alertIds[0]);
    expect(await service.alerts.dismissedPairs(service.tenantId, id)).toEqual([{ list: 'ofac-sdn', entry_id: '306' }]);
  });

  it('that confirms a sanctions match makes the customer sanctioned', async () => {
    const { id, alertIds } = await customerWith(aScreeningAlert());
    expect((await view(id)).is_sanctioned).toBe(false);
    await confirm(alertIds[0]);
    const after = await view(id);
    expect(after).toMatchObject({ is_sanctioned: true, requires_edd: true, risk: { composite_score: 1000 } });
    expect(after.screening_results).toMatchObject([{ status: 'confirmed_match' }]);
    expect(after.compliance_flags.map(({ flag }) => flag)).toContain('sanctions_confirmed');
  });

  it.each([
    ['a beneficial owner', { subject: 'beneficial_owner' as const }, true],
    ['a related party', { subject: 'related_party' as const }, false],
    ['a counterparty', { subject: 'counterparty' as const }, false],
    ['the customer on a list of another kind', { topics: ['pep'] }, false],
  ])('that confirms a match sets is_sanctioned if required: %s', async (_whom, match, isSanctioned) => {
    const { id, alertIds } = await customerWith(aScreeningAlert({ match: aSanctionsMatch(match) }));
    await confirm(alertIds[0]);
    expect((await view(id)).is_sanctioned).toBe(isSanctioned);
  });

  it('to resolve it as escalated closes it, and counts like a report', async () => {
    const { id, alertIds } = await customerWith(aMonitoringAlert());
    const resolution = 'escalated' as const;
    const resolved = await service.commands.send(resolveAlert, { ...dismissal(alertIds[0]), resolution });
    expect(resolved).toMatchObject({ status: 'resolved', decisions: [{ decision: 'resolved', resolution }] });
    const { active_alerts, risk } = await view(id);
    expect(active_alerts).toEqual([]);
    expect(risk.reasons.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('resolved as escalated'));
    const [entry] = await service.audit.events(service.tenantId, PAGE, { subject_id: alertIds[0] });
    expect(entry).toMatchObject({ action: 'alert.resolved', data: { customer_id: id, resolution } });
  });

  it('that escalates it leaves it active', async () => {
    const { id, alertIds } = await customerWith(aMonitoringAlert());
    const escalated = await service.commands.send(escalateAlert, dismissal(alertIds[0]));
    expect(escalated).toMatchObject({ status: 'escalated', decisions: [{ decision: 'escalated' }] });
    expect((await view(id)).active_alerts).toMatchObject([{ id: alertIds[0], status: 'escalated' }]);
    await expect(dismiss(alertIds[0])).resolves.toMatchObject({
      status: 'dismissed',
      decisions: [{ decision: 'escalated' }, { decision: 'dismissed' }],
    });
  });

  it('is rejected when the alert is closed, with the officer and the time', async () => {
    const { alertIds } = await customerWith(aMonitoringAlert());
    const { decisions } = await dismiss(alertIds[0]);
    for (const again of [confirm(alertIds[0]), dismiss(alertIds[0], { officer: 'a.lee' })]) {
      await expect(again).rejects.toMatchObject({
        kind: 'invalid',
        code: 'alert_closed',
        message: expect.stringContaining(`dismissed by j.smith at ${decisions[0]!.decided_at}`),
      });
    }
    expect((await service.alerts.alert(service.tenantId, alertIds[0]))!.decisions).toHaveLength(1);
  });

  it('is rejected for an unknown alert and for an alert of another tenant', async () => {
    const { alertIds } = await customerWith(aMonitoringAlert());
    await expect(dismiss(randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    await expect(dismiss(alertIds[0], { tenant_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    expect(await service.alerts.alert(service.tenantId, alertIds[0])).toMatchObject({ status: 'open' });
  });

  it('is made once when two officers decide at the same moment', async () => {
    const other = await service.anotherInstance();
    for (let round = 0; round < 5; round++) {
      const { id, alertIds } = await customerWith(aScreeningAlert());
      const outcomes = await Promise.allSettled([dismiss(alertIds[0]), confirm(alertIds[0], other)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(refused.reason).toMatchObject({ code: 'alert_closed' });
      const alert = (await service.alerts.alert(service.tenantId, alertIds[0]))!;
      expect(alert.decisions).toHaveLength(1);
      expect((await view(id)).is_sanctioned).toBe(alert.status === 'resolved');
    }
  });
});

describe('the same decision again', () => {
  it('is made once and returns the same result', async () => {
    const { id, alertIds } = await customerWith(aScreeningAlert());
    const first = await confirm(alertIds[0]);
    expect(await confirm(alertIds[0])).toEqual(first);
    expect(await service.customers.riskHistory(service.tenantId, id, PAGE)).toHaveLength(3);
  });

  it.each(['dieBefore', 'dieAfter'] as const)(
    'scores the customer when a crash prevented it: %s the customer’s append',
    async (when) => {
      const { id, alertIds } = await customerWith(aScreeningAlert());
      faults[when] = (stream) => stream === customerStream(id);
      await expect(dismiss(alertIds[0])).rejects.toMatchObject({ kind: 'outcome_unknown' });
      faults.clear();
      await expect(dismiss(alertIds[0])).resolves.toMatchObject({ status: 'dismissed', decisions: [{}] });
      expect((await view(id)).risk.rating).toBe('low');
    },
  );

  it('is included when another command scores the customer next', async () => {
    const { id, alertIds } = await customerWith(aScreeningAlert());
    faults.dieAfter = (stream) => stream === alertStream(alertIds[0]);
    await expect(dismiss(alertIds[0])).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.clear();
    expect((await view(id)).risk.rating).toBe('high');
    await service.report(id);
    expect((await view(id)).risk.rating).toBe('low');
  });
});

describe('alerts with concurrent decisions', () => {
  it('leave the right score when an alert is decided after it was read and before the score is recorded', async () => {
    const { id } = await service.create();
    const before = (await view(id)).risk;
    const alert = aMonitoringAlert({ severity: 'critical' });
    let decided = false;
    faults.dieBefore = async (stream) => {
      if (stream !== customerStream(id) || decided) return false;
      decided = true;
      await dismiss(alert.alert_id); // records no new score: the recorded score does not include the alert yet
      return false;
    };
    await service.report(id, { event_id: newId(), alerts: [alert] });
    expect(decided).toBe(true);
    expect((await view(id)).risk).toMatchObject({ rating: before.rating, composite_score: before.composite_score });
  });

  it('leave a score that includes all of them', async () => {
    const other = await service.anotherInstance();
    for (let round = 0; round < 3; round++) {
      const alerts = Array.from({ length: 6 }, (_, n) => aMonitoringAlert({ severity: n % 2 ? 'high' : 'low' }));
      const { id, alertIds } = await customerWith(...alerts);
      await Promise.all(alertIds.map((alertId, n) => dismiss(alertId, {}, n % 2 ? service.commands : other)));
      expect((await view(id)).risk).toMatchObject({ rating: 'low', behavioral_score: 0 });
    }
  });
});
