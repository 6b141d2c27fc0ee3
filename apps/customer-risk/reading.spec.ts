import { randomUUID } from 'node:crypto';
import { resolveAlert } from '@probity/contracts/alerts/commands';
import { addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { withTrace } from '@probity/platform/trace-context';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { LimitQueries } from '@probity/read-side/limits/limit-queries';
import { CustomerQueries } from '@probity/read-side/customers/customer-queries';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from './testing/customer-risk-fixture';
import { aMonitoringAlert, aScreeningAlert } from './testing/examples';

let service: CustomerRiskFixture;
let customerId: string;
let screeningAlert: string;
let monitoringAlert: string;
let caseId: string;
const eventId = newId();

/** Creates a tenant with a customer, alerts, a case and decisions. */
beforeAll(async () => {
  service = await startCustomerRiskFixture();
  const { commands, tenantId: tenant_id } = service;
  customerId = (await service.create({ email: 'own@example.com', account_refs: ['acc-1'], external_id: 'x-1' })).id;
  [screeningAlert] = (await service.raise(customerId, aScreeningAlert())) as [string];
  await service.report(customerId, {
    trigger_type: 'onboarding',
    event_id: eventId,
    changes: { occupation: 'judge' },
    alerts: [aMonitoringAlert()],
  });
  const all = await service.alerts.alerts(tenant_id, PAGE, { source: 'monitoring' });
  monitoringAlert = all[0]!.id;
  caseId = newId();
  const officer = 'j.smith';
  const alert_ids = [screeningAlert];
  const about = { tenant_id, case_id: caseId, officer };
  await commands.send(openCase, {
    ...about,
    customer_id: customerId,
    title: 'A match',
    reason: 'to look at',
    alert_ids,
  });
  await commands.send(addCaseNote, { ...about, note: 'called' });
  const reason = 'same passport';
  const resolution = 'confirmed_match' as const;
  await commands.send(resolveAlert, { tenant_id, alert_id: screeningAlert, officer, reason, resolution });
  await commands.send(closeCase, { ...about, outcome: 'reported', reason: 'report 17 filed' });
  const provider = { actor_type: 'provider' as const, actor: 'sumsub', reason: 'forged document' };
  await commands.send(changeKycStatus, { tenant_id, customer_id: customerId, to: 'rejected', ...provider });
});
afterAll(() => service.stop());

describe('a tenant', () => {
  it.each<[string, (tenantId: string) => Promise<unknown>]>([
    ['a customer', (tenant) => service.customers.customer(tenant, customerId)],
    ['the customers', (tenant) => service.customers.customers(tenant, PAGE)],
    ['customers by e-mail', (tenant) => service.customers.customers(tenant, PAGE, { email: 'OWN@example.com' })],
    ['the risk history', (tenant) => service.customers.riskHistory(tenant, customerId, PAGE)],
    ['the holder of a reference', (tenant) => service.customers.byAccountRef(tenant, 'acc-1')],
    ['the risk view', (tenant) => service.views.of(tenant, customerId, new Date())],
    ['an alert', (tenant) => service.alerts.alert(tenant, monitoringAlert)],
    ['the alerts', (tenant) => service.alerts.alerts(tenant, PAGE)],
    ['the alerts of a customer', (tenant) => service.alerts.alerts(tenant, PAGE, { customer_id: customerId })],
    ['alerts for scoring', (tenant) => service.alerts.ofCustomerForScoring(tenant, customerId, new Date(0))],
    ['a case', (tenant) => service.cases.case(tenant, caseId)],
    ['the cases', (tenant) => service.cases.cases(tenant, PAGE)],
    ['the cases of a customer', (tenant) => service.cases.cases(tenant, PAGE, { customer_id: customerId })],
    ['the audit trail', (tenant) => service.audit.events(tenant, PAGE)],
    ['the audit trail of a customer', (tenant) => service.audit.events(tenant, PAGE, { subject_id: customerId })],
  ])('reads %s of its own, but not of another tenant', async (_what, read) => {
    expect((await read(randomUUID())) ?? []).toEqual([]);
    const own = (await read(service.tenantId)) ?? [];
    expect(own).not.toEqual([]);
  });

  it('has its own dismissed pairs', async () => {
    expect(await service.alerts.dismissedPairs(randomUUID(), customerId)).toEqual([]);
  });
});

describe('lists', () => {
  it.each([
    ['email', 'OWN@EXAMPLE.COM', 'other@example.com'],
    ['external_id', 'x-1', 'X-1'],
    ['kyc_status', 'rejected', 'approved'],
    ['risk_rating', 'critical', 'low'],
    ['customer_type', 'individual', 'corporate'],
  ])('of customers can be filtered by %s', async (field, own, other) => {
    expect(await service.customers.customers(service.tenantId, PAGE, { [field]: own })).toHaveLength(1);
    expect(await service.customers.customers(service.tenantId, PAGE, { [field]: other })).toEqual([]);
  });

  it.each([
    ['status', 'resolved', 'dismissed'],
    ['source', 'screening', 'plugin'],
    ['severity', 'critical', 'low'],
    ['alert_type', 'sanctions_match', 'structuring'],
  ])('of alerts can be filtered by %s', async (field, own, other) => {
    expect(await service.alerts.alerts(service.tenantId, PAGE, { [field]: own })).toMatchObject([
      { id: screeningAlert },
    ]);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { [field]: other })).toEqual([]);
  });

  it('accept several filters at once, all of which must match', async () => {
    const both = { status: 'resolved' as const, severity: 'critical' as const, source: 'screening' as const };
    expect(await service.alerts.alerts(service.tenantId, PAGE, both)).toHaveLength(1);
    expect(await service.alerts.alerts(service.tenantId, PAGE, { ...both, source: 'kyc' })).toEqual([]);
    expect(
      await service.cases.cases(service.tenantId, PAGE, { status: 'closed', customer_id: customerId }),
    ).toHaveLength(1);
    expect(await service.cases.cases(service.tenantId, PAGE, { status: 'open', customer_id: customerId })).toEqual([]);
  });

  it('come in pages: customers oldest first, alerts newest first', async () => {
    const tenant_id = randomUUID();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await service.create({}, { tenant_id })).id);
    const page = async (offset: number) =>
      (await service.customers.customers(tenant_id, { limit: 2, offset })).map(({ id }) => id);
    expect([await page(0), await page(2), await page(4)]).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const alerts = await service.alerts.alerts(service.tenantId, { limit: 1, offset: 0 });
    expect(alerts).toMatchObject([{ id: monitoringAlert }]);
    expect(await service.alerts.alerts(service.tenantId, { limit: 1, offset: 1 })).toMatchObject([
      { id: screeningAlert },
    ]);
  });
});

describe('the audit trail', () => {
  it('contains every action, newest first, with actor, reason and cause', async () => {
    const trail = await service.audit.events(service.tenantId, PAGE);
    const told = trail.toReversed().map(({ action, actor, subject_type }) => `${actor}: ${subject_type} ${action}`);
    expect(told).toEqual([
      'institution: customer customer.created',
      'system: customer risk.rating_changed',
      'system: alert alert.created',
      'system: customer risk.rating_changed',
      'system: alert alert.created',
      'institution: customer customer.profile_changed',
      'system: customer risk.assessed',
      'staff:j.smith: case case.opened',
      'staff:j.smith: case case.note_added',
      'staff:j.smith: alert alert.resolved',
      'staff:j.smith: customer risk.rating_changed',
      'staff:j.smith: case case.closed',
      'provider:sumsub: customer kyc.rejected',
      'provider:sumsub: customer risk.assessed',
    ]);
    expect(trail.map(({ at }) => at)).toEqual(
      trail
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('has an entry for every event', async () => {
    const { rows } = await service.database.owner.query<{ id: string }>(
      "SELECT id FROM event_store.events WHERE data::json->>'tenant_id' = $1",
      [service.tenantId],
    );
    const trail = await service.audit.events(service.tenantId, PAGE);
    expect(trail.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  it.each<[string, object, string[]]>([
    ['subject', { subject_type: 'case' }, ['case.closed', 'case.note_added', 'case.opened']],
    ['actor', { actor: 'provider:sumsub' }, ['risk.assessed', 'kyc.rejected']],
    ['action', { action: 'alert.resolved' }, ['alert.resolved']],
    ['several', { actor: 'staff:j.smith', subject_type: 'alert' }, ['alert.resolved']],
    ['time since', { since: '2999-01-01T00:00:00Z' }, []],
    ['time until', { until: '2000-01-01T00:00:00Z' }, []],
  ])('can be filtered by %s', async (_what, filter, actions) => {
    const trail = await service.audit.events(service.tenantId, PAGE, filter);
    expect(trail.map(({ action }) => action)).toEqual(actions);
  });

  it('combines the trails of all services; actions that concern all tenants are part of each', async () => {
    const insert = (schema: string, tenant: string | null, action: string) =>
      service.database.owner.query(
        `INSERT INTO ${schema}.audit_events (id, tenant_id, subject_type, subject_id, action, actor_type, actor, data, at)
         VALUES ($1, $2, 'other', 'x', $3, 'staff', 'staff:b.king', '{}', now())`,
        [randomUUID(), tenant, action],
      );
    await insert('back_office', service.tenantId, 'settings.changed');
    await insert('pipeline', service.tenantId, 'rule.saved');
    await insert('pipeline', null, 'watchlist.imported');
    await insert('pipeline', randomUUID(), 'rule.of_another_tenant');
    const trail = await service.audit.events(service.tenantId, PAGE, { actor: 'staff:b.king' });
    expect(trail.map(({ action }) => action)).toEqual(['watchlist.imported', 'rule.saved', 'settings.changed']);
    const page = await service.audit.events(service.tenantId, { limit: 2, offset: 2 });
    expect(page.map(({ action }) => action)).toEqual(['settings.changed', expect.any(String)]);
  });

  it('names the reason and the ingested event', async () => {
    const [resolved] = await service.audit.events(service.tenantId, PAGE, { action: 'alert.resolved' });
    expect(resolved).toMatchObject({
      subject_id: screeningAlert,
      reason: 'same passport',
      data: { customer_id: customerId, resolution: 'confirmed_match' },
    });
    const [changed] = await service.audit.events(service.tenantId, PAGE, { action: 'customer.profile_changed' });
    expect(changed).toMatchObject({ cause: eventId, data: { fields: ['occupation'] } });
  });

  it('names the trace of the request when there is no event', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const tenant_id = service.tenantId;
    const move = { actor_type: 'staff' as const, actor: 'a.lee', reason: 'appeal', to: 'in_review' as const };
    const request = { tenant_id, customer_id: customerId, ...move };
    await withTrace(traceparent, () => service.commands.send(changeKycStatus, request));
    const [moved] = await service.audit.events(service.tenantId, PAGE, { action: 'kyc.in_review' });
    expect(moved).toMatchObject({
      cause: traceparent,
      actor: 'staff:a.lee',
      data: { from: 'rejected', to: 'in_review' },
    });
  });
});

describe('the database lets', () => {
  const DENIED = { code: '42501' };

  it('the pipeline read customers and alerts, and the dispatcher read alerts', async () => {
    const pipeline = await service.database.as(ROLES.pipeline);
    await expect(new CustomerQueries(pipeline).byAccountRef(service.tenantId, 'acc-1')).resolves.toBe(customerId);
    await expect(new CustomerQueries(pipeline).customer(service.tenantId, customerId)).resolves.toBeDefined();
    for (const role of [ROLES.pipeline, ROLES.webhookDispatcher]) {
      const alerts = new AlertQueries(await service.database.as(role));
      await expect(alerts.alert(service.tenantId, screeningAlert)).resolves.toMatchObject({ case_id: caseId });
    }
  });

  it('the gateway sum the sizes of files, and read no names of them', async () => {
    const gateway = await service.database.as(ROLES.gateway);
    await expect(new LimitQueries(gateway).fileBytes(service.tenantId)).resolves.toBe(0);
    for (const columns of ['name', 'removal_reason', 'attached_by', 'case_id', '*']) {
      const query = `SELECT ${columns} FROM customer_risk.case_files`;
      await expect(gateway.query(query)).rejects.toMatchObject(DENIED);
    }
    for (const role of [ROLES.gateway, ROLES.backOffice]) {
      const database = await service.database.as(role);
      for (const columns of ['sha256', 'customer_id', '*']) {
        const query = `SELECT ${columns} FROM customer_risk.case_file_contents`;
        await expect(database.query(query)).rejects.toMatchObject(DENIED);
      }
    }
  });

  it('only customer-risk write the tables of customer-risk', async () => {
    for (const role of [ROLES.pipeline, ROLES.webhookDispatcher, ROLES.gateway, ROLES.backOffice, ROLES.ledger]) {
      const database = await service.database.as(role);
      const files = ['case_files', 'case_file_contents'];
      for (const table of ['customers', 'alerts', 'cases', ...files, 'claims', 'audit_events']) {
        await expect(database.query(`DELETE FROM customer_risk.${table}`)).rejects.toMatchObject(DENIED);
      }
    }
  });

  it('customer-risk neither change history nor write streams of other services', async () => {
    const database = await service.database.as(ROLES.customerRisk);
    for (const statement of [
      'UPDATE customer_risk.audit_events SET actor = actor',
      'DELETE FROM customer_risk.risk_history',
      'DELETE FROM event_store.events',
      'SELECT * FROM ledger.ledgers',
      'SELECT * FROM back_office.api_keys',
    ]) {
      await expect(database.query(statement)).rejects.toMatchObject(DENIED);
    }
    const append = "INSERT INTO event_store.events (stream, revision, id, type, data) VALUES ($1, 0, $2, 'Test', '{}')";
    await expect(database.query(append, [`ledger-${randomUUID()}`, randomUUID()])).rejects.toMatchObject(DENIED);
  });
});
