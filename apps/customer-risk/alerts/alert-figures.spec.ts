import { randomUUID } from 'node:crypto';
import { dismissAlert, escalateAlert, resolveAlert } from '@probity/contracts/alerts/commands';
import { AlertQueries, type AlertFilter } from '@probity/read-side/alerts/alert-queries';
import { InsightQueries } from '@probity/read-side/insights/insight-queries';
import { ROLES } from '@probity/persistence/roles';
import type { Database } from '@probity/persistence/database';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aMonitoringAlert, aScreeningAlert } from '../testing/examples';

const JO = { officer: 'Jo Smith', officer_id: randomUUID(), reason: 'looked at it' };
const RULE = randomUUID();
const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = dayOf(Date.now());
const tomorrow = dayOf(Date.now() + DAY_MS);

let service: CustomerRiskFixture;
let office: Database;
/** of a rule, of a list, and of a provider that names rules of its own */
let ids: string[];
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  office = await service.database.as(ROLES.backOffice);
  const { id } = await service.create();
  ids = await service.raise(
    id,
    aMonitoringAlert({ metadata: { rule_id: RULE } }),
    aScreeningAlert(),
    aMonitoringAlert({ metadata: { rule_id: 'R-17' }, trigger_ref: 'other' }),
  );
  const alert = (n: number) => ({ tenant_id: service.tenantId, alert_id: ids[n]!, ...JO });
  await service.commands.send(dismissAlert, alert(0));
  await service.commands.send(escalateAlert, alert(1));
  await service.commands.send(resolveAlert, { ...alert(2), resolution: 'reported' });
});
afterAll(() => service.stop());

async function found(filter: AlertFilter): Promise<number[]> {
  const listed = await new AlertQueries(office).alerts(service.tenantId, PAGE, filter);
  return listed.map(({ id }) => ids.indexOf(id)).toSorted();
}

it('finds alerts by their rule, list and resolution', async () => {
  expect(await found({ rule_id: RULE })).toEqual([0]);
  const [screening] = await new AlertQueries(office).alerts(service.tenantId, PAGE, { source: 'screening' });
  expect(screening!.id).toBe(ids[1]);
  expect(await found({ list: 'ofac-sdn' })).toEqual([1]);
  expect(await found({ resolution: 'reported' })).toEqual([2]);
});

it('finds alerts by who decided them, and when; an escalated alert is not decided', async () => {
  expect(await found({ decided_by: JO.officer_id })).toEqual([0, 2]);
  expect(await found({ decided: { from: today, before: tomorrow } })).toEqual([0, 2]);
  expect(await found({ decided: { before: today } })).toEqual([]);
  expect(await found({ raised: { from: today } })).toEqual([0, 1, 2]);
  expect(await found({ raised: { from: tomorrow } })).toEqual([]);
});

it('counts what was decided', async () => {
  const insights = await new InsightQueries(office).insights(service.tenantId, today, today, new Date());
  expect(insights).toMatchObject({
    decided: [
      { outcome: 'dismissed', alerts: 1 },
      { outcome: 'reported', alerts: 1 },
    ],
    rules: [{ rule_id: RULE, raised: 1, decided: 1, dismissed: 1 }],
    people: [{ account_id: JO.officer_id, name: 'Jo Smith', decided: 2 }],
  });
});

it('counts a day again if one of its alerts is projected late', async () => {
  const later = new Date(Date.now() + 2 * DAY_MS); // today is over then
  const raisedToday = async () => {
    const { raised } = await new InsightQueries(office).insights(service.tenantId, today, today, later);
    return raised.reduce((sum, { alerts }) => sum + alerts, 0);
  };
  expect(await raisedToday()).toBe(3);
  await service.database.owner.query('UPDATE customer_risk.alert_days SET day = day - 3');
  const day = dayOf(Date.now() - 3 * DAY_MS);
  const of = [service.tenantId, day];
  const stored = 'SELECT count(*)::int AS rows FROM customer_risk.alert_days WHERE tenant_id = $1 AND day = $2';
  const { forgetDaysOf } = await import('@probity/read-side/insights/alert-days');
  const risk = await service.database.as(ROLES.customerRisk);
  await forgetDaysOf(risk, service.tenantId, [new Date().toISOString()]);
  expect((await office.query<{ rows: number }>(stored, of)).rows[0]!.rows).toBeGreaterThan(0);
  await forgetDaysOf(risk, service.tenantId, [`${day}T23:00:00.000Z`]);
  expect((await office.query<{ rows: number }>(stored, of)).rows[0]!.rows).toBe(0);
});
