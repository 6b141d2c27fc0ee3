import { randomBytes } from 'node:crypto';
import { first, lastValueFrom, toArray } from 'rxjs';
import { draftReport } from '@probity/contracts/activity-reports/commands';
import { dismissAlert } from '@probity/contracts/alerts/commands';
import { addAllowListEntry } from '@probity/contracts/allow-list/commands';
import { addCaseNote, closeCase, openCase } from '@probity/contracts/cases/commands';
import { changeKycStatus } from '@probity/contracts/customers/commands';
import { eraseCustomer, requestErasure } from '@probity/contracts/erasure/commands';
import { rebuildCustomerProjections } from '@probity/contracts/projections/commands';
import { newId } from '@probity/platform/ids';
import { FileSender, THREE_PARTS } from '../testing/case-files';
import { until } from '../../../tests/crash/until';
import { type CustomerRiskFixture, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aSanctionsMatch, aScreeningAlert } from '../testing/examples';

const TABLES = [
  'customers',
  'customer_account_refs',
  'search_terms',
  'allow_list_entries',
  'risk_history',
  'event_effects',
  'alerts',
  'cases',
  'case_alerts',
  'case_files',
  'case_file_contents',
  'reports',
  'audit_events',
];

const WAITS_FOR_TABLE = `
  SELECT FROM pg_locks WHERE mode = 'ExclusiveLock' AND NOT granted AND relation = 'customer_risk.customers'::regclass`;

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const by = () => ({ tenant_id: service.tenantId, officer: 'j.smith', reason: 'a check' });
const rebuild = async () =>
  (await lastValueFrom(service.commands.progress(rebuildCustomerProjections, {}).pipe(toArray()))).at(-1)!;
const execute = (sql: string) => service.database.owner.execute(sql);

/** All rows, with JSON in one order: fields that are sealed in events come last in rows that were rebuilt. */
async function contents(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await service.database.owner.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM customer_risk.${table} t ORDER BY 1`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** A customer with a row in every table. Returns its id and an alert of an open case. */
async function aBusyCustomer(): Promise<{ id: string; alertId: string; caseId: string }> {
  const { id } = await service.create({ account_refs: [newId(), newId()], full_name: 'Ottilie Quarrington' });
  await service.report(id, { event_id: newId(), changes: { occupation: 'judge' } });
  const [alertId, other] = await service.raise(id, aScreeningAlert(), aScreeningAlert());
  await service.commands.send(dismissAlert, { ...by(), alert_id: other! });
  const paid = aScreeningAlert({ match: aSanctionsMatch({ subject: 'counterparty' }) });
  const [allowed] = await service.raise(id, paid);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await service.commands.send(addAllowListEntry, { ...by(), customer_id: id, alert_id: allowed!, until });
  const caseId = newId();
  await service.commands.send(openCase, {
    ...by(),
    case_id: caseId,
    customer_id: id,
    title: 'M',
    alert_ids: [alertId!],
  });
  await service.commands.send(addCaseNote, { ...by(), case_id: caseId, note: 'Asked the branch.' });
  const none = { indicators: [], event_ids: [], alert_ids: [] };
  const report = { kind: 'SAR' as const, narrative: 'Moved money.', measures: '', ...none };
  await service.commands.send(draftReport, { ...by(), ...report, report_id: newId(), case_id: caseId });
  return { id, alertId: alertId!, caseId };
}

const open = (alertId: string, customerId: string, caseId = newId()) =>
  service.commands.send(openCase, {
    ...by(),
    case_id: caseId,
    customer_id: customerId,
    title: 'Another',
    alert_ids: [alertId],
  });

describe('a rebuild', () => {
  it('restores all rows of all tables that were emptied, also of customers that were erased', async () => {
    await aBusyCustomer();
    const files = new FileSender(service);
    await files.download(await files.attached(randomBytes(THREE_PARTS)));
    await files.remove(await files.attached());
    const { id } = await service.create({ full_name: 'Erased One', account_refs: [newId()] });
    const erasing = { tenant_id: service.tenantId, customer_id: id, officer: 'j.smith' };
    const request = { ...erasing, relationship_ended_on: '2015-06-30', reason: 'Erased One wrote a letter' };
    await service.commands.send(requestErasure, request);
    await service.commands.send(eraseCustomer, { ...erasing, dry_run: false });

    const before = await contents();
    for (const table of TABLES) expect({ table, rows: before[table]!.length }).not.toEqual({ table, rows: 0 });
    await execute(`TRUNCATE ${TABLES.map((table) => `customer_risk.${table}`).join(', ')}`);
    expect(await rebuild()).toMatchObject({ failed: 0, done: true });
    expect(await contents()).toEqual(before);
    expect(JSON.stringify(await contents())).not.toContain('Erased One');
  });

  it('corrects rows that differ from their events, and deletes rows that have none', async () => {
    const { id } = await aBusyCustomer();
    const before = await contents();
    await execute(`UPDATE customer_risk.customers SET kyc_status = 'approved' WHERE id = '${id}'`);
    await execute(`UPDATE customer_risk.customers SET revision = 99 WHERE id = '${id}'`);
    await execute(`INSERT INTO customer_risk.customer_account_refs VALUES ('${newId()}', 'r', '${newId()}', now(), 0)`);
    await execute(`
      INSERT INTO customer_risk.cases (id, tenant_id, customer_id, title, reason, status, opened_by, entries, created_at,
        updated_at, revision)
      VALUES ('${newId()}', '${service.tenantId}', '${id}', 't', 'r', 'open', 'o', '[]', now(), now(), 0)`);
    expect(await contents()).not.toEqual(before);
    await rebuild();
    expect(await contents()).toEqual(before);
  });

  it('keeps the rows of a customer whose key was destroyed without an erasure', async () => {
    const { id } = await aBusyCustomer();
    const before = await contents();
    const { rows } = await service.database.owner.query<{ sealed_key: Buffer }>(
      `UPDATE privacy.data_keys k SET sealed_key = NULL, destroyed_at = now() FROM privacy.data_keys old
       WHERE k.subject = $1 AND old.subject = k.subject RETURNING old.sealed_key`,
      [id],
    );
    const { failed } = await rebuild();
    expect(failed).toBeGreaterThan(0);
    expect(await contents()).toEqual(before);
    await service.database.owner.query(
      'UPDATE privacy.data_keys SET sealed_key = $2, destroyed_at = NULL WHERE subject = $1',
      [id, rows[0]!.sealed_key],
    );
    expect(await rebuild()).toMatchObject({ failed: 0 });
    expect(await contents()).toEqual(before);
  });

  it('makes the claims of alerts by open cases again, and not those of closed cases', async () => {
    const { id, alertId, caseId } = await aBusyCustomer();
    const [free] = (await service.raise(id, aScreeningAlert())) as [string];
    const closed = await open(free, id);
    await service.commands.send(closeCase, { ...by(), case_id: closed.id, outcome: 'no_action' });
    await execute('TRUNCATE customer_risk.claims, customer_risk.cases');
    await rebuild();
    await expect(open(alertId, id)).rejects.toMatchObject({
      code: 'alert_in_other_case',
      message: expect.stringContaining(caseId),
    });
    await expect(open(free, id)).resolves.toMatchObject({ status: 'open' });
  });

  it('lets changes go on, and loses none', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await service.create()).id));
    let isOver = false;
    const rebuilding = (async () => {
      for (let n = 0; n < 3; n++) expect(await rebuild()).toMatchObject({ failed: 0 });
    })().finally(() => (isOver = true));
    let changes = 0;
    const change = async (customer_id: string): Promise<string> => {
      let to = 'pending';
      while (!isOver) {
        to = to === 'in_review' ? 'rejected' : 'in_review';
        const request = { ...by(), customer_id, to: to as 'in_review', actor_type: 'staff' as const, actor: 'j.smith' };
        expect(await service.commands.send(changeKycStatus, request)).toMatchObject({ kyc_status: to });
        await service.raise(customer_id, aScreeningAlert());
        changes++;
      }
      return to;
    };
    const last = await Promise.all(ids.map(change));
    await rebuilding;
    expect(changes).toBeGreaterThan(ids.length);
    const customers = await Promise.all(ids.map((id) => service.customers.customer(service.tenantId, id)));
    expect(customers.map((customer) => customer!.kyc_status)).toEqual(last);
  });

  it('begins again after its caller left in the middle of it', async () => {
    await aBusyCustomer();
    const before = await contents();
    await execute(`TRUNCATE ${TABLES.map((table) => `customer_risk.${table}`).join(', ')}`);
    const toAlerts = service.commands
      .progress(rebuildCustomerProjections, {})
      .pipe(first(({ kind }) => kind === 'alerts'));
    await lastValueFrom(toAlerts);
    expect(await contents()).not.toEqual(before);
    for (let isOver = false; !isOver;) {
      isOver = await rebuild().then(
        () => true,
        ({ code }: { code: string }) => code !== 'rebuild_running', // until the first one has noticed it
      );
    }
    expect(await contents()).toEqual(before);
  });

  it('lets changes go on while it waits for a table that another program keeps', async () => {
    const { id } = await service.create();
    const keeper = await service.database.owner.transaction(async (sql) => {
      await sql.query('LOCK TABLE customer_risk.customers IN ROW EXCLUSIVE MODE');
      const rebuilding = rebuild();
      await until(
        'the rebuild waits',
        async () => (await service.database.owner.query(WAITS_FOR_TABLE)).rowCount === 1,
      );
      const to = 'in_review' as const;
      const request = { ...by(), customer_id: id, to, actor_type: 'staff' as const, actor: 'j.smith' };
      expect(await service.commands.send(changeKycStatus, request)).toMatchObject({ kyc_status: to });
      return { rebuilding };
    });
    expect(await keeper.rebuilding).toMatchObject({ failed: 0, done: true });
    expect(await service.customers.customer(service.tenantId, id)).toMatchObject({ kyc_status: 'in_review' });
  });

  it('overwrites the rows of erased customers also if its caller left before', async () => {
    const erased = `SELECT to_jsonb(t)::text AS row FROM customer_risk.customers t WHERE erased_at IS NOT NULL ORDER BY 1`;
    const rows = async () => (await service.database.owner.query(erased)).rows;
    const before = await rows();
    expect(before).not.toEqual([]);
    const toReports = service.commands
      .progress(rebuildCustomerProjections, {})
      .pipe(first(({ kind }) => kind === 'reports'));
    await lastValueFrom(toReports);
    await until('the rows are overwritten', async () => JSON.stringify(await rows()) === JSON.stringify(before));
  });

  it('keeps the rows of a stream that cannot be projected, and rebuilds the others', async () => {
    const [good, bad] = [await service.create(), await service.create()];
    await execute('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    const begin = `stream = 'customer-${bad.id}' AND revision = 0`;
    await execute(`CREATE TABLE public.taken AS SELECT * FROM event_store.events WHERE ${begin}`);
    await execute(`DELETE FROM event_store.events WHERE ${begin}`);
    // Streams are listed by their first events.
    await execute(`UPDATE event_store.events SET revision = 0 WHERE stream = 'customer-${bad.id}' AND revision = 1`);
    await execute(`UPDATE customer_risk.customers SET kyc_status = 'rejected' WHERE id = '${good.id}'`);
    expect(await rebuild()).toMatchObject({ failed: 1, done: true });
    expect(await service.customers.customer(service.tenantId, bad.id)).toEqual(bad);
    expect(await service.customers.customer(service.tenantId, good.id)).toEqual(good);
  });

  it('runs once at a time', async () => {
    const both = await Promise.allSettled([rebuild(), rebuild()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rebuild_running' } });
  });
});
