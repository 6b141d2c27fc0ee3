import { randomUUID } from 'node:crypto';
import { data } from '../../../testing/test-office';
import { office, slug, tenantId, test } from '../testing/office-of-tenant';

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

  it('lists facts that could not be handled, newest first', async () => {
    const insert = `
      INSERT INTO event_store.dead_facts (consumer, stream, revision, type, reason, at)
      VALUES ('pipeline', 'tenant-1', $1, 'ApiKeyCreated', 'it broke', $2)`;
    for (const revision of [1, 2]) await test.owner.query(insert, [revision, `2026-11-0${revision}T10:00:00Z`]);
    expect(data(await office.get('/operations')).dead_facts).toBe(2);
    expect(data(await office.get('/operations/dead-facts'))).toMatchObject([
      { revision: 2, consumer: 'pipeline', type: 'ApiKeyCreated' },
      { revision: 1 },
    ]);
  });
});
