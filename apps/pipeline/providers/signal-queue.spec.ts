import type { Database, Sql } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { newId } from '@probity/platform/ids';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { type ClaimedSignal, claimSignals } from './signal-queue';
import { ProviderScene, rejection } from './testing/provider-scene';

const BACKLOG = `
  INSERT INTO pipeline.provider_signals (id, tenant_id, plugin, plugin_version, provider_event_id, event_source,
    occurred_at, metadata, payload_sha256, received_at, lane, status, revision)
  SELECT gen_random_uuid(), $1::uuid, 'p', '1', n, 'e', now(), '{}', '', now(), $1::text || n, 'pending', 0
  FROM generate_series(1, $2) n`;
const READ = `
  SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
  WHERE schemaname = 'pipeline' AND relname = 'provider_signals'`;

describe('the queue of signals', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(() => test.owner.query('DELETE FROM pipeline.provider_signals'));

  const newScene = () => new ProviderScene(database, test.owner).active();

  /** A claim, and how many rows of signals it read. */
  async function claimAndCount(): Promise<{ claimed: ClaimedSignal[]; read: number }> {
    let read = 0;
    const counting = {
      transaction: <T>(work: (sql: Sql) => Promise<T>) =>
        database.transaction(async (sql) => {
          const result = await work(sql);
          read = (await sql.query<{ rows: number }>(READ, [])).rows[0]!.rows;
          return result;
        }),
    } as unknown as Database;
    const lanes = await claimSignals(counting);
    return { claimed: lanes.flat(), read };
  }

  it('shares a claim between tenants, and reads no backlog', async () => {
    const [large, small] = [newId(), newId()].sort();
    await test.owner.query(BACKLOG, [large, 60_000]);
    await test.owner.query(BACKLOG, [small, 3]);
    await test.owner.query('ANALYZE pipeline.provider_signals');
    const { claimed, read } = await claimAndCount();
    const of = (tenant: string) => claimed.filter(({ tenant_id }) => tenant_id === tenant).length;
    expect([of(large!), of(small!)]).toEqual([50, 3]);
    expect(read).toBeLessThan(1_000);
  });

  it('does not wait for a signal that another process changes at this moment', async () => {
    const scene = await newScene();
    await scene.webhook([rejection('1', { ref: 'applicant-1' }), rejection('2', { ref: 'applicant-2' })]);
    const [first] = await scene.list();
    await test.owner.transaction(async (sql) => {
      await sql.query('SELECT FROM pipeline.provider_signals WHERE id = $1 FOR UPDATE', [first!.id]);
      const lanes = await claimSignals(database);
      expect(lanes.flat().map(({ id }) => id)).toEqual((await scene.list()).slice(1).map(({ id }) => id));
    });
  });

  it('lets other signals of the customer go after one failed, and they do not wait for it', async () => {
    const scene = await newScene();
    await scene.customer({ kyc_provider_ref: 'applicant-1' });
    await scene.webhook(['1', '2', '3'].map((id) => rejection(id)));
    scene.onApply = () => Promise.reject(new Error('no reply in time'));
    await scene.round();
    expect(scene.applied).toHaveLength(1);
    const failed = scene.applied[0]!.signal_id;
    const other = scene.another();
    await other.drain();
    expect(other.applied).toHaveLength(2);
    const pending = (await scene.list()).filter(({ status }) => status === 'pending');
    expect(pending).toMatchObject([{ id: failed, last_error: 'internal error; see the log' }]);
  });

  it('keeps the same event id of two tenants apart', async () => {
    const scenes = [await newScene(), await newScene()];
    for (const scene of scenes) {
      await scene.customer({ kyc_provider_ref: 'applicant-1' });
      await scene.webhook([rejection('1')]);
    }
    await scenes[0]!.drain();
    const signals = await Promise.all(scenes.map(async (scene) => (await scene.list())[0]!));
    expect(signals).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(signals[0]!.id).not.toBe(signals[1]!.id);
    expect(scenes[0]!.applied.map(({ tenant_id }) => tenant_id).sort()).toEqual(
      scenes.map(({ tenantId }) => tenantId).sort(),
    );
  });
});
