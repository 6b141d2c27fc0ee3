import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { DEFAULT_SETTINGS } from '@probity/read-side/settings/default-settings';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { RescreeningScene } from '../testing/rescreening-scene';
import { TestLists } from '../testing/test-lists';
import type { RescreeningsHandler } from './rescreenings.handler';

const PAGE = { limit: 100, offset: 0 };
const BY = { officer: 'Ann Lee', officer_id: '0190b6b0-0000-7000-8000-0000000000aa' };

let test: TestDatabase;
let database: Database;
let scene: RescreeningScene;
let handler: RescreeningsHandler;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await test.as(ROLES.pipeline);
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.owner.query('DELETE FROM pipeline.rescreenings');
  scene = new RescreeningScene(database, test.owner);
  handler = scene.handler();
});

const start = (more: object = {}) =>
  handler.start({
    tenant_id: scene.tenant,
    rescreening_id: randomUUID(),
    preview: false,
    threshold: null,
    reason: 'a new threshold',
    ...BY,
    ...more,
  });
const now = async (id: string) => (await scene.queries.rescreening(scene.tenant, id))!;

describe('a screening of all customers', () => {
  beforeEach(async () => {
    const entry = { id: 'e1', schema: 'Person', topics: ['sanction'], names: ['Quilliam Marrowbone'] };
    await new TestLists(database).add(scene.tenant, entry);
  });

  it('reports new matches of every customer, and says how many', async () => {
    await scene.customers(60, 'Quilliam Marrowbone');
    await scene.customers(10, 'Clara Fenwick');
    const { id, ...begun } = await start();
    expect(begun).toMatchObject({ status: 'running', total: 70, screened: 0, started_by: 'Ann Lee', ended_at: null });
    await scene.worker().runOnce();
    expect(await now(id)).toMatchObject({ status: 'completed', screened: 70, matched: 60, alerts: 60, error: null });
    expect(new Set(scene.reported.map(({ customer_id }) => customer_id)).size).toBe(60);
  });

  it('counts in a preview what another threshold would raise, and reports nothing', async () => {
    await scene.customers(3, 'Quiliam Marrowbonne');
    const low = await start({ preview: true, threshold: 0.5 });
    await scene.worker().runOnce();
    const high = await start({ preview: true, threshold: 1 });
    await scene.worker().runOnce();
    const found = await now(low.id);
    expect(found).toMatchObject({ preview: true, threshold: 0.5, status: 'completed', matched: 3, alerts: 3 });
    expect(Object.values(found.by_severity).reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await now(high.id)).toMatchObject({ status: 'completed', alerts: 0 });
    expect(scene.reported).toEqual([]);
  });

  it('uses the rules for thresholds, which the threshold of a preview replaces', async () => {
    await scene.customers(3, 'Quiliam Marrowbonne');
    const thresholds = [{ list: 'tenant', threshold: 1 }];
    const settings = { ...DEFAULT_SETTINGS, screening: { ...DEFAULT_SETTINGS.screening, threshold: 0.5, thresholds } };
    await test.owner.query(
      "INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, 'T', now(), 0)",
      [scene.tenant, `t-${scene.tenant}`],
    );
    await test.owner.query("INSERT INTO back_office.compliance_settings VALUES ($1, 1, $2, 'because', 'Ada', now())", [
      scene.tenant,
      JSON.stringify(settings),
    ]);
    const strict = await start({ preview: true });
    await scene.worker().runOnce();
    const preview = await start({ preview: true, threshold: 0.5 });
    await scene.worker().runOnce();
    expect([(await now(strict.id)).alerts, (await now(preview.id)).alerts]).toEqual([0, 3]);
  });

  it('runs once at a time in a tenant, once for a repeated command, and is audited with its reason', async () => {
    const rescreening_id = randomUUID();
    const [one, other] = [await start({ rescreening_id }), await start({ rescreening_id })];
    expect(other).toEqual(one);
    await expect(start()).rejects.toMatchObject({ code: 'rescreening_running' });
    const { rows } = await test.owner.query(
      'SELECT action, actor_name, reason FROM pipeline.audit_events WHERE subject_id = $1',
      [rescreening_id],
    );
    expect(rows).toEqual([{ action: 'rescreening.started', actor_name: 'Ann Lee', reason: 'a new threshold' }]);
  });

  it('can be cancelled until it has ended', async () => {
    await scene.customers(1, 'Quilliam Marrowbone');
    const { id } = await start();
    const cancel = (rescreening_id: string) =>
      handler.cancel({ tenant_id: scene.tenant, rescreening_id, reason: 'wrong', ...BY });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', ended_at: expect.any(String) });
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    await scene.worker().runOnce();
    expect(scene.reported).toEqual([]);
    const second = await start();
    await scene.worker().runOnce();
    await expect(cancel(second.id)).rejects.toMatchObject({ code: 'rescreening_ended' });
    await expect(cancel(randomUUID())).rejects.toMatchObject({ kind: 'not_found' });
    expect((await scene.queries.rescreenings(scene.tenant, PAGE)).map(({ status }) => status)).toEqual([
      'completed',
      'cancelled',
    ]);
    expect(await scene.queries.rescreenings(randomUUID(), PAGE)).toEqual([]);
  });

  it('goes on where it was after a failure, and fails when the same customers fail again and again', async () => {
    await scene.customers(1, 'Quilliam Marrowbone');
    const { id } = await start();
    scene.onReport = () => {
      throw new Error('customer-risk is away');
    };
    await expect(scene.worker().runOnce()).rejects.toThrow('away');
    expect(await now(id)).toMatchObject({ status: 'running', screened: 0, error: 'customer-risk is away' });
    scene.onReport = () => {};
    await scene.worker().runOnce();
    expect(await now(id)).toMatchObject({ status: 'completed', screened: 1, alerts: 1, error: null });
    const again = await start();
    scene.onReport = () => {
      throw new Error('customer-risk is away');
    };
    // A run does nothing while the lock of the run before is not free yet.
    for (let n = 0; n < 20 && (await now(again.id)).status === 'running'; n++) {
      await scene
        .worker()
        .runOnce()
        .catch(() => {});
    }
    expect(await now(again.id)).toMatchObject({ status: 'failed', error: 'customer-risk is away' });
  });
});
