import { randomUUID } from 'node:crypto';
import type { AuditProblem, AuditVerification } from '@probity/contracts/audit/verification';
import type { Sql } from '@probity/persistence/database';
import { dataOf } from '../interface/answers';
import { Kept } from './kept-rows';
import { tamper } from './stored-state';
import { client, database, entries, ledgerId, person, tenant, verify } from './testing/audited-tenant';
import { WHY } from './testing/tenant-with-trails';

jest.setTimeout(180_000);

const TRAILS = ['back_office', 'customer_risk', 'ledger', 'pipeline', 'platform', 'webhooks'];

/** Changes stored data, expects that the verification finds it, and puts the data back. */
async function expectFound(
  rows: ConstructorParameters<typeof Kept>[1],
  change: (sql: Sql) => Promise<unknown>,
  first: Partial<AuditProblem>,
): Promise<AuditVerification> {
  const kept = new Kept(database.owner, rows);
  await kept.keep();
  try {
    await tamper(database.owner, change);
    const found = await verify();
    expect(found).toMatchObject({ verified: false, first });
    return found;
  } finally {
    await kept.restore();
  }
}

const ofTrail = (trail: string, ids: string[]) => ({ table: `${trail}.audit_events`, key: 'id', values: ids });
const ofStreams = (...streams: string[]) => ({ table: 'event_store.events', key: 'stream', values: streams });
const set = (trail: string, id: string, what: string) => (sql: Sql) =>
  sql.query(`UPDATE ${trail}.audit_events SET ${what} WHERE id = $1`, [id]);

it('verifies what no one changed, and says what that proves', async () => {
  const found = await verify();
  expect(found).toMatchObject({ verified: true, problems: 0, first: null, tenant_id: tenant.id });
  expect(found.entries).toBeGreaterThan(30);
  expect(found.events).toBeGreaterThan(found.entries);
  expect(found.checkpoints).toBeGreaterThan(2);
  expect(found.proven).toHaveLength(3);
  expect(found.not_proven.join()).toMatch(/older state.*checkpoint that was kept outside/);
});

it('accepts a checkpoint that was kept outside, and no other one', async () => {
  const { checkpoint } = dataOf<{ checkpoint: string }>(await tenant.api.get(tenant.path('/checkpoint')));
  const found = await verify({ checkpoint });
  expect(found).toMatchObject({ verified: true });
  expect(found.proven.join()).toContain('The log continues the checkpoint that was given.');
  const forged = await verify({ checkpoint: checkpoint.replace(/\n\d+\n/, '\n1\n') });
  expect(forged).toMatchObject({ verified: false, problems: 1, first: { kind: 'outside_checkpoint' } });
  expect(forged.proven).toHaveLength(3);
});

it('verifies after the erasure of a person', async () => {
  const before = await verify();
  const erasure = { relationship_ended_on: '2010-01-01', ...WHY };
  await client.post(`tenants/${tenant.slug}/customers/${person.id}/erasure`, erasure);
  const run = client.postForLines<{ erased: number }>(`tenants/${tenant.slug}/retention/run`, {
    dry_run: false,
    ...WHY,
  });
  let last: { erased: number } | undefined;
  for await (last of run) continue;
  expect(last).toMatchObject({ erased: 1 });
  const { rowCount } = await database.owner.query(
    "SELECT FROM customer_risk.audit_events WHERE subject_id = $1 AND reason = '[erased]'",
    [person.id],
  );
  expect(rowCount).toBeGreaterThan(0);
  const after = await verify();
  expect(after).toMatchObject({ verified: true, problems: 0 });
  expect(after.entries).toBeGreaterThan(before.entries);
});

describe('finds an entry', () => {
  it.each(TRAILS)('that was edited, in %s', async (trail) => {
    const [id] = (await entries(trail)) as [string];
    await expectFound([ofTrail(trail, [id])], set(trail, id, "reason = coalesce(reason, '') || '!'"), {
      where: `${trail}.audit_events`,
      kind: 'changed',
      entry_id: id,
      fields: ['reason'],
      revision: expect.any(Number) as number,
    });
  });

  it.each(TRAILS)('that was deleted, in %s', async (trail) => {
    const id = (await entries(trail)).at(-1)!;
    const change = (sql: Sql) => sql.query(`DELETE FROM ${trail}.audit_events WHERE id = $1`, [id]);
    await expectFound([ofTrail(trail, [id])], change, {
      where: `${trail}.audit_events`,
      kind: 'missing',
      entry_id: id,
    });
  });

  it.each(TRAILS)('that was inserted, in %s', async (trail) => {
    const [id, added] = [(await entries(trail))[0]!, randomUUID()];
    const change = (sql: Sql) =>
      sql.query(
        `INSERT INTO ${trail}.audit_events SELECT (jsonb_populate_record(a, jsonb_build_object('id', $2::text))).*
         FROM ${trail}.audit_events a WHERE id = $1`,
        [id, added],
      );
    const first = { where: `${trail}.audit_events`, kind: 'unexplained', entry_id: added };
    await expectFound([ofTrail(trail, [added])], change, first);
  });

  it('that has the content of another one', async () => {
    const [, one, other] = (await entries('customer_risk')) as [string, string, string];
    const change = async (sql: Sql) => {
      const swap = 'UPDATE customer_risk.audit_events SET id = $2 WHERE id = $1';
      const between = randomUUID();
      for (const pair of [
        [one, between],
        [other, one],
        [between, other],
      ])
        await sql.query(swap, pair);
    };
    const first = { where: 'customer_risk.audit_events', kind: 'changed' };
    const found = await expectFound([ofTrail('customer_risk', [one, other])], change, first);
    expect(found.problems).toBe(2);
  });

  it.each([
    ['the last ones were cut off', 3],
    ['all were wiped', Infinity],
  ])('when %s', async (_what, count) => {
    const ids = (await entries('customer_risk')).slice(-count);
    const change = (sql: Sql) => sql.query('DELETE FROM customer_risk.audit_events WHERE id = ANY($1)', [ids]);
    const found = await expectFound([ofTrail('customer_risk', ids)], change, { kind: 'missing' });
    expect(found.problems).toBe(ids.length);
  });

  it('of a person who only seems to be erased', async () => {
    const { rows } = await database.owner.query<{ id: string; customer: string }>(
      `SELECT a.id, c.id AS customer FROM customer_risk.audit_events a
       JOIN customer_risk.customers c ON c.id::text = a.subject_id
       WHERE a.tenant_id = $1 AND a.reason IS NOT NULL AND c.erased_at IS NULL LIMIT 1`,
      [tenant.id],
    );
    const [{ id, customer }] = rows as [{ id: string; customer: string }];
    const change = async (sql: Sql) => {
      await sql.query('UPDATE customer_risk.customers SET erased_at = now() WHERE id = $1', [customer]);
      await set('customer_risk', id, "reason = '[erased]'")(sql);
    };
    const customers = { table: 'customer_risk.customers', key: 'id', values: [customer] };
    const first = { kind: 'changed', entry_id: id, fields: ['reason'] };
    await expectFound([ofTrail('customer_risk', [id]), customers], change, first);
  });
});

describe('finds that the events behind entries', () => {
  interface Behind {
    id: string;
    stream: string;
    revision: number;
  }
  /** The events of the entries of a trail, in streams with this prefix. */
  const behind = async (trail: string, prefix: string): Promise<Behind[]> =>
    (
      await database.owner.query<Behind>(
        `SELECT e.id, e.stream, e.revision::int AS revision FROM event_store.events e
         JOIN ${trail}.audit_events a ON a.id = e.id AND a.tenant_id = $1
         WHERE starts_with(e.stream, $2) ORDER BY e.stream, e.revision`,
        [tenant.id, prefix],
      )
    ).rows;

  it('were edited, with the entry', async () => {
    const [{ id, stream, revision }] = (await behind('back_office', 'tenant-')).slice(1) as [Behind];
    const change = async (sql: Sql) => {
      const edit = `UPDATE event_store.events SET data = replace(data, '"reason":"a test"', '"reason":"another"') WHERE id = $1`;
      expect((await sql.query(edit, [id])).rowCount).toBe(1);
      await set('back_office', id, "reason = 'another'")(sql);
    };
    const rows = [ofTrail('back_office', [id]), ofStreams(stream)];
    const found = await expectFound(rows, change, { where: stream, kind: 'unreadable', revision });
    expect(found.problems).toBeGreaterThan(1); // also the log has another event
    expect(found.proven.join()).not.toMatch(/the notary/);
  });

  it('were exchanged with each other', async () => {
    const [one, other] = (await behind('back_office', 'tenant-')).slice(1) as [Behind, Behind];
    const change = async (sql: Sql) => {
      const move = 'UPDATE event_store.events SET revision = $3 WHERE stream = $1 AND revision = $2';
      for (const [from, to] of [
        [one.revision, 9_999],
        [other.revision, one.revision],
        [9_999, other.revision],
      ])
        await sql.query(move, [one.stream, from, to]);
    };
    await expectFound([ofStreams(one.stream)], change, {
      where: one.stream,
      kind: 'unreadable',
      revision: one.revision,
    });
  });

  it('were cut off, with the entries', async () => {
    const { id, stream, revision } = (await behind('back_office', 'tenant-')).at(-1)!;
    const change = async (sql: Sql) => {
      await sql.query('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [stream, revision]);
      await sql.query('DELETE FROM back_office.audit_events WHERE id = $1', [id]);
    };
    const first = { where: stream, kind: 'missing_event', revision, position: expect.any(Number) as number };
    await expectFound([ofTrail('back_office', [id]), ofStreams(stream)], change, first);
  });

  it.each([
    ['pipeline', 'monitoring-rule-'],
    ['webhooks', 'webhook-endpoint-'],
    ['customer_risk', 'alert-'],
  ])('were wiped, with the entries, of %s', async (trail, prefix) => {
    const all = await behind(trail, prefix);
    const { stream } = all[0]!;
    const ids = all.filter((one) => one.stream === stream).map(({ id }) => id);
    const change = async (sql: Sql) => {
      await sql.query('DELETE FROM event_store.events WHERE stream = $1', [stream]);
      await sql.query(`DELETE FROM ${trail}.audit_events WHERE id = ANY($1)`, [ids]);
    };
    const first = { where: stream, kind: 'missing_event', revision: 0 };
    await expectFound([ofTrail(trail, ids), ofStreams(stream)], change, first);
  });

  it('of a ledger were edited, with the entry', async () => {
    const [{ id, stream }] = (await behind('ledger', 'ledger-')) as [Behind];
    const change = async (sql: Sql) => {
      const edit = `UPDATE event_store.events SET data = replace(data, '"reason":"a test"', '"reason":"another"') WHERE id = $1`;
      expect((await sql.query(edit, [id])).rowCount).toBe(1);
      await set('ledger', id, "reason = 'another'")(sql);
    };
    const rows = [ofTrail('ledger', [id]), ofStreams(stream)];
    await expectFound(rows, change, { where: `ledger-${ledgerId}`, kind: 'broken' });
  });

  it('of a ledger are missing', async () => {
    const id = randomUUID();
    const change = (sql: Sql) =>
      sql.query(
        `INSERT INTO ledger.ledgers SELECT (jsonb_populate_record(l, jsonb_build_object('id', $2::text))).*
         FROM ledger.ledgers l WHERE id = $1`,
        [ledgerId, id],
      );
    const rows = [{ table: 'ledger.ledgers', key: 'id', values: [id] }];
    await expectFound(rows, change, { where: `ledger-${id}`, kind: 'broken' });
  });

  // The notary logs the event, which remains in its log: this test is the last one.
  it('were inserted, with an entry', async () => {
    const { id, stream, revision } = (await behind('back_office', 'tenant-')).at(-1)!;
    const added = randomUUID();
    await tamper(database.owner, async (sql) => {
      await sql.query(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
         SELECT stream, revision + 1, $2, type, data, metadata FROM event_store.events WHERE id = $1`,
        [id, added],
      );
      await sql.query(
        `INSERT INTO back_office.audit_events SELECT (jsonb_populate_record(a, jsonb_build_object('id', $2::text))).*
         FROM back_office.audit_events a WHERE id = $1`,
        [id, added],
      );
    });
    const first = { where: stream, kind: 'unreadable', revision: revision + 1 };
    expect(await verify()).toMatchObject({ verified: false, first });
  });
});
