import { randomUUID } from 'node:crypto';
import { approveReport, changeReport, discardReport, draftReport } from '@probity/contracts/activity-reports/commands';
import { reportStream } from '@probity/contracts/activity-reports/events';
import { closeCase, openCase } from '@probity/contracts/cases/commands';
import { eraseCustomer, requestErasure } from '@probity/contracts/erasure/commands';
import { ExportQueries } from '@probity/read-side/privacy/export-queries';
import type { Sql } from '@probity/persistence/database';
import { aReport } from '@probity/activity-reports/testing/reported';
import { type CustomerRiskFixture, startCustomerRiskFixture } from '../testing/customer-risk-fixture';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa', reason: 'the review' };
const NARRATIVE = 'Ottilie Quarrington moved money.';
const CONTENT = {
  ...{ kind: 'SAR' as const, narrative: NARRATIVE, measures: '', indicators: [], event_ids: [] },
  alert_ids: [] as string[],
};

interface Scene {
  tenant_id: string;
  customer_id: string;
  case_id: string;
  report_id: string;
}

/** A customer with a case that is closed. */
async function scene(): Promise<Scene> {
  const { id: customer_id } = await service.create();
  const about = { tenant_id: service.tenantId, case_id: randomUUID() };
  await service.commands.send(openCase, { ...about, customer_id, ...BY, title: 'Mule', alert_ids: [] });
  await service.commands.send(closeCase, { ...about, ...BY, outcome: 'reported' });
  return { ...about, customer_id, report_id: randomUUID() };
}
const draft = ({ customer_id: _, ...about }: Scene) =>
  service.commands.send(draftReport, { ...about, ...CONTENT, ...BY });
const the = ({ tenant_id, report_id }: Scene) => ({ tenant_id, report_id, ...BY });
const request = ({ tenant_id, customer_id }: Scene) =>
  service.commands.send(requestErasure, { tenant_id, customer_id, ...BY, relationship_ended_on: '2015-06-30' });
const erase = ({ tenant_id, customer_id }: Scene) =>
  service.commands.send(eraseCustomer, {
    ...{ tenant_id, customer_id, officer: BY.officer, officer_id: BY.officer_id },
    dry_run: false,
  });
const stored = async ({ report_id }: Scene) => {
  const { owner } = service.database;
  const events = await owner.query('SELECT FROM event_store.events WHERE stream = $1', [reportStream(report_id)]);
  const { rows } = await owner.query<{ row: string }>(
    'SELECT r::text AS row FROM customer_risk.reports r WHERE id = $1',
    [report_id],
  );
  return { events: events.rowCount, rows: rows.map(({ row }) => row) };
};

const WAITS = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'FOR (SHARE|UPDATE)'`;

/** Erases the customer's row in a transaction, and commits it when the command waits for it, or has ended. */
async function erasedDuring(customerId: string, command: () => Promise<unknown>): Promise<unknown> {
  let outcome: unknown;
  await service.database.owner.transaction(async (sql) => {
    await sql.query('UPDATE customer_risk.customers SET restricted_at = now(), erased_at = now() WHERE id = $1', [
      customerId,
    ]);
    const running = command().then(
      () => (outcome = 'done'),
      (error: unknown) => (outcome = error),
    );
    while (outcome === undefined && (await service.database.owner.query(WAITS)).rowCount === 0);
    void running;
  });
  while (outcome === undefined) await service.database.owner.query('SELECT 1');
  return outcome;
}

describe('an export of the data of a customer', () => {
  const exported = async ({ tenant_id, customer_id }: Scene): Promise<string> => {
    let text = '';
    for await (const line of new ExportQueries(service.database.owner).lines(tenant_id, customer_id)) {
      text += JSON.stringify(line);
    }
    return text;
  };

  it('has its cases, but nothing of one that was reported, or may be', async () => {
    const one = await scene();
    const ofOther = { tenant_id: one.tenant_id, case_id: randomUUID() };
    await service.commands.send(openCase, {
      ...{ ...ofOther, ...BY, customer_id: one.customer_id, title: 'Moved house', alert_ids: [] },
    });
    expect(await exported(one)).toContain('Moved house');
    expect(await exported(one)).not.toMatch(/Mule|reported/);
    await draft({ ...one, ...ofOther });
    expect(await exported(one)).not.toMatch(/Moved house|Quarrington/);
  });
});

describe('a report and the erasure of its customer', () => {
  it('at the same time: a draft that comes later is rejected, and nothing of it is stored', async () => {
    const one = await scene();
    expect(await erasedDuring(one.customer_id, () => draft(one))).toMatchObject({ kind: 'not_found' });
    expect(await stored(one)).toEqual({ events: 0, rows: [] });
  });

  it('at the same time: a change or an end that comes later is rejected as well', async () => {
    const one = await scene();
    await draft(one);
    const commands = [
      () => service.commands.send(changeReport, { ...the(one), ...CONTENT, narrative: 'Other.', expected_version: 1 }),
      () => service.commands.send(discardReport, { ...the(one), version: 1 }),
    ];
    for (const command of commands) {
      expect(await erasedDuring(one.customer_id, command)).toMatchObject({ kind: 'not_found' });
    }
    expect((await stored(one)).events).toBe(1);
  });

  it('at the same time: an erasure that comes after a draft is rejected', async () => {
    const one = await scene();
    await request(one);
    await draft(one);
    const { owner } = service.database;
    const setStatus = (status: string, sql: Sql = owner) =>
      sql.query('UPDATE customer_risk.reports SET status = $2 WHERE id = $1', [one.report_id, status]);
    // The erasure finds no draft before its transaction, which waits for the one that makes the draft.
    await setStatus('discarded');
    let outcome: unknown;
    await owner.transaction(async (sql) => {
      await sql.query('SELECT FROM customer_risk.customers WHERE id = $1 FOR SHARE', [one.customer_id]);
      const running = erase(one).then(
        () => (outcome = 'done'),
        (error: unknown) => (outcome = error),
      );
      while (outcome === undefined && (await owner.query(WAITS)).rowCount === 0);
      await setStatus('draft', sql);
      void running;
    });
    while (outcome === undefined) await owner.query('SELECT 1');
    expect(outcome).toMatchObject({ code: 'erasure_blocked' });
    await service.commands.send(discardReport, { ...the(one), version: 1 });
    await expect(erase(one)).resolves.toMatchObject({ status: 'erased' });
  });

  it('at the same time: a draft that came first is overwritten', async () => {
    const one = await scene();
    await draft(one);
    const { owner } = service.database;
    expect((await stored(one)).rows.join()).toContain('Quarrington');
    await owner.query('UPDATE customer_risk.customers SET restricted_at = now(), erased_at = now() WHERE id = $1', [
      one.customer_id,
    ]);
    await owner.query('SELECT privacy.erase_customer($1)', [one.customer_id]);
    const { rows } = await stored(one);
    expect(rows).toHaveLength(1);
    expect(rows.join()).not.toMatch(/Quarrington|the review/);
    const key = await owner.query('SELECT FROM privacy.data_keys WHERE subject = $1 AND sealed_key IS NULL', [
      one.customer_id,
    ]);
    expect(key.rowCount).toBe(1);
  });

  it('waits for a draft; once it is discarded, the erasure overwrites it', async () => {
    const one = await scene();
    await draft(one);
    await request(one);
    await expect(erase(one)).rejects.toMatchObject({
      code: 'erasure_blocked',
      message: expect.stringContaining('1 drafts of reports') as string,
    });
    await service.commands.send(discardReport, { ...the(one), version: 1 });
    await expect(erase(one)).resolves.toMatchObject({ status: 'erased' });
    const { rows } = await stored(one);
    expect(rows).toHaveLength(1);
    expect(rows.join()).not.toMatch(/Quarrington|the review/);
    await expect(draft({ ...one, report_id: randomUUID() })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('is not approved once the erasure was requested', async () => {
    const one = await scene();
    await draft(one);
    await request(one);
    const { facts } = aReport({ transactions: [] });
    await expect(service.commands.send(approveReport, { ...the(one), version: 1, facts })).rejects.toMatchObject({
      code: 'report_incomplete',
    });
    expect((await stored(one)).events).toBe(1);
  });
});
