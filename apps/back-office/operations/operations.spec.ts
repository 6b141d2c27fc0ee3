import { randomUUID } from 'node:crypto';
import { data, refused } from '../../../testing/test-office';
import { ACTOR, office, slug, tenantId, test, WHY } from '../testing/office-of-tenant';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const SERVICE = `
  INSERT INTO platform.running_services (service, instance, is_ready, dependencies, seen_at)
  VALUES ($1, $2, $3, '{"database": "ok"}', now() - $4::interval)`;

describe('the state of the installation', () => {
  it('has the services that run, also silent ones', async () => {
    await test.owner.query(SERVICE, ['pipeline', 'p-1', true, '1 second']);
    await test.owner.query(SERVICE, ['pipeline', 'p-2', false, '1 minute']);
    expect(data(await office.get('/operations')).services).toMatchObject([
      { service: 'pipeline', instance: 'p-1', is_ready: true, is_silent: false, dependencies: { database: 'ok' } },
      { service: 'pipeline', instance: 'p-2', is_ready: false, is_silent: true },
    ]);
  });

  it('says how many events a follower has not passed', async () => {
    const { rows } = await test.owner.query<{ last: string }>(
      "SELECT transaction_id || ':' || position AS last FROM event_store.events ORDER BY transaction_id, position LIMIT 1",
    );
    const save = 'INSERT INTO event_store.checkpoints (follower, checkpoint) VALUES ($1, $2)';
    await test.owner.query(save, ['relay-postgres', rows[0]!.last]);
    await test.owner.query(save, ['relay-elsewhere', 'C:1/P:1']);
    const { count } = (await test.owner.query<{ count: number }>('SELECT count(*)::int FROM event_store.events'))
      .rows[0]!;
    expect(data(await office.get('/operations')).followers).toMatchObject([
      { name: 'relay-elsewhere', behind: null },
      // the use of the operator token by this request is an event, too
      { name: 'relay-postgres', behind: count - 1 + 1 },
    ]);
  });

  it('counts what waits and what failed, in all and of each tenant', async () => {
    const insert = `
      INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, status, due_at, received_at)
      VALUES ($1, $2, 'transaction', '{}', 's', $3, now(), now() - interval '10 seconds')`;
    for (const status of ['pending', 'dead', 'dead']) await test.owner.query(insert, [randomUUID(), tenantId, status]);
    const { inbox } = data(await office.get('/operations'));
    expect(inbox).toMatchObject({ pending: 1, unresolved: 0, dead: 2 });
    expect(inbox.oldest_pending_seconds).toBeGreaterThanOrEqual(10);
    const tenants = data(await office.get('/operations/tenants?limit=100'));
    expect(tenants.find((one: { slug: string }) => one.slug === slug)).toMatchObject({
      pending: 1,
      dead: 2,
      unresolved: 0,
    });
  });
});

describe('dead letters', () => {
  const keep = (message: string, kind: string, stream: string | null = null, revision: number | null = null) =>
    test.owner.query('SELECT platform.keep_dead_letter($1, $2, $3, $4, $5, $6, $7, $8)', [
      'pipeline',
      ...[message, kind, 'a.Type', stream, revision, 'it names a person', 5],
    ]);
  const rerun = (message: string, body: object = WHY) =>
    office.post('/operations/dead-letters/rerun', { service: 'pipeline', message, ...body });
  beforeEach(async () => {
    await test.owner.query('DELETE FROM platform.dead_letters');
  });

  it('are counted and listed, newest first, without the reason', async () => {
    await keep('tenant-1@3', 'fact', 'tenant-1', 3);
    await keep('command-1', 'command');
    expect(data(await office.get('/operations')).dead_letters).toBe(2);
    expect(data(await office.get('/operations/dead-letters'))).toEqual([
      expect.objectContaining({ message: 'command-1', kind: 'command', stream: null, revision: null, state: 'failed' }),
      {
        service: 'pipeline',
        message: 'tenant-1@3',
        kind: 'fact',
        type: 'a.Type',
        stream: 'tenant-1',
        revision: 3,
        attempts: 5,
        at: expect.any(String),
        state: 'failed',
        again_at: null,
      },
    ]);
  });

  it('of facts can be handled again; the audit trail says who wanted it, and why', async () => {
    await keep('tenant-1@3', 'fact', 'tenant-1', 3);
    expect(data(await rerun('tenant-1@3'))).toMatchObject({ state: 'waiting', again_at: expect.any(String) });
    expect(data(await office.get('/operations/dead-letters'))).toMatchObject([{ state: 'waiting' }]);
    const [entry] = data(await office.get('/audit?subject_type=installation'));
    expect(entry).toMatchObject({
      ...ACTOR,
      action: 'installation.rerun_dead_letter',
      reason: WHY.reason,
      data: { service: 'pipeline', message: 'tenant-1@3' },
    });
  });

  it('that fail again are failed, not waiting, and are listed once', async () => {
    await keep('tenant-1@3', 'fact', 'tenant-1', 3);
    await rerun('tenant-1@3');
    await keep('tenant-1@3', 'fact', 'tenant-1', 3);
    expect(data(await office.get('/operations/dead-letters'))).toMatchObject([{ state: 'failed', again_at: null }]);
  });

  it('of commands, and of facts without an event, are not handled again', async () => {
    await keep('command-1', 'command');
    await keep('topic/0/7', 'fact');
    refused(await rerun('command-1'), 400, /^a command is not handled again/);
    refused(await rerun('topic/0/7'), 400, /^the fact does not say of which event it is/);
    refused(await rerun('tenant-9@1'), 404, /tenant-9@1 of pipeline was not found/);
    refused(await rerun('command-1', {}), 400, /^reason must be a string/);
  });
});
