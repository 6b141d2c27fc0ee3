import { pino } from 'pino';
import { lastValueFrom, toArray } from 'rxjs';
import { NIL } from 'uuid';
import { eraseCustomer, requestErasure } from '@probity/contracts/erasure/commands';
import type { AuditComparison } from '@probity/contracts/audit/comparison';
import { dismissAlert } from '@probity/contracts/alerts/commands';
import { rebuildCustomerProjections } from '@probity/contracts/projections/commands';
import { compareAudit, type CompareOptions } from '@probity/event-store/audit/compare-audit';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { PROJECTIONS } from '../projections';
import { type CustomerRiskFixture, sealing, startCustomerRiskFixture } from '../testing/customer-risk-fixture';
import { aScreeningAlert } from '../testing/examples';

let service: CustomerRiskFixture;
beforeAll(async () => {
  service = await startCustomerRiskFixture();
});
afterAll(() => service.stop());

const NO_DIFFERENCE = { missing: 0, changed: 0, unexplained: 0, unreadable: 0, done: true };
const LOST = new Error('Connection terminated unexpectedly');
const logger = pino({ level: 'silent' });
const execute = (sql: string) => service.database.owner.execute(sql);
const rebuild = async () =>
  (await lastValueFrom(service.commands.progress(rebuildCustomerProjections, {}).pipe(toArray()))).at(-1)!;

/** @param fails at which statements the connection is lost */
async function compare(options: CompareOptions = {}, fails?: RegExp): Promise<AuditComparison> {
  const database = await service.database.as(ROLES.customerRisk);
  const events = sealing(new PostgresEventStore(database), database);
  let last: AuditComparison | undefined;
  const query = database.query.bind(database);
  jest
    .spyOn(database, 'query')
    .mockImplementation((text, values) => (fails?.test(text) ? Promise.reject(LOST) : query(text, values)));
  try {
    for await (last of compareAudit(PROJECTIONS, { events, database, logger }, options)) continue;
  } finally {
    await service.database.close(database);
  }
  return last!;
}

async function rows(): Promise<string[]> {
  const { rows: found } = await service.database.owner.query<{ row: string }>(
    'SELECT to_jsonb(a)::text AS row FROM customer_risk.audit_events a ORDER BY 1',
  );
  return found.map(({ row }) => row);
}

/** Returns the ids of its audit entries, oldest first. */
async function aCustomerWithHistory(): Promise<{ id: string; entries: string[] }> {
  const { id } = await service.create({ full_name: 'Ottilie Quarrington' });
  const [alertId] = await service.raise(id, aScreeningAlert());
  await service.commands.send(dismissAlert, {
    tenant_id: service.tenantId,
    officer: 'j.smith',
    alert_id: alertId!,
    reason: 'not Ottilie Quarrington',
  });
  const { rows: found } = await service.database.owner.query<{ id: string }>(
    `SELECT id FROM customer_risk.audit_events WHERE subject_id = '${id}' OR data->>'customer_id' = '${id}' ORDER BY id`,
  );
  return { id, entries: found.map(({ id: entry }) => entry) };
}

const forged = (id: string, tenantId: string): string => `
  INSERT INTO customer_risk.audit_events (id, tenant_id, subject_type, subject_id, action, actor_type, actor, data, at)
  VALUES ('${id}', '${tenantId}', 'customer', '${newId()}', 'kyc.approved', 'staff', 'staff:x', '{}', now())`;

describe('the audit trail', () => {
  it('is what the events say, also about customers that were erased', async () => {
    const { id } = await aCustomerWithHistory();
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
    const erasing = { tenant_id: service.tenantId, customer_id: id, officer: 'j.smith' };
    const request = { ...erasing, relationship_ended_on: '2015-06-30', reason: 'Ottilie wrote a letter' };
    await service.commands.send(requestErasure, request);
    await service.commands.send(eraseCustomer, { ...erasing, dry_run: false });
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
    expect(await rebuild()).toMatchObject({ audit: { added: 0, replaced: 0, removed: 0 } });
  });

  it.each([
    ['deleted', 'missing', (entry: string) => `DELETE FROM customer_risk.audit_events WHERE id = '${entry}'`],
    [
      'edited',
      'changed',
      (entry: string) => `UPDATE customer_risk.audit_events SET actor = 'staff:other' WHERE id = '${entry}'`,
    ],
  ] as const)('shows an entry that was %s', async (_how, kind, tampering) => {
    const { entries } = await aCustomerWithHistory();
    await execute(tampering(entries[1]!));
    expect(await compare()).toMatchObject({
      ...NO_DIFFERENCE,
      [kind]: 1,
      first: { trail: 'customer_risk', kind, entry_id: entries[1] },
    });
    await rebuild();
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it.each([newId(), NIL])('shows the entry %s, which no event explains', async (id) => {
    await execute(forged(id, service.tenantId));
    expect(await compare()).toMatchObject({
      ...NO_DIFFERENCE,
      unexplained: 1,
      first: { trail: 'customer_risk', kind: 'unexplained', entry_id: id },
    });
    await rebuild();
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it('names what differs, and where its event is', async () => {
    const { id, entries } = await aCustomerWithHistory();
    await execute(`UPDATE customer_risk.audit_events SET actor = 'staff:x', data = '{}' WHERE id = '${entries[0]}'`);
    const { first } = await compare({ tenantId: service.tenantId });
    expect(first).toMatchObject({ fields: ['actor', 'data'], stream: `customer-${id}`, revision: 0 });
    await rebuild();
  });

  it('is compared for one tenant, also where an entry was moved to it or away from it', async () => {
    const { entries } = await aCustomerWithHistory();
    const other = newId();
    expect(await compare({ tenantId: other })).toMatchObject({ ...NO_DIFFERENCE, entries: 0 });
    const entry = entries[1]!;
    await execute(`UPDATE customer_risk.audit_events SET tenant_id = '${other}' WHERE id = '${entry}'`);
    expect(await compare({ tenantId: other })).toMatchObject({
      unexplained: 1,
      changed: 0,
      first: { kind: 'unexplained', entry_id: entry },
    });
    expect(await compare({ tenantId: service.tenantId })).toMatchObject({
      changed: 1,
      first: { entry_id: entry, fields: ['tenant_id'] },
    });
    await rebuild();
  });

  it('cannot be read when the key of a customer was destroyed without an erasure, whatever the rows say', async () => {
    const { id, entries } = await aCustomerWithHistory();
    const { rows: keys } = await service.database.owner.query<{ sealed_key: Buffer }>(
      `UPDATE privacy.data_keys k SET sealed_key = NULL, destroyed_at = now() FROM privacy.data_keys old
       WHERE k.subject = $1 AND old.subject = k.subject RETURNING old.sealed_key`,
      [id],
    );
    await execute(`UPDATE customer_risk.customers SET erased_at = now() WHERE id = '${id}'`);
    await execute(`UPDATE customer_risk.audit_events SET reason = '[erased]' WHERE id = '${entries.at(-1)}'`);
    expect(await compare({ tenantId: service.tenantId })).toMatchObject({
      unreadable: 2,
      first: { kind: 'unreadable', detail: expect.stringContaining('reads as erased') as unknown },
    });
    expect(await compare({ tenantId: newId() })).toMatchObject(NO_DIFFERENCE);
    await execute(`UPDATE customer_risk.customers SET erased_at = NULL WHERE id = '${id}'`);
    await service.database.owner.query(
      'UPDATE privacy.data_keys SET sealed_key = $2, destroyed_at = NULL WHERE subject = $1',
      [id, keys[0]!.sealed_key],
    );
    await rebuild();
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it('does not take a person for erased because of a row that no event explains', async () => {
    const { id, entries } = await aCustomerWithHistory();
    await execute(`UPDATE customer_risk.customers SET erased_at = now() WHERE id = '${id}'`);
    const dismissed = `UPDATE customer_risk.audit_events SET reason = '[erased]', data = data - 'title' - 'trigger_ref'
      WHERE id = '${entries.at(-1)}'`;
    await execute(dismissed);
    expect(await compare()).toMatchObject({ changed: 1, first: { entry_id: entries.at(-1), fields: ['reason'] } });
    await execute(`UPDATE customer_risk.customers SET erased_at = NULL WHERE id = '${id}'`);
    await rebuild();
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it('is compared by the next comparison when one loses its connection', async () => {
    await aCustomerWithHistory();
    await expect(compare({}, /is_missing/)).rejects.toBe(LOST);
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it('is not proven while a transaction hides which rows are older than the comparison', async () => {
    await service.database.owner.transaction(async (sql) => {
      await sql.query('SELECT pg_current_xact_id()');
      await execute(forged(newId(), service.tenantId));
      expect(await compare({ patienceMs: 100 })).toMatchObject({
        unreadable: 1,
        first: { detail: expect.stringMatching(/does not end/) },
      });
    });
    expect(await compare()).toMatchObject({ ...NO_DIFFERENCE, unexplained: 1 });
    await rebuild();
  });

  it('is not proven if a trigger makes forged entries look explained, and a rebuild removes nothing then', async () => {
    await execute(forged(newId(), service.tenantId));
    const explainAll = 'INSERT INTO customer_risk.explained_audit SELECT id FROM customer_risk.audit_events';
    await execute(`
      CREATE FUNCTION public.explain() RETURNS trigger SECURITY DEFINER LANGUAGE plpgsql AS $$
        BEGIN IF pg_trigger_depth() = 1 THEN ${explainAll} ON CONFLICT DO NOTHING; END IF; RETURN NEW; END $$;
      CREATE TRIGGER explain BEFORE INSERT ON customer_risk.explained_audit
        FOR EACH ROW EXECUTE FUNCTION public.explain()`);
    const forgedTrail = await rows();
    const detail = expect.stringMatching(/^customer_risk.explained_audit has \d+ rows instead of 0: a trigger/);
    expect(await compare()).toMatchObject({ unexplained: 0, unreadable: 1, first: { kind: 'unreadable', detail } });
    expect(await rebuild()).toMatchObject({ failed: 1, audit: { removed: 0 } });
    expect(await rows()).toEqual(forgedTrail);
    await execute('DROP TRIGGER explain ON customer_risk.explained_audit');
    expect(await compare()).toMatchObject({ ...NO_DIFFERENCE, unexplained: 1 });
    await rebuild();
  });

  it('is exact after a rebuild, which counts what it corrected', async () => {
    const { entries } = await aCustomerWithHistory();
    const before = await rows();
    await execute(forged(newId(), service.tenantId));
    await execute(forged(newId(), newId()));
    await execute(`DELETE FROM customer_risk.audit_events WHERE id = '${entries[0]}'`);
    await execute(`UPDATE customer_risk.audit_events SET reason = 'another' WHERE id = '${entries[1]}'`);
    await execute(`UPDATE customer_risk.audit_events SET at = at + interval '1 us' WHERE id = '${entries[2]}'`);
    expect(await rows()).not.toEqual(before);
    expect(await rebuild()).toMatchObject({ failed: 0, audit: { added: 1, replaced: 2, removed: 2 }, done: true });
    expect(await rows()).toEqual(before);
  });

  it('keeps rows without an event while a stream cannot be read, because that stream may explain them', async () => {
    const { id } = await aCustomerWithHistory();
    const before = await rows();
    await execute('ALTER TABLE event_store.events DISABLE TRIGGER events_are_append_only');
    const damage = (from: string, to: string) =>
      execute(`UPDATE event_store.events SET data = replace(data, '${from}', '${to}') WHERE stream = 'customer-${id}'`);
    await damage('{"customer_id"', '{ "customer_id"');
    expect(await compare()).toMatchObject({ unreadable: 1, first: { kind: 'unreadable', stream: `customer-${id}` } });
    expect(await rebuild()).toMatchObject({ failed: 1 });
    expect(await rows()).toEqual(before);
    await damage('{ "customer_id"', '{"customer_id"');
    expect(await compare()).toMatchObject(NO_DIFFERENCE);
  });

  it('is compared by one service at a time', async () => {
    const database = await service.database.as(ROLES.customerRisk);
    const lock = (await database.tryLock('audit of customer_risk'))!;
    await expect(compare()).rejects.toMatchObject({ code: 'audit_comparison_running' });
    lock.release();
  });

  it('cannot be changed by the service, other than to what the function of a rebuild says', async () => {
    const database = await service.database.as(ROLES.customerRisk);
    for (const change of [
      "UPDATE customer_risk.audit_events SET actor = 'x'",
      'DELETE FROM customer_risk.audit_events',
    ])
      await expect(database.execute(change)).rejects.toThrow('permission denied');
    const other = await service.database.as(ROLES.pipeline);
    await expect(other.execute("SELECT customer_risk.correct_audit('[]', '{}')")).rejects.toThrow('permission denied');
  });
});
