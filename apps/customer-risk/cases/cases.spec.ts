import { randomUUID } from 'node:crypto';
import { dismissAlert } from '@probity/contracts/alerts/commands';
import { addAlertsToCase, addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import { caseStream } from '@probity/contracts/cases/events';
import type { CaseDetail } from '@probity/contracts/cases/views';
import type { RequestOf } from '@probity/contracts/declaration/command';
import type { CommandBus } from '@probity/messaging/command-bus';
import { newId } from '@probity/platform/ids';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert } from '../testing/examples';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults });
});
afterAll(() => service.stop());
beforeEach(() => faults.clear());

type Opening = RequestOf<typeof openCase>;

async function customerWithAlerts(count = 2): Promise<{ customerId: string; alertIds: string[] }> {
  const { id } = await service.create();
  return {
    customerId: id,
    alertIds: await service.raise(id, ...Array.from({ length: count }, () => aMonitoringAlert())),
  };
}
const opening = (customer_id: string, alert_ids: string[], more: Partial<Opening> = {}): Opening => ({
  tenant_id: service.tenantId,
  case_id: newId(),
  customer_id,
  title: 'Structuring?',
  reason: 'three alerts in a week',
  alert_ids,
  officer: 'j.smith',
  ...more,
});
const open = (
  customerId: string,
  alertIds: string[],
  more: Partial<Opening> = {},
  bus: CommandBus = service.commands,
) => bus.send(openCase, opening(customerId, alertIds, more));
const about = ({ id }: Pick<CaseDetail, 'id'>) => ({ tenant_id: service.tenantId, case_id: id, officer: 'a.lee' });
const add = (to: CaseDetail, alert_ids: string[], bus: CommandBus = service.commands) =>
  bus.send(addAlertsToCase, { ...about(to), alert_ids, reason: 'belongs together' });
const note = (to: CaseDetail, text: string) => service.commands.send(addCaseNote, { ...about(to), note: text });
const close = (one: CaseDetail) =>
  service.commands.send(closeCase, { ...about(one), outcome: 'reported', reason: 'report 17 filed' });

describe('a case', () => {
  it('groups alerts of a customer, and appears in its risk view until it is closed', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const opened = await open(customerId, [alertIds[0]!, alertIds[0]!]);
    expect(opened).toMatchObject({
      customer_id: customerId,
      title: 'Structuring?',
      reason: 'three alerts in a week',
      status: 'open',
      outcome: null,
      alert_ids: [alertIds[0]],
      opened_by: 'j.smith',
      entries: [{ what: 'opened', text: 'three alerts in a week', officer: 'j.smith' }],
    });
    await add(opened, alertIds);
    await note(opened, 'called the customer');
    const closed = await close(opened);
    expect(closed).toMatchObject({
      status: 'closed',
      outcome: 'reported',
      alert_ids: alertIds,
      entries: [
        { what: 'opened' },
        { what: 'alerts_added', text: 'belongs together', officer: 'a.lee' },
        { what: 'note', text: 'called the customer' },
        { what: 'closed', text: 'report 17 filed' },
      ],
    });
    expect(await service.cases.case(service.tenantId, opened.id)).toEqual(closed);
  });

  it('appears in the risk view and on its alerts', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const { reason: _r, entries: _e, ...opened } = await open(customerId, [alertIds[0]!]);
    const risk = () => service.views.of(service.tenantId, customerId, new Date());
    const view = (await risk())!;
    expect(view.open_cases).toEqual([opened]);
    expect(new Map(view.active_alerts.map(({ id, case_id }) => [id, case_id]))).toEqual(
      new Map([
        [alertIds[0], opened.id],
        [alertIds[1], null],
      ]),
    );
    await service.commands.send(closeCase, { ...about(opened), outcome: 'no_action', reason: 'explained' });
    expect((await risk())!.open_cases).toEqual([]);
  });

  it('accepts closed alerts', async () => {
    const { customerId, alertIds } = await customerWithAlerts(1);
    const decision = { tenant_id: service.tenantId, alert_id: alertIds[0]!, officer: 'j.smith', reason: 'explained' };
    await service.commands.send(dismissAlert, decision);
    await expect(open(customerId, alertIds)).resolves.toMatchObject({ alert_ids: alertIds });
  });

  it('rejects alerts of another customer, of another tenant, and unknown alerts', async () => {
    const { customerId, alertIds } = await customerWithAlerts(1);
    const others = await customerWithAlerts(1);
    for (const alertId of [others.alertIds[0]!, randomUUID()]) {
      const refused = { kind: 'invalid', code: 'alert_not_of_customer', message: expect.stringContaining(alertId) };
      await expect(open(customerId, [alertIds[0]!, alertId])).rejects.toMatchObject(refused);
    }
    const opened = await open(customerId, []);
    await expect(add(opened, others.alertIds)).rejects.toMatchObject({ code: 'alert_not_of_customer' });
    await expect(open(customerId, alertIds, { tenant_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(open(randomUUID(), [])).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('rejects an alert of another open case, and accepts an alert of a closed case', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const first = await open(customerId, [alertIds[0]!]);
    const second = await open(customerId, [alertIds[1]!]);
    const refused = {
      code: 'alert_in_other_case',
      message: expect.stringContaining(`is already in the open case ${first.id}`),
    };
    await expect(open(customerId, [alertIds[0]!])).rejects.toMatchObject(refused);
    await expect(add(second, [alertIds[0]!])).rejects.toMatchObject(refused);
    await close(first);
    await expect(add(second, [alertIds[0]!])).resolves.toMatchObject({ alert_ids: [alertIds[1], alertIds[0]] });
    expect(await service.alerts.alert(service.tenantId, alertIds[0]!)).toMatchObject({ case_id: second.id });
    expect(await service.cases.case(service.tenantId, first.id)).toMatchObject({ alert_ids: [alertIds[0]] });
  });

  it('is the only one that gets an alert when several cases request it at once', async () => {
    const other = await service.anotherInstance();
    for (let round = 0; round < 5; round++) {
      const { customerId, alertIds } = await customerWithAlerts();
      const outcomes = await Promise.allSettled([
        open(customerId, alertIds),
        open(customerId, alertIds.toReversed(), {}, other),
        open(customerId, [alertIds[1]!]),
      ]);
      const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      const taken = opened.flatMap(({ alert_ids }) => alert_ids);
      expect(new Set(taken).size).toBe(taken.length);
      expect(opened).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'alert_in_other_case' });
      }
    }
  });

  it('that is closed accepts no changes', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const opened = await open(customerId, [alertIds[0]!]);
    await close(opened);
    const refused = { kind: 'invalid', code: 'case_closed', message: expect.stringContaining('closed by a.lee at ') };
    await expect(add(opened, [alertIds[1]!])).rejects.toMatchObject(refused);
    await expect(note(opened, 'too late')).rejects.toMatchObject(refused);
    await expect(
      service.commands.send(closeCase, { ...about(opened), outcome: 'no_action', reason: 'after all' }),
    ).rejects.toMatchObject(refused);
    // The rejected requests have claimed no alert.
    await expect(open(customerId, [alertIds[1]!])).resolves.toMatchObject({ status: 'open' });
  });

  it('of another tenant is not found', async () => {
    const { customerId } = await customerWithAlerts(0);
    const opened = await open(customerId, []);
    const foreign = { ...about(opened), tenant_id: randomUUID() };
    for (const ask of [
      () => service.commands.send(addAlertsToCase, { ...foreign, alert_ids: [], reason: 'x' }),
      () => service.commands.send(addCaseNote, { ...foreign, note: 'x' }),
      () => service.commands.send(closeCase, { ...foreign, outcome: 'no_action', reason: 'x' }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ kind: 'not_found' });
    }
  });
});

describe('the same command again', () => {
  it('has no second effect and returns the same result', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const request = opening(customerId, [alertIds[0]!]);
    const opened = await service.commands.send(openCase, request);
    expect(await service.commands.send(openCase, request)).toEqual(opened);
    const added = await add(opened, alertIds);
    expect(await add(opened, alertIds)).toEqual(added);
    const noted = await note(opened, 'called');
    expect(await note(opened, 'called')).toEqual(noted);
    const closed = await close(opened);
    expect(await close(opened)).toEqual(closed);
    expect(closed.entries.map(({ what }) => what)).toEqual(['opened', 'alerts_added', 'note', 'closed']);
  });

  it('opens one case when it is delivered twice at once', async () => {
    const other = await service.anotherInstance();
    const { customerId, alertIds } = await customerWithAlerts();
    const request = opening(customerId, alertIds);
    const [one, two] = await Promise.all([service.commands, other].map((bus) => bus.send(openCase, request)));
    expect(one).toEqual(two);
    expect(await service.cases.cases(service.tenantId, PAGE, { customer_id: customerId })).toHaveLength(1);
  });

  it('opens the case after a crash between the claim of the alerts and the append', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const request = opening(customerId, alertIds);
    faults.dieBefore = (stream) => stream === caseStream(request.case_id);
    await expect(service.commands.send(openCase, request)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.clear();
    await expect(open(customerId, alertIds)).rejects.toMatchObject({ kind: 'overloaded', code: 'alert_pending' });
    await expect(service.commands.send(openCase, request)).resolves.toMatchObject({ alert_ids: alertIds });
  });

  it('is rejected when a crash prevented the opening and another case took the alerts after a minute', async () => {
    const { customerId, alertIds } = await customerWithAlerts();
    const dead = opening(customerId, alertIds);
    faults.dieBefore = (stream) => stream === caseStream(dead.case_id);
    await expect(service.commands.send(openCase, dead)).rejects.toMatchObject({ kind: 'outcome_unknown' });
    faults.clear();
    await service.database.owner.query(
      "UPDATE customer_risk.claims SET claimed_at = claimed_at - interval '61 s' WHERE owner = $1",
      [dead.case_id],
    );
    const opened = await open(customerId, alertIds);
    await expect(service.commands.send(openCase, dead)).rejects.toMatchObject({
      code: 'alert_in_other_case',
      message: expect.stringContaining(opened.id),
    });
  });

  it('is rejected when the id belongs to another case', async () => {
    const { customerId } = await customerWithAlerts(0);
    const { id } = await open(customerId, []);
    await expect(open(customerId, [], { case_id: id, title: 'Another' })).rejects.toMatchObject({
      code: 'case_id_taken',
    });
  });
});
