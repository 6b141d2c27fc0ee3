import type { Database } from '@probity/persistence/database';
import { ROLES } from '@probity/persistence/roles';
import { withDefaults } from '@probity/read-side/settings/default-settings';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { ProviderScene, rejection } from './testing/provider-scene';
import { MAX_FORGOTTEN } from './webhook-payloads';

describe("the bodies of a tenant's webhooks", () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());

  const RECEIVED = new Date('2026-03-02T10:00:00Z');
  /** A tenant with one body. */
  const sceneWithBody = async (): Promise<ProviderScene> => {
    const scene = await new ProviderScene(database, test.owner).active();
    scene.now = () => RECEIVED;
    await scene.webhook([rejection('1')]);
    await test.owner.query(
      'INSERT INTO back_office.tenants (id, slug, name, created_at, revision) VALUES ($1, $2, $2, $3, 0)',
      [scene.tenantId, scene.tenantId, RECEIVED],
    );
    return scene;
  };
  const setYears = (scene: ProviderScene, version: number, provider_payload_years: number) =>
    test.owner.query(
      `INSERT INTO back_office.compliance_settings (tenant_id, version, settings, reason, officer, changed_at)
       VALUES ($1, $2, $3, 'r', 'o', $4)`,
      [scene.tenantId, version, JSON.stringify(withDefaults({ retention: { provider_payload_years } })), RECEIVED],
    );
  const count = async (scene: ProviderScene): Promise<number> => {
    const { rows } = await database.query<{ bodies: number }>(
      'SELECT count(*)::int AS bodies FROM pipeline.provider_payloads WHERE tenant_id = $1',
      [scene.tenantId],
    );
    return rows[0]!.bodies;
  };
  /** How many bodies are left at the time. */
  const leftAt = async (scene: ProviderScene, now: string): Promise<number> => {
    await scene.payloads.forgetOld(new Date(now));
    return count(scene);
  };

  it('are deleted after five years unless the tenant sets another period; the signal keeps the hash', async () => {
    const scene = await sceneWithBody();
    const [before] = await scene.list();
    expect(await leftAt(scene, '2031-03-02T09:59:59Z')).toBe(1);
    expect(await leftAt(scene, '2031-03-02T10:00:00Z')).toBe(0);
    expect(await scene.list()).toEqual([before]);
    expect(before!.payload_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('that are stored are kept for the present setting of their tenant, shorter or longer', async () => {
    const [scene, other] = [await sceneWithBody(), await sceneWithBody()];
    await setYears(scene, 1, 15);
    expect(await leftAt(scene, '2041-03-02T09:59:59Z')).toBe(1);
    expect(await count(other)).toBe(0);
    await setYears(scene, 2, 1);
    expect(await leftAt(scene, '2027-03-02T09:59:59Z')).toBe(1);
    expect(await leftAt(scene, '2027-03-02T10:00:00Z')).toBe(0);
  });

  it('are deleted some at a time, of every tenant in each round', async () => {
    const [scene, other] = [await sceneWithBody(), await sceneWithBody()];
    const more = `
      INSERT INTO pipeline.provider_payloads (id, tenant_id, plugin, sha256, sealed_payload, received_at)
      SELECT gen_random_uuid(), $1, 'test-provider', '', '', $2 FROM generate_series(1, $3)`;
    await test.owner.query(more, [scene.tenantId, RECEIVED, MAX_FORGOTTEN]);
    const later = new Date('2040-01-01');
    expect(await scene.payloads.forgetOld(later)).toBe(true);
    expect([await count(scene), await count(other)]).toEqual([1, 0]);
    expect(await scene.payloads.forgetOld(later)).toBe(false);
    expect(await count(scene)).toBe(0);
  });
});
