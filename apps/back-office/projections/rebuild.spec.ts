import { randomUUID } from 'node:crypto';
import { data } from '../../../testing/test-office';
import { of, throwError } from 'rxjs';
import { invalid } from '@probity/platform/errors';
import { at, office, sent, slug, tenantId, test } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

interface Entry {
  id: string;
  at: string;
}

/** The uses of the operator token until a time. */
const usesUntil = async (at: string): Promise<Entry[]> =>
  (data(await office.get('/audit?action=operator_token.used&limit=100')) as Entry[]).filter((entry) => entry.at <= at);

describe('a rebuild', () => {
  it('restores each use of the operator token, and says at once that it has begun', async () => {
    test.replies['ledger.rebuild-projections'] = () => ({ streams: 2, streams_done: 2, events: 7, done: true });
    for (let n = 0; n < 12; n++) data(await office.get('/tenants?limit=1'));
    const now = new Date().toISOString();
    const uses = await usesUntil(now);
    expect(uses.length).toBeGreaterThanOrEqual(12);
    await test.owner.execute('DELETE FROM back_office.audit_events');
    const lines = await office.postForLines('/projections/rebuild', { reason: 'a test' });
    expect(lines.body[0]).toEqual({ streams: 0, streams_done: 0, events: 0, done: false });
    expect(await usesUntil(now)).toEqual(uses);
  });

  it('keeps the rows of a tenant with an event of another program, and rebuilds those of the others', async () => {
    test.replies['ledger.rebuild-projections'] = () => ({ streams: 0, streams_done: 0, events: 0, done: true });
    const other = `t-${randomUUID()}`;
    data(await office.post('/tenants', { slug: other, name: 'T', reason: 'a test' }), 201);
    const insert = `
      INSERT INTO event_store.events (stream, revision, id, type, data)
      VALUES ($1, 1 + (SELECT coalesce(max(revision), -1) FROM event_store.events WHERE stream = $1), gen_random_uuid(), $2, $3)`;
    const foreign = [
      `tenant-${tenantId}`,
      'tenant-',
      'tenant-timeout',
      `tenant-${randomUUID()}`,
      'staff-',
      'proposal-x',
    ];
    for (const stream of foreign) await test.owner.query(insert, [stream, 'TenantCreated', '{"no": JSON']);
    await test.owner.execute("UPDATE back_office.tenants SET name = 'changed'");

    const { body } = await office.postForLines('/projections/rebuild', { reason: 'a test' });
    expect(body.at(-1)).toMatchObject({ done: true, failed: foreign.length });
    const nameOf = async (of: string) =>
      data(await office.get(`/tenants?limit=100`)).find((t: any) => t.slug === of).name;
    expect([await nameOf(slug), await nameOf(other)]).toEqual(['changed', 'T']);
    expect((await office.get(at('/four-eyes'))).body).toMatchObject({ code: 'event_damaged' });
    expect((await office.get(`/tenants/${other}/four-eyes`)).status).toBe(200);
    await test.owner.transaction(async (sql) => {
      await sql.query('SET LOCAL session_replication_role = replica');
      await sql.query('DELETE FROM event_store.events WHERE data = \'{"no": JSON\'');
    });
  });

  it('of everything goes on after a signing key that was changed, and says in the end that it was', async () => {
    test.replies['ledger.rebuild-projections'] = () => throwError(() => invalid('signing_key_changed', 'a key'));
    const others = [
      'pipeline.rebuild-pipeline',
      'webhooks.rebuild-audit',
      'customer-risk.rebuild-customers',
      'pipeline.rebuild-accepted-events',
      'customer-risk.overwrite-erased-customers',
    ];
    for (const name of others) test.replies[name] = () => ({ streams: 0, streams_done: 0, events: 0, done: true });
    const { body } = await office.postForLines('/projections/rebuild', { reason: 'a test', all: true });
    expect(sent.map(({ name }) => name)).toEqual(['ledger.rebuild-projections', ...others]);
    expect(body.at(-1)).toMatchObject({ code: 'signing_key_changed', message: 'a key' });
  });

  it('of everything has each service rebuild its own, accepted events after customers, and sums up', async () => {
    const progress = (kind: string | undefined, streams_done: number, failed?: number, done = true) => ({
      ...(kind && { kind }),
      streams: streams_done,
      streams_done,
      events: 10 * streams_done,
      ...(failed !== undefined && { failed }),
      done,
    });
    test.replies['ledger.rebuild-projections'] = () =>
      of(progress(undefined, 1, undefined, false), progress(undefined, 2));
    test.replies['pipeline.rebuild-pipeline'] = () => of(progress('rules', 3, 0, false), progress(undefined, 3, 1));
    test.replies['customer-risk.rebuild-customers'] = () =>
      of(progress('customers', 4, 0, false), progress(undefined, 4, 0));
    test.replies['webhooks.rebuild-audit'] = () => of(progress(undefined, 0));
    test.replies['pipeline.rebuild-accepted-events'] = () =>
      of(progress('accepted events', 5, 0, false), progress(undefined, 5));
    test.replies['customer-risk.overwrite-erased-customers'] = () => of(progress(undefined, 0));
    const { body } = await office.postForLines('/projections/rebuild', { reason: 'a test', all: true });
    expect(sent.map(({ name }) => name)).toEqual([
      'ledger.rebuild-projections',
      'pipeline.rebuild-pipeline',
      'webhooks.rebuild-audit',
      'customer-risk.rebuild-customers',
      'pipeline.rebuild-accepted-events',
      'customer-risk.overwrite-erased-customers',
    ]);
    expect(body[0]).toEqual({ kind: 'tenants', streams: 0, streams_done: 0, events: 0, done: false });
    const kinds = new Set(body.slice(1, -1).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['notices', 'audit trails', 'ledgers', 'rules', 'customers', 'accepted events']);
    expect(body.slice(0, -1).every(({ done }) => done === false)).toBe(true);
    const audit = { added: 0, replaced: 0, removed: 0 };
    expect(body.at(-1)).toEqual({ streams: 14, streams_done: 14, events: 140, failed: 1, audit, done: true });
  });

  it('of everything restores notices', async () => {
    const services = ['ledger.rebuild-projections', 'pipeline.rebuild-pipeline', 'customer-risk.rebuild-customers'];
    const last = ['pipeline.rebuild-accepted-events', 'customer-risk.overwrite-erased-customers'];
    for (const name of [...services, 'webhooks.rebuild-audit', ...last]) {
      test.replies[name] = () => ({ streams: 0, streams_done: 0, events: 0, done: true });
    }
    await test.owner.query('SELECT platform.report_contradiction($1, $2)', [`customer-${randomUUID()}`, 'a test']);
    await test.reportContradictions();
    const before = data(await office.get('/notices'));
    expect(before).toHaveLength(1);
    await test.owner.execute('TRUNCATE platform.notices, platform.audit_events');
    const { body } = await office.postForLines('/projections/rebuild', { reason: 'a test', all: true });
    expect(body.at(-1)).toMatchObject({ streams_done: 1, failed: 0, done: true });
    expect(data(await office.get('/notices'))).toEqual(before);
  });

  it('lets changes of tenants and staff go on while it restores the uses of the operator token', async () => {
    data(await office.get('/tenants?limit=1'));
    const uses = "action = 'operator_token.used'";
    await test.owner.execute(`UPDATE back_office.audit_events SET data = '{}' WHERE ${uses}`);
    await correctionsWait();
    let rebuilding: Promise<void> | undefined;
    await test.owner.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [CORRECTIONS]);
      rebuilding = test.rebuild();
      await isWaiting();
      data(await office.post('/tenants', { slug: `t-${randomUUID()}`, name: 'T', reason: 'a test' }), 201);
    });
    await rebuilding;
  });
});

/** The number of a lock for which corrections of audit rows wait. */
const CORRECTIONS = 1;

/**
 * Corrections wait for that lock from now on. A lock on the rows would keep a transaction open that writes: the rebuild
 * would wait for its end, and so would all followers of the server, also those of other specs.
 */
async function correctionsWait(): Promise<void> {
  await test.owner.execute(`
    CREATE FUNCTION wait_for_corrections() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${CORRECTIONS}); RETURN NULL; END $$;
    CREATE TRIGGER wait BEFORE DELETE ON back_office.audit_events
      FOR EACH STATEMENT EXECUTE FUNCTION wait_for_corrections()`);
}

/** Resolves when a query of the rebuild waits for a lock. */
async function isWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await test.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%back_office.correct_audit%'`,
    );
    if (rows.length > 0) return;
  }
}
