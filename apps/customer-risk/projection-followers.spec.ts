import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { draftReport } from '@probity/contracts/activity-reports/commands';
import { addAllowListEntry } from '@probity/contracts/allow-list/commands';
import { dismissAlert } from '@probity/contracts/alerts/commands';
import { alertStream } from '@probity/contracts/alerts/events';
import { openCase } from '@probity/contracts/cases/commands';
import { createCustomer } from '@probity/contracts/customers/commands';
import { customerStream } from '@probity/contracts/customers/events';
import type { Follower } from '@probity/event-store/follower';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { projectionFollowers } from '@probity/event-store/projection-follower';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { Metrics } from '@probity/platform/metrics';
import { PROJECTIONS } from './projections';
import { FileSender, THREE_PARTS } from './testing/case-files';
import { type CustomerRiskFixture, PAGE, sealing, startCustomerRiskFixture } from './testing/customer-risk-fixture';
import { aMonitoringAlert, aProfile, aSanctionsMatch, aScreeningAlert } from './testing/examples';
import { Faults } from '@probity/event-store/testing/faulty-event-store';

const faults = new Faults();
let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture({ faults, isAtomic: false });
});
afterAll(() => service.stop());
beforeEach(() => {
  faults.clear();
  service.screen = () => [];
});

/** The followers that the service starts when append and projection are two steps. */
const customerRiskFollowers = (database: Database): Follower[] =>
  projectionFollowers('customer-risk', PROJECTIONS, {
    store: sealing(new PostgresEventStore(database), database),
    database,
    logger: pino({ level: 'silent' }),
    metrics: new Metrics(),
  });

const risk = (customerId: string) => service.views.of(service.tenantId, customerId, new Date());
const unknown = { kind: 'outcome_unknown' };

/** Waits until `look` returns a value; fails after a generous time limit. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const giveUpAt = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error('the expected state was not reached');
    await delay(20);
  }
}

describe('when append and projection are two steps, a crash between them', () => {
  it('of a customer is repaired by the same command, and its address stays in use', async () => {
    const customer_id = newId();
    const profile = aProfile({ email: `${customer_id}@example.com`, account_refs: [] });
    const request = { tenant_id: service.tenantId, customer_id, profile, kyc_status: 'pending' as const };
    const alert = aScreeningAlert();
    service.screen = () => [alert];
    faults.dieUnprojected = (stream) => stream === customerStream(customer_id);
    await expect(service.commands.send(createCustomer, request)).rejects.toMatchObject(unknown);
    expect(await service.customers.customer(service.tenantId, customer_id)).toBeUndefined();

    faults.clear();
    await service.database.owner.query("UPDATE customer_risk.claims SET claimed_at = now() - interval '61 s'");
    await expect(service.create({ email: profile.email })).rejects.toMatchObject({ code: 'email_taken' });
    const created = await service.commands.send(createCustomer, request);
    expect(await service.customers.customer(service.tenantId, customer_id)).toEqual(created);
    expect((await risk(customer_id))!.active_alerts).toMatchObject([{ id: alert.alert_id }]);
  });

  it('of an alert is repaired before the customer is scored', async () => {
    const { id } = await service.create();
    const alert = aMonitoringAlert({ severity: 'critical' });
    const findings = { event_id: newId(), alerts: [alert] };
    faults.dieUnprojected = (stream) => stream === alertStream(alert.alert_id);
    await expect(service.report(id, findings)).rejects.toMatchObject(unknown);
    faults.clear();
    expect(await service.report(id, findings)).toMatchObject({ raised: [alert.alert_id], rating_changed: true });
    expect((await risk(id))!.active_alerts).toHaveLength(1);
  });

  it('of a decision is repaired by the same decision', async () => {
    const { id } = await service.create();
    const [alert_id] = (await service.raise(id, aScreeningAlert())) as [string];
    const decision = { tenant_id: service.tenantId, alert_id, officer: 'j.smith', reason: 'another person' };
    faults.dieUnprojected = (stream) => stream === alertStream(alert_id);
    await expect(service.commands.send(dismissAlert, decision)).rejects.toMatchObject(unknown);
    faults.clear();
    expect(await service.commands.send(dismissAlert, decision)).toMatchObject({ status: 'dismissed' });
    expect((await risk(id))!.risk.rating).toBe('low');
  });

  it('of any stream is repaired by the followers', async () => {
    const { id } = await service.create();
    const [alert_id] = (await service.raise(id, aScreeningAlert())) as [string];
    const case_id = newId();
    faults.dieUnprojected = () => true;
    const decision = { tenant_id: service.tenantId, alert_id, officer: 'j.smith', reason: 'another person' };
    const opening = { ...decision, case_id, customer_id: id, title: 'A match', alert_ids: [alert_id] };
    const changes = { occupation: 'judge' };
    const onboarding = { trigger_type: 'onboarding' as const, event_id: newId(), changes, skip_kyc: true };
    await expect(service.commands.send(openCase, opening)).rejects.toMatchObject(unknown);
    await expect(service.commands.send(dismissAlert, decision)).rejects.toMatchObject(unknown);
    await expect(service.report(id, onboarding)).rejects.toMatchObject(unknown);
    expect(await service.cases.case(service.tenantId, case_id)).toBeUndefined();

    const database = await service.database.as(ROLES.customerRisk);
    const followers = customerRiskFollowers(database);
    for (const follower of followers) follower.start();
    try {
      await eventually(() => service.cases.case(service.tenantId, case_id));
      await eventually(async () => {
        const alert = await service.alerts.alert(service.tenantId, alert_id);
        return alert?.status === 'dismissed' ? alert : undefined;
      });
      await eventually(async () => {
        const customer = await service.customers.customer(service.tenantId, id);
        return customer?.occupation === 'judge' ? customer : undefined;
      });
    } finally {
      for (const follower of followers) await follower.stop();
    }
    const trail = await service.audit.events(service.tenantId, PAGE, { subject_id: alert_id });
    expect(trail.map(({ action }) => action)).toEqual(['alert.dismissed', 'alert.created']);
  });

  it.each([
    ['no process follows', false],
    ['another process follows, but has not come so far', true],
  ])('is repaired before a service starts, when %s', async (_who, isHeld) => {
    const customer_id = newId();
    const profile = aProfile({ email: `${customer_id}@example.com`, account_refs: [] });
    faults.dieUnprojected = (stream) => stream === customerStream(customer_id);
    const request = { tenant_id: service.tenantId, customer_id, profile, kyc_status: 'pending' as const };
    await expect(service.commands.send(createCustomer, request)).rejects.toMatchObject(unknown);
    faults.clear();
    const database = await service.database.as(ROLES.customerRisk);
    const lock = isHeld ? await database.tryLock('follower projection-customer-risk-customers') : undefined;
    for (const follower of customerRiskFollowers(database)) await follower.catchUp();
    lock?.release();
    expect(await service.customers.customer(service.tenantId, customer_id)).toMatchObject({ email: profile.email });
  });
});

describe('projecting everything again', () => {
  it('changes nothing', async () => {
    const tables = [
      'customers',
      'customer_account_refs',
      'risk_history',
      'alerts',
      'cases',
      'case_alerts',
      'case_file_contents',
      'case_files',
      'search_terms',
      'allow_list_entries',
      'reports',
      'audit_events',
    ];
    const contents = async () => {
      const all = await Promise.all(
        tables.map((table) =>
          service.database.owner.query<{ row: string }>(
            `SELECT t::text AS row FROM customer_risk.${table} t ORDER BY t::text`,
          ),
        ),
      );
      return all.map(({ rows }) => rows.map(({ row }) => row));
    };
    const { id } = await service.create({ account_refs: ['acc-1', 'acc-2'] });
    const paid = aScreeningAlert({ match: aSanctionsMatch({ subject: 'counterparty' }) });
    const [alert_id] = (await service.raise(id, paid)) as [string];
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const entry = { tenant_id: service.tenantId, customer_id: id, alert_id, until };
    await service.commands.send(addAllowListEntry, { ...entry, officer: 'j.smith', reason: 'another company' });
    const sender = new FileSender(service);
    await sender.download(await sender.attached(randomBytes(THREE_PARTS)));
    await sender.remove(await sender.attached());
    const by = { tenant_id: service.tenantId, officer: 'j.smith', reason: 'a report' };
    const case_id = newId();
    await service.commands.send(openCase, { ...by, case_id, customer_id: id, title: 'Mule', alert_ids: [] });
    const lists = { indicators: [], event_ids: [], alert_ids: [] };
    const written = { kind: 'SAR' as const, narrative: 'Moved money for others.', measures: '', ...lists };
    await service.commands.send(draftReport, { ...by, ...written, report_id: newId(), case_id });
    const database = await service.database.as(ROLES.customerRisk);
    await service.database.owner.query('DELETE FROM customer_risk.projected_up_to');
    const before = await contents();
    const followers = customerRiskFollowers(database);
    for (const follower of followers) follower.start();
    await eventually(async () => {
      const { rows } = await database.query('SELECT follower FROM customer_risk.projected_up_to');
      return rows.length === followers.length ? true : undefined;
    });
    for (const follower of followers) await follower.stop();
    expect(before.every((rows) => rows.length > 0)).toBe(true);
    expect(await contents()).toEqual(before);
  });
});
