import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { ROLES } from '@probity/persistence/roles';
import { Metrics } from '@probity/platform/metrics';
import { watchPipeline } from '../../apps/pipeline/ingestion/watch-pipeline';
import { watchQueue } from '../../apps/webhook-dispatcher/delivery/watch-queue';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';

const silent = pino({ level: 'silent' });

describe('the metrics of queues', () => {
  let database: TestDatabase;
  let metrics: Metrics;

  const gauge = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(await metrics.text())?.[1]);

  beforeAll(async () => {
    database = await createTestDatabase();
    metrics = new Metrics(0);
    watchPipeline(metrics, await database.as(ROLES.pipeline), silent);
    watchQueue(metrics, await database.as(ROLES.webhookDispatcher), silent);
  });
  afterAll(() => database.drop());

  const addEvents = (status: string, count: number, age: string) =>
    database.owner.query(
      `INSERT INTO pipeline.inbox (event_id, tenant_id, event_type, payload, subject, status, due_at, received_at)
       SELECT gen_random_uuid(), $1, 'transaction', '{}', 's' || n, $2, now(), now() - $4::interval
       FROM generate_series(1, $3) AS n`,
      [randomUUID(), status, count, age],
    );

  it('count the events of the inbox by status, and show the age of the oldest pending one', async () => {
    expect(await gauge('probity_inbox_oldest_seconds{status="pending"}')).toBe(0);
    await addEvents('pending', 3, '90 s');
    await addEvents('dead', 2, '1 day');
    expect(await gauge('probity_inbox_events{status="pending"}')).toBe(3);
    expect(await gauge('probity_inbox_events{status="dead"}')).toBe(2);
    expect(await gauge('probity_inbox_events{status="unresolved"}')).toBe(0);
    expect(await gauge('probity_inbox_oldest_seconds{status="pending"}')).toBeGreaterThanOrEqual(90);
    expect(await gauge('probity_inbox_oldest_seconds{status="pending"}')).toBeLessThan(200);
  });

  it('stop counting at ten thousand', async () => {
    await addEvents('pending', 10_500, '1 s');
    expect(await gauge('probity_inbox_events{status="pending"}')).toBe(10_000);
  });

  it('show the age of each shared list, since its last import or its last fetch that changed nothing', async () => {
    await database.owner.query(
      `INSERT INTO pipeline.watchlists (stream, list, tenant_id, version, format, entries, imported_at, revision, sequence)
       VALUES ('watchlist-ofac', 'ofac', NULL, 1, 'x', 1, now() - interval '3 days', 0, 1),
         ('watchlist-un', 'un', NULL, 1, 'x', 1, now() - interval '3 days', 0, 2),
         ('watchlist-eu', 'eu', NULL, 1, 'x', 1, now() - interval '3 days', 0, 3)`,
    );
    await database.owner.query(
      `INSERT INTO pipeline.watchlist_sources (list, version, format, files, every_hours, stale_after_hours, max_bytes,
         active, officer, reason, set_at, revision, confirmed_at)
       VALUES ('eu', 1, 'eu-fsf', '[]', 24, 72, 1, true, 'o', 'r', now(), 0, now() - interval '2 hours')`,
    );
    await database.owner.query(
      `INSERT INTO pipeline.watchlist_imports (import_id, list, format, officer, status, begun_at, touched_at)
       VALUES (gen_random_uuid(), 'un', 'x', 'o', 'finished', now(), now() - interval '1 hour')`,
    );
    expect(Math.round((await gauge('probity_watchlist_age_seconds{list="ofac"}')) / 3_600)).toBe(72);
    expect(Math.round((await gauge('probity_watchlist_age_seconds{list="un"}')) / 3_600)).toBe(1);
    expect(Math.round((await gauge('probity_watchlist_age_seconds{list="eu"}')) / 3_600)).toBe(2);
  });

  it('count the backtests that wait and run', async () => {
    expect(await gauge('probity_backtests{status="waiting"}')).toBe(0);
    await database.owner.query(
      `INSERT INTO pipeline.backtests
         (id, tenant_id, definition, max_examples, started_by, started_at, revision, claim, lease_until, outcome)
       SELECT gen_random_uuid(), gen_random_uuid(), '{}', 1, 'o', now(), 0, claim, lease_until, outcome
       FROM (VALUES (NULL::uuid, NULL::timestamptz, NULL), (gen_random_uuid(), now() - interval '1 s', NULL),
         (gen_random_uuid(), now() + interval '1 h', NULL), (NULL, NULL, 'failed')) AS b (claim, lease_until, outcome)`,
    );
    expect(await gauge('probity_backtests{status="waiting"}')).toBe(2);
    expect(await gauge('probity_backtests{status="running"}')).toBe(1);
  });

  it('count due deliveries, and show for how long the oldest is due', async () => {
    expect(await gauge('probity_webhook_due_deliveries')).toBe(0);
    await database.owner.query(
      `INSERT INTO webhooks.deliveries (id, endpoint_id, tenant_id, event_id, event_type, status, due_at, created_at)
       SELECT gen_random_uuid(), $1, $2, gen_random_uuid(), 'alert.created', 'pending', now() + n * interval '60 s', now()
       FROM generate_series(-4, 5) AS n`,
      [randomUUID(), randomUUID()],
    );
    expect(await gauge('probity_webhook_due_deliveries')).toBe(5);
    expect(Math.round((await gauge('probity_webhook_oldest_due_seconds')) / 60)).toBe(4);
  });
});
