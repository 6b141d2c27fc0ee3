import { randomUUID } from 'node:crypto';
import { approveReport, discardReport, draftReport, fileReport } from '@probity/contracts/activity-reports/commands';
import { aReport } from '@probity/activity-reports/testing/reported';
import { closeCase, openCase } from '@probity/contracts/cases/commands';
import { addAllowListEntry, endAllowListEntry } from '@probity/contracts/allow-list/commands';
import { dismissAlert, reopenAlert } from '@probity/contracts/alerts/commands';
import { eraseCustomer, requestErasure, withdrawErasure } from '@probity/contracts/erasure/commands';
import { customerStream } from '@probity/contracts/customers/events';
import { CustomerProfile } from '@probity/contracts/customers/profile';
import { separate } from '@probity/contracts/personal-data/redact';
import type { CommandBus } from '@probity/messaging/command-bus';
import { ErasureQueries } from '@probity/read-side/customers/erasure-queries';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { type CustomerRiskFixture, PAGE, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aSanctionsMatch, aScreeningAlert } from '../testing/examples';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const BY = { officer: 'Ada Byron', officer_id: randomUUID() };
const NAME = 'Ottilie Quarrington';
const LONG_AGO = '2015-06-30';

const about = (customer_id: string) => ({ tenant_id: service.tenantId, customer_id, ...BY });
const request = (id: string, relationship_ended_on = LONG_AGO, bus: CommandBus = service.commands) =>
  bus.send(requestErasure, { ...about(id), relationship_ended_on, reason: `${NAME} wrote a letter` });
const erase = (id: string, dry_run = false, bus: CommandBus = service.commands) =>
  bus.send(eraseCustomer, { ...about(id), dry_run });
const dismissed = (id: string, alert_id: string) =>
  service.commands.send(dismissAlert, { tenant_id: service.tenantId, alert_id, ...BY, reason: `not ${NAME} (${id})` });

/** A customer with everything that names it: alerts, a case, decisions and a rating history. */
async function aKnownCustomer(): Promise<{ id: string; email: string; alertIds: string[] }> {
  const email = `ottilie.${randomUUID()}@example.com`;
  const refs = { external_id: `Q-${randomUUID()}`, account_refs: [`acc-${randomUUID()}`] };
  const profile = { email, full_name: NAME, phone: '+44 20 7946 0018', metadata: { known_as: NAME }, ...refs };
  const { id } = await service.create(profile);
  const alert = aScreeningAlert({
    title: `Possible match: ${NAME}`,
    evidence: { name: NAME },
    metadata: { name: NAME },
  });
  const alertIds = await service.raise(id, alert);
  const opened = { tenant_id: service.tenantId, case_id: randomUUID(), customer_id: id, ...BY };
  await service.commands.send(openCase, { ...opened, title: NAME, reason: NAME, alert_ids: alertIds });
  await dismissed(id, alertIds[0]!);
  const { case_id, tenant_id } = opened;
  await service.commands.send(closeCase, {
    tenant_id,
    case_id,
    ...BY,
    outcome: 'no_action',
    reason: `${NAME} is known`,
  });
  const again = await service.commands.send(reopenAlert, {
    tenant_id,
    alert_id: alertIds[0]!,
    ...BY,
    reason: `${NAME} wrote again`,
  });
  await dismissed(id, again.id);
  const paid = aScreeningAlert({ match: aSanctionsMatch({ subject: 'counterparty', subject_name: NAME }) });
  const [allowed] = await service.raise(id, paid);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const entry = { tenant_id, customer_id: id, alert_id: allowed!, ...BY, until, reason: `${NAME} pays itself` };
  const { id: allow_list_entry_id } = await service.commands.send(addAllowListEntry, entry);
  const end = { tenant_id, customer_id: id, allow_list_entry_id, ...BY, reason: `${NAME} left` };
  await service.commands.send(endAllowListEntry, end);
  await dismissed(id, allowed!);
  const report = { tenant_id, report_id: randomUUID(), ...BY, reason: `${NAME} moved money` };
  const content = {
    kind: 'SAR' as const,
    narrative: NAME,
    measures: NAME,
    indicators: [],
    event_ids: [],
    alert_ids: [],
  };
  await service.commands.send(draftReport, { ...report, ...content, case_id });
  const { facts } = aReport({ subject: { name: NAME }, transactions: [] });
  await service.commands.send(approveReport, { ...report, version: 1, facts });
  await service.commands.send(fileReport, {
    ...report,
    reference: NAME,
    filed_on: new Date().toISOString().slice(0, 10),
  });
  const other = { ...report, report_id: randomUUID() };
  await service.commands.send(draftReport, { ...other, ...content, case_id });
  await service.commands.send(discardReport, { ...other, version: 1 });
  return { id, email, alertIds };
}

/** Everything in the database, as text. */
async function everything(): Promise<string> {
  const { owner } = service.database;
  const { rows } = await owner.query<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
  const texts = await Promise.all(
    rows.map(async ({ name }) =>
      (await owner.query(`SELECT t::text AS text FROM ${name} t`)).rows.map(({ text }) => text),
    ),
  );
  return texts.flat().join('\n');
}

describe('a customer whose erasure was requested', () => {
  it('is restricted: its profile is not shown, it is in no list, and it is still scored', async () => {
    const { id, email } = await aKnownCustomer();
    expect(await request(id)).toMatchObject({ status: 'restricted', retained_until: '2020-06-30', erased_at: null });
    const view = await service.customers.customer(service.tenantId, id);
    expect(view).toMatchObject({ email: '[restricted]', full_name: null, phone: null, customer_type: 'individual' });
    const riskView = await service.views.of(service.tenantId, id, new Date());
    expect(riskView!.customer).toEqual(view);
    expect(JSON.stringify(riskView!.customer)).not.toContain(NAME);
    expect(await service.customers.customers(service.tenantId, PAGE, { email })).toEqual([]);
    expect((await service.customers.scored(service.tenantId, PAGE)).map((one) => one.id)).toContain(id);
    const { raised } = await service.report(id, { alerts: [aScreeningAlert({ alert_id: randomUUID() })] });
    expect(raised).toHaveLength(1);
  });

  it('is not restricted any more when the request is withdrawn', async () => {
    const { id } = await aKnownCustomer();
    await request(id);
    await service.commands.send(withdrawErasure, { ...about(id), reason: 'stays' });
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({ full_name: NAME });
    await expect(erase(id)).rejects.toMatchObject({ code: 'erasure_not_requested' });
    const trail = await service.audit.events(service.tenantId, PAGE, { subject_id: id });
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['customer.erasure_requested', 'customer.erasure_withdrawn']),
    );
  });

  it('is requested once: the same date changes nothing, another date is rejected', async () => {
    const { id } = await aKnownCustomer();
    const first = await request(id);
    expect(await request(id)).toEqual(first);
    await expect(request(id, '2016-01-01')).rejects.toMatchObject({ code: 'erasure_requested' });
    const future = await aKnownCustomer();
    await expect(request(future.id, '2999-01-01')).rejects.toMatchObject({ code: 'invalid_field' });
  });

  it('of another tenant is not found', async () => {
    const { id } = await aKnownCustomer();
    const other = { ...about(id), tenant_id: randomUUID() };
    const requests = [
      service.commands.send(requestErasure, { ...other, relationship_ended_on: LONG_AGO, reason: 'x' }),
      service.commands.send(withdrawErasure, { ...other, reason: 'x' }),
      service.commands.send(eraseCustomer, { ...other, dry_run: false }),
    ];
    await Promise.all(requests.map((sent) => expect(sent).rejects.toMatchObject({ code: 'not_found' })));
  });
});

describe('erasure', () => {
  it('waits for the request, for the end of the retention, and for open work', async () => {
    const { id } = await aKnownCustomer();
    await expect(erase(id)).rejects.toMatchObject({ code: 'erasure_not_requested' });
    const today = new Date().toISOString().slice(0, 10);
    await request(id, today);
    await expect(erase(id)).rejects.toMatchObject({ code: 'retention_not_over' });
    const busy = await aKnownCustomer();
    const [open] = await service.raise(busy.id, aScreeningAlert({ alert_id: randomUUID() }));
    await request(busy.id);
    await expect(erase(busy.id)).rejects.toMatchObject({ code: 'erasure_blocked' });
    await dismissed(busy.id, open!);
    await expect(erase(busy.id)).resolves.toMatchObject({ status: 'erased' });
  });

  it('leaves no trace of the person in any table, and the history without the person', async () => {
    const { id, email, alertIds } = await aKnownCustomer();
    expect(await everything()).toContain(email);
    await request(id);
    expect(await erase(id, true)).toMatchObject({ status: 'restricted' });
    expect(
      await service.database.owner.query(
        'SELECT FROM privacy.data_keys WHERE destroyed_at IS NOT NULL AND subject = $1',
        [id],
      ),
    ).toMatchObject({ rowCount: 0 });
    expect(await erase(id)).toMatchObject({ status: 'erased', retained_until: null });

    const left = (await everything())
      .split('\n')
      .filter((row) => row.includes(id) && /Ottilie|Quarrington|7946 0018/.test(row));
    expect(left).toEqual([]);
    expect(await everything()).not.toContain(email);
    const profile = await service.customers.customer(service.tenantId, id);
    expect(profile).toMatchObject({ email: '[erased]', full_name: null, customer_type: 'individual' });
    const history = await service.customers.riskHistory(service.tenantId, id, PAGE);
    expect(history[0]).toMatchObject({ rating_from: null, score: expect.any(Number), reason: '[erased]' });
    expect(await service.alerts.alert(service.tenantId, alertIds[0]!)).toMatchObject({
      status: 'dismissed',
      title: '[erased]',
      decisions: [{ decision: 'dismissed', reason: '[erased]' }],
    });
    const { rows } = await service.database.owner.query<{ profile: CustomerProfile }>(
      'SELECT profile FROM customer_risk.customers WHERE id = $1',
      [id],
    );
    expect(separate(CustomerProfile, rows[0]!.profile).rest).toEqual(rows[0]!.profile);
  });

  it('frees the email, and ends every change of the customer', async () => {
    const { id, email } = await aKnownCustomer();
    await request(id);
    await erase(id);
    await expect(request(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.report(id)).rejects.toMatchObject({ code: 'not_found' });
    const kyc = { tenant_id: service.tenantId, customer_id: id, to: 'approved' as const, reason: 'x', actor: 'x' };
    await expect(service.commands.send(changeKycStatus, { ...kyc, actor_type: 'staff' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(service.create({ email })).resolves.toMatchObject({ email });
  });

  it('can be repeated, and at the same time by several instances', async () => {
    const { id } = await aKnownCustomer();
    await request(id);
    const other = await service.anotherInstance();
    await Promise.all([erase(id), erase(id, false, other), erase(id)]);
    await erase(id);
    const erased = "SELECT FROM event_store.events WHERE stream = $1 AND type = 'CustomerErased'";
    expect(await service.database.owner.query(erased, [customerStream(id)])).toMatchObject({ rowCount: 1 });
  });

  it('that ended after the event is completed by the next run, also of customers that are erased already', async () => {
    const { id, email } = await aKnownCustomer();
    await request(id);
    await service.database.owner.query('ALTER FUNCTION privacy.erase_customer(uuid) RENAME TO gone');
    await expect(erase(id)).rejects.toThrow();
    await service.database.owner.query('ALTER FUNCTION privacy.gone(uuid) RENAME TO erase_customer');
    expect(await everything()).toContain(email);
    const queries = new ErasureQueries(service.database.owner);
    const first = { relationship_ended_on: '0001-01-01', customer_id: '00000000-0000-0000-0000-000000000000' };
    const due = await queries.toErase(service.tenantId, first, new Date(), 1_000);
    expect(due.find(({ customer_id }) => customer_id === id)).toMatchObject({ status: 'erased' });
    await erase(id);
    expect(await everything()).not.toContain(email);
  });

  it('is a right of customer-risk alone, and only for a customer whose events say so', async () => {
    const { id } = await aKnownCustomer();
    const owner = service.database.owner;
    await expect(owner.query('SELECT privacy.erase_customer($1)', [id])).rejects.toThrow(/was not erased by an event/);
    for (const role of ['probity_pipeline', 'probity_gateway', 'probity_back_office', 'probity_webhook_dispatcher']) {
      const database = await service.database.as(role);
      await expect(database.query('SELECT privacy.erase_customer($1)', [id])).rejects.toThrow(/permission denied/);
    }
  });
});
