import { randomUUID } from 'node:crypto';
import { assignAlert, dismissAlert, escalateAlert, snoozeAlert, tagAlert } from '@probity/contracts/alerts/commands';
import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { AlertQueue, type QueueFilter } from '@probity/read-side/alerts/alert-queue';
import { ROLES } from '@probity/persistence/roles';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aScreeningAlert } from '../testing/examples';

const BY = { officer: 'Jo Smith', officer_id: randomUUID() };
const ANN = { assignee: 'Ann Lee', assignee_id: randomUUID() };
const HOUR = 3_600_000;

let service: CustomerRiskFixture;
let queue: AlertQueue;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  queue = new AlertQueue(await service.database.as(ROLES.backOffice));
});
afterAll(() => service.stop());

/** Alerts of a customer of a tenant of their own. */
async function alerts(...raised: AlertToRaise[]) {
  const { id } = await service.create();
  const ids = await service.raise(id, ...raised);
  const alert = (n: number) => ({ tenant_id: service.tenantId, alert_id: ids[n]! });
  const list = async (filter: QueueFilter = {}, now = new Date(), page = PAGE) =>
    (await queue.list(service.tenantId, page, filter, now)).filter(({ customer_id }) => customer_id === id);
  const places = async (filter?: QueueFilter, now?: Date) =>
    (await list(filter, now)).map((listed) => ids.indexOf(listed.id));
  return { ids, alert, list, places };
}
const later = (hours: number) => new Date(Date.now() + hours * HOUR);

describe('the queue of alerts', () => {
  it('lists what is due first at the top: hours after its creation, by its severity', async () => {
    const severities = ['low', 'critical', 'medium', 'high'] as const;
    const { list, places } = await alerts(
      ...severities.map((severity) => aMonitoringAlert({ severity, trigger_ref: severity })),
    );
    expect(await places()).toEqual([1, 3, 2, 0]);
    const hours = (await list()).map(({ created_at, due_at }) => (Date.parse(due_at) - Date.parse(created_at)) / HOUR);
    expect(hours).toEqual([4, 24, 120, 240]);
    expect(await places({ severity: 'high' })).toEqual([3]);
    expect(await places({ overdue: true })).toEqual([]);
    expect(await places({ overdue: true }, later(25))).toEqual([1, 3]);
  });

  it('has pages, across severities too', async () => {
    const { ids, list } = await alerts(
      aMonitoringAlert({ severity: 'low' }),
      aMonitoringAlert({ severity: 'high', trigger_ref: 'b' }),
    );
    const all = await queue.list(service.tenantId, PAGE, {}, new Date());
    for (const id of ids) {
      const offset = all.findIndex((alert) => alert.id === id);
      expect(await list({}, new Date(), { limit: 1, offset })).toMatchObject([{ id }]);
    }
  });

  it('shows who works on an alert, and finds the unassigned ones', async () => {
    const { alert, list, places } = await alerts(aScreeningAlert(), aMonitoringAlert());
    const answer = await service.commands.send(assignAlert, { ...alert(1), ...ANN, ...BY });
    expect(answer).toMatchObject({ id: alert(1).alert_id, ...ANN, decisions: [] });
    expect(await queue.alert(service.tenantId, alert(1).alert_id)).toEqual(answer);
    expect(await places({ assignee_id: ANN.assignee_id })).toEqual([1]);
    expect(await list({ assignee_id: ANN.assignee_id })).toMatchObject([ANN]);
    expect(await places({ assignee_id: null })).toEqual([0]);
    expect(await places()).toEqual([0, 1]);
  });

  it('assigns an unassigned alert to one of several who take it at the same time', async () => {
    const { alert, list } = await alerts(aScreeningAlert());
    const taking = Array.from({ length: 5 }, (_, n) =>
      service.commands.send(assignAlert, {
        ...alert(0),
        assignee: `P${n}`,
        assignee_id: randomUUID(),
        if_unassigned: true,
        ...BY,
      }),
    );
    const taken = await Promise.allSettled(taking);
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array<string>(4).fill('rejected')]);
    for (const each of taken)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'alert_assigned' });
    const winner = taken.findIndex(({ status }) => status === 'fulfilled');
    expect(await list()).toMatchObject([{ assignee: `P${winner}` }]);
  });

  it('leaves out what is put off, until its time', async () => {
    const { alert, places } = await alerts(aScreeningAlert(), aMonitoringAlert());
    const until = later(48).toISOString();
    await service.commands.send(snoozeAlert, { ...alert(0), until, reason: 'waits for the passport', ...BY });
    expect(await places()).toEqual([1]);
    expect(await places({ snoozed: true })).toEqual([0]);
    expect(await places({}, later(49))).toEqual([0, 1]);
    await service.commands.send(snoozeAlert, { ...alert(0), until: null, reason: 'it arrived', ...BY });
    expect(await places()).toEqual([0, 1]);
  });

  it('shows what is overdue also when it was put off', async () => {
    const { alert, places } = await alerts(aScreeningAlert());
    const until = later(20 * 24).toISOString();
    await service.commands.send(snoozeAlert, { ...alert(0), until, reason: 'waits for the passport', ...BY });
    expect(await places({ overdue: true })).toEqual([]);
    expect(await places({ overdue: true }, later(19 * 24))).toEqual([0]);
  });

  it('no longer puts off what is escalated', async () => {
    const { alert, places } = await alerts(aScreeningAlert());
    const until = later(48).toISOString();
    await service.commands.send(snoozeAlert, { ...alert(0), until, reason: 'waits for the passport', ...BY });
    await service.commands.send(escalateAlert, { ...alert(0), reason: 'the passport is forged', ...BY });
    expect(await places()).toEqual([0]);
  });

  it('finds alerts by a tag', async () => {
    const { alert, places } = await alerts(aScreeningAlert(), aMonitoringAlert());
    const tags = ['waits-for-customer', 'europe'];
    expect(await service.commands.send(tagAlert, { ...alert(1), tags, ...BY })).toMatchObject({
      tags: [...tags].sort(),
    });
    expect(await places({ tag: 'europe' })).toEqual([1]);
    expect(await places({ tag: 'eur' })).toEqual([]);
  });

  it('does not show closed alerts, and nothing of another tenant', async () => {
    const { alert, places } = await alerts(aScreeningAlert(), aMonitoringAlert());
    await service.commands.send(dismissAlert, { ...alert(0), reason: 'another person', ...BY });
    expect(await places()).toEqual([1]);
    expect(await queue.list(randomUUID(), PAGE, {}, new Date())).toEqual([]);
    expect(await queue.alert(randomUUID(), alert(1).alert_id)).toBeUndefined();
    await expect(
      service.commands.send(assignAlert, { ...alert(1), tenant_id: randomUUID(), ...ANN, ...BY }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not change when the alert was last updated for the institution', async () => {
    const { alert, list } = await alerts(aScreeningAlert());
    const [before] = await list();
    await service.commands.send(assignAlert, { ...alert(0), ...ANN, ...BY });
    await service.commands.send(tagAlert, { ...alert(0), tags: ['a'], ...BY });
    expect(await list()).toEqual([{ ...before, ...ANN, tags: ['a'] }]);
  });

  it('records in the audit trail who did what and why', async () => {
    const { alert } = await alerts(aScreeningAlert());
    await service.commands.send(assignAlert, { ...alert(0), ...ANN, ...BY });
    const until = later(48).toISOString();
    await service.commands.send(snoozeAlert, { ...alert(0), until, reason: 'waits for the passport', ...BY });
    await service.commands.send(tagAlert, { ...alert(0), tags: ['a'], ...BY });
    const entries = await service.audit.events(service.tenantId, PAGE, { subject_id: alert(0).alert_id });
    const about = { actor: `staff:${BY.officer_id}`, subject_type: 'alert' };
    expect(entries.filter(({ action }) => action !== 'alert.created')).toEqual(
      [
        { ...about, action: 'alert.tagged', data: expect.objectContaining({ tags: ['a'] }) },
        {
          ...about,
          action: 'alert.snoozed',
          reason: 'waits for the passport',
          data: expect.objectContaining({ until }),
        },
        { ...about, action: 'alert.assigned', data: expect.objectContaining(ANN) },
      ].map((entry) => expect.objectContaining(entry)),
    );
  });
});
