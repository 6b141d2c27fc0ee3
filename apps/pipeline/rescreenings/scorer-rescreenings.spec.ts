import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { PostgresEventStore } from '@probity/event-store/postgres/postgres-event-store';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { RescreeningScene } from '../testing/rescreening-scene';
import { TestLists } from '../testing/test-lists';
import { RESCREENING } from './scorer-state';

const PAGE = { limit: 100, offset: 0 };
const MINUTE_MS = 60_000;
const NAME = 'Quilliam Marrowbone';
const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa' };

let test: TestDatabase;
let database: Database;
let scene: RescreeningScene;
beforeEach(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
  scene = new RescreeningScene(database, test.owner);
  await test.owner.query("INSERT INTO back_office.tenants VALUES ($1, 'a', 'A', now(), 0)", [scene.tenant]);
  await new TestLists(database).add(scene.tenant, {
    id: 'e1',
    schema: 'Person',
    topics: ['sanction'],
    names: [NAME],
  });
});
afterEach(() => test.drop());

const all = () => scene.queries.rescreenings(scene.tenant, PAGE);
const later = (minutes = 1) => (scene.now = new Date(scene.now.getTime() + minutes * MINUTE_MS));

/** Starts the installation with this version of the scorer, and works until nothing is left. */
async function startWith(version: number): Promise<void> {
  await scene.scorer(version).startDue();
  await scene.worker(version).runOnce();
}

/** As customer-risk stores what was reported. */
async function storeAlerts(status: string): Promise<void> {
  for (const { customer_id, alerts } of scene.reported) {
    for (const { alert_id } of alerts)
      await test.owner.query(
        `INSERT INTO customer_risk.alerts (id, tenant_id, customer_id, source, alert_type, severity, title, trigger_ref,
           metadata, evidence, status, decisions, created_at, updated_at, revision)
         VALUES ($1, $2, $3, 'screening', '', 'high', '', '', '{}', '{}', $4, '[]', now(), now(), 0)`,
        [alert_id, scene.tenant, customer_id, status],
      );
  }
  scene.reported.length = 0;
}

/** Forgets the read side, and restores it from the events. */
async function rebuild(): Promise<void> {
  await test.owner.query('TRUNCATE pipeline.scorer_versions, pipeline.scorer_rescreenings');
  const events = new PostgresEventStore(database);
  for await (const stream of events.listStreams(RESCREENING.prefix)) {
    for await (const chunk of events.readStream(stream)) {
      await database.transaction((sql) => RESCREENING.projection(sql, chunk, false));
    }
  }
}

describe('the first start with a version of the scorer', () => {
  it('screens all customers from before it, says so, and is audited', async () => {
    await scene.customers(60, NAME);
    await scene.customers(3, 'Clara Fenwick');
    await startWith(1);
    const [one, ...others] = await all();
    expect(one).toMatchObject({ status: 'completed', scorer_version: 1, preview: false, started_by: 'system' });
    expect(one).toMatchObject({ total: 63, screened: 63, matched: 60, alerts: 60, error: null });
    expect(one!.reason).toBe('the first start with version 1 of the scorer');
    expect(others).toEqual([]);
    expect(scene.reported[0]!.reason).toBe(
      'all customers were screened again with version 1 of the scorer: 1 new match',
    );
    const { rows } = await test.owner.query(
      'SELECT tenant_id, action, actor, data FROM pipeline.audit_events WHERE subject_id = $1 ORDER BY at, id',
      [one!.id],
    );
    const about = { tenant_id: scene.tenant, actor: 'system' };
    expect(rows).toEqual([
      { ...about, action: 'rescreening.started', data: { scorer_version: 1, customers: 63 } },
      { ...about, action: 'rescreening.completed', data: { scorer_version: 1, screened: 63 } },
    ]);
  });

  it('starts each rescreening once, although several processes start, and start again', async () => {
    await scene.customers(1, NAME);
    await Promise.all([1, 2, 3].map(() => scene.scorer(1).startDue()));
    await scene.worker().runOnce();
    later();
    await startWith(1);
    expect(await all()).toMatchObject([{ status: 'completed', alerts: 1 }]);
    expect(scene.reported).toHaveLength(1);
    const { rows } = await test.owner.query(
      "SELECT type, count(*)::int FROM event_store.events WHERE stream LIKE 'rescreening-%' GROUP BY type ORDER BY type",
    );
    expect(rows.map(({ count }) => count as number)).toEqual([1, 1, 1]);
  });

  it('leaves tenants alone whose customers came after it, until the next version', async () => {
    await startWith(1);
    await scene.customers(2, NAME, '2026-07-01');
    later(60 * 24 * 60);
    await startWith(1);
    expect(await all()).toEqual([]);
    await startWith(2);
    expect(await all()).toMatchObject([{ status: 'completed', scorer_version: 2, alerts: 2 }]);
  });

  it.each(['open', 'escalated', 'dismissed', 'resolved'])(
    'raises nothing for a pair whose alert is %s',
    async (status) => {
      await scene.customers(2, NAME);
      await startWith(1);
      expect(scene.reported).toHaveLength(2);
      await storeAlerts(status);
      await scene.customers(1, 'Quiliam Marrowbone');
      later();
      await startWith(2);
      const [two] = await all();
      expect(two).toMatchObject({ scorer_version: 2, status: 'completed', screened: 3, matched: 1, alerts: 1 });
      expect(scene.reported).toHaveLength(1);
      const { rows } = await test.owner.query('SELECT DISTINCT status FROM customer_risk.alerts');
      expect(rows).toEqual([{ status }]);
    },
  );

  it('leaves the customers to newer processes, and never goes back to an earlier version', async () => {
    await scene.customers(1, NAME);
    await scene.scorer(2).startDue();
    await startWith(1);
    expect(await all()).toMatchObject([{ scorer_version: 2, status: 'running', screened: 0 }]);
    await scene.worker(2).runOnce();
    later();
    await startWith(1);
    expect(await all()).toMatchObject([{ scorer_version: 2, status: 'completed', screened: 1 }]);
  });

  it('ends the one of an earlier version that has not ended', async () => {
    await scene.customers(1, NAME);
    await scene.scorer(1).startDue();
    later();
    await startWith(2);
    expect(await all()).toMatchObject([
      { scorer_version: 2, status: 'completed', alerts: 1 },
      { scorer_version: 1, status: 'cancelled', error: 'version 2 of the scorer screens all customers instead' },
    ]);
  });

  it('goes on where it was after a failure; what a rebuild restores goes on too, and ends as before', async () => {
    await scene.customers(120, NAME);
    await scene.scorer(1).startDue();
    scene.onReport = () => {
      if (scene.reported.length === 70) throw new Error('customer-risk is away');
    };
    await expect(scene.worker().runOnce()).rejects.toThrow('away');
    expect(await all()).toMatchObject([{ status: 'running', screened: 50, error: 'customer-risk is away' }]);
    await storeAlerts('open');
    scene.onReport = () => {};
    await rebuild();
    expect(await all()).toMatchObject([{ status: 'running', screened: 0, total: 120, error: null }]);
    await scene.worker().runOnce();
    const ended = await all();
    expect(ended).toMatchObject([{ status: 'completed', screened: 120, matched: 50, alerts: 50 }]);
    expect(scene.reported).toHaveLength(50);
    await rebuild();
    expect(await all()).toEqual(ended);
    later();
    await startWith(1);
    expect(await all()).toEqual(ended);
  });

  it('passes over a customer that fails again and again, and screens the others', async () => {
    await scene.customers(3, NAME);
    await scene.scorer(1).startDue();
    let failing: string | undefined;
    scene.onReport = (customer) => {
      failing ??= customer;
      if (customer === failing) throw new Error('its stream is damaged');
    };
    for (let n = 1; n < 5; n++) await expect(scene.worker().runOnce()).rejects.toThrow('damaged');
    await scene.worker().runOnce();
    expect(await all()).toMatchObject([{ status: 'completed', screened: 3, matched: 2, alerts: 2 }]);
  });

  it('does not keep staff from a rescreening of their own', async () => {
    await scene.customers(1, NAME);
    await scene.scorer(1).startDue();
    const request = { tenant_id: scene.tenant, reason: 'a look', preview: true, threshold: null, ...BY };
    await scene.handler().start({ ...request, rescreening_id: scene.tenant });
    await scene.worker().runOnce();
    expect((await all()).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('can be cancelled by staff with a reason, and is not started again', async () => {
    await scene.customers(1, NAME);
    await scene.scorer(1).startDue();
    const { id } = (await all())[0]!;
    const cancel = (tenant_id = scene.tenant) =>
      scene.handler().cancel({ tenant_id, rescreening_id: id, reason: 'at night', ...BY });
    await expect(cancel('0190b6b0-0000-7000-8000-0000000000bb')).rejects.toMatchObject({ kind: 'not_found' });
    expect(await cancel()).toMatchObject({ status: 'cancelled', error: null });
    expect(await cancel()).toMatchObject({ status: 'cancelled' });
    later();
    await startWith(1);
    expect(await all()).toMatchObject([{ id, status: 'cancelled', screened: 0 }]);
    const { rows } = await test.owner.query(
      "SELECT actor_name, reason FROM pipeline.audit_events WHERE subject_id = $1 AND action = 'rescreening.cancelled'",
      [id],
    );
    expect(rows).toEqual([{ actor_name: 'Ann Lee', reason: 'at night' }]);
    later();
    await startWith(2);
    const [two] = await all();
    await expect(
      scene.handler().cancel({ tenant_id: scene.tenant, rescreening_id: two!.id, reason: 'late', ...BY }),
    ).rejects.toMatchObject({ code: 'rescreening_ended' });
  });

  it('ends at once for a tenant that does not screen with these lists', async () => {
    const settings = { ...DEFAULT_SETTINGS, stages: { ...DEFAULT_SETTINGS.stages, screening: 'external' } };
    await test.owner.query("INSERT INTO back_office.compliance_settings VALUES ($1, 1, $2, 'because', 'Ada', now())", [
      scene.tenant,
      JSON.stringify(settings),
    ]);
    await scene.customers(1, NAME);
    await startWith(1);
    expect(await all()).toMatchObject([{ status: 'cancelled', screened: 0, error: expect.stringContaining('lists') }]);
    expect(scene.reported).toEqual([]);
  });
});
