import { ROLES } from '@probity/persistence/roles';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import type { Database } from '@probity/persistence/database';
import { providerAsSeen } from '@probity/read-side/proposals/as-seen';
import { providerIdOf } from './providers';
import { ProviderScene, SECRET, TEST_PLUGIN } from './testing/provider-scene';

describe('a provider of a tenant', () => {
  let test: TestDatabase;
  let database: Database;
  let scene: ProviderScene;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = await test.as(ROLES.pipeline);
  });
  afterAll(() => test.drop());
  beforeEach(() => (scene = new ProviderScene(database, test.owner)));

  it('is inactive until an officer activates it', async () => {
    expect(await scene.configure()).toMatchObject({ plugin: 'test-provider', status: 'inactive', version: 1 });
    expect(await scene.configurations.active(scene.tenantId, TEST_PLUGIN.name)).toBeUndefined();
    expect(await scene.setStatus('active')).toMatchObject({ status: 'active', officer: 'Ada' });
    expect(await scene.configurations.active(scene.tenantId, TEST_PLUGIN.name)).toMatchObject({
      version: 1,
      configuration: { url: 'https://provider.example.com', api_key: 'key', webhook_secret: SECRET },
    });
  });

  it('shows the names of its secrets, and has their values nowhere in the clear', async () => {
    const view = await scene.configure();
    expect(view).toMatchObject({ secrets: ['api_key', 'webhook_secret'] });
    expect(JSON.stringify(view)).not.toContain(SECRET);
    const { rows } = await test.owner.query<{ text: string }>(
      `SELECT data AS text FROM event_store.events UNION ALL SELECT p::text FROM pipeline.providers p
       UNION ALL SELECT a::text FROM pipeline.audit_events a`,
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ text }) => text.includes(SECRET))).toEqual([]);
  });

  it('keeps a secret that a later configuration omits, and stays active', async () => {
    await scene.active();
    const changed = { url: 'https://provider.example.com/v2' };
    expect(await scene.configure(changed, { api_key: 'new' })).toMatchObject({ version: 2, status: 'active' });
    expect(await scene.configurations.active(scene.tenantId, TEST_PLUGIN.name)).toMatchObject({
      version: 2,
      configuration: { ...changed, api_key: 'new', webhook_secret: SECRET },
    });
  });

  it('sends no stored secret to another origin', async () => {
    await scene.active();
    await expect(scene.configure({ url: 'https://other.example.com' }, { api_key: 'new' })).rejects.toMatchObject({
      code: 'invalid_provider',
      message: 'the address changes to https://other.example.com; give these secrets again: webhook_secret',
    });
    const secrets = { api_key: 'new', webhook_secret: SECRET };
    expect(await scene.configure({ url: 'https://other.example.com' }, secrets)).toMatchObject({ version: 2 });
  });

  it('is neither activated, deactivated nor configured because of a row that its events contradict', async () => {
    const url = (path: string) => ({ url: `https://provider.example.com${path}` });
    const none = providerAsSeen(undefined);
    const view = await scene.configure(url(''), undefined, none);
    await expect(scene.configure(url('/a'), {}, none)).rejects.toMatchObject({ code: 'contention' });
    const forged = { as_seen: providerAsSeen({ ...view, configuration: url('/good') }) };
    await expect(scene.setStatus('active', forged)).rejects.toMatchObject({ code: 'contention' });
    const active = await scene.setStatus('active', { as_seen: providerAsSeen(view) });
    const inactive = { as_seen: providerAsSeen({ ...active, status: 'inactive' }) };
    await expect(scene.setStatus('inactive', inactive)).rejects.toMatchObject({ code: 'contention' });
    await expect(scene.configure(url('/a'), {}, inactive.as_seen)).rejects.toMatchObject({ code: 'contention' });
    expect(await scene.configure(url('/a'), {}, providerAsSeen(active))).toMatchObject({ version: 2 });
  });

  it('keeps its version when nothing changes', async () => {
    await scene.configure();
    expect(await scene.configure()).toMatchObject({ version: 1 });
    expect(await scene.configure(undefined, {})).toMatchObject({ version: 1 });
  });

  it.each([
    ['a missing secret', {}, { api_key: 'key' }, 'webhook_secret'],
    ['an unknown field', { colour: 'red' }, {}, 'colour'],
    [
      'an address that is not public',
      { url: 'https://10.0.0.1' },
      { api_key: 'k', webhook_secret: 'x' },
      'PROVIDER_ALLOWED_NETWORKS',
    ],
    ['a secret among the readable fields', { api_key: 'key' }, { webhook_secret: 'x' }, 'api_key: is a secret'],
  ])('is not configured with %s', async (_what, fields, secrets, problem) => {
    const configured = scene.configure({ url: 'https://provider.example.com', ...fields }, secrets);
    await expect(configured).rejects.toMatchObject({
      code: 'invalid_provider',
      message: expect.stringContaining(problem),
    });
    await expect(scene.setStatus('active')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('does not take secrets that were encrypted for another tenant', async () => {
    const other = new ProviderScene(database, test.owner);
    const configure = jest.spyOn(other.handler, 'configure').mockImplementation();
    await other.configure();
    const [request] = configure.mock.calls[0]!;
    const copied = scene.handler.configure({ ...request, tenant_id: scene.tenantId });
    await expect(copied).rejects.toMatchObject({ code: 'invalid_provider' });
  });

  it.each([
    ['the address', `configuration = '{"url":"https://attacker.example"}'`],
    ['the status', "status = 'inactive'"],
    ['the version', 'version = version + 1'],
    ['the plugin version', "plugin_version = '9'"],
    ['the secrets', 'sealed_secrets = (SELECT sealed_secrets FROM pipeline.providers WHERE tenant_id <> $1 LIMIT 1)'],
  ])('gets no secret after a change of its row in the database: %s', async (_what, set) => {
    await new ProviderScene(database, test.owner).active();
    await scene.active();
    await test.owner.query(`UPDATE pipeline.providers SET ${set} WHERE tenant_id = $1`, [scene.tenantId]);
    for (let n = 0; n < 2; n++) {
      await expect(scene.configurations.configured(scene.tenantId, TEST_PLUGIN.name)).rejects.toThrow(
        /^the stored row of the provider .* is not used: its events say otherwise/,
      );
    }
    const reports = await test.owner.query('SELECT FROM platform.contradictions WHERE stream = $1', [
      `grant:provider/${providerIdOf(scene.tenantId, TEST_PLUGIN.name)}`,
    ]);
    expect(reports.rowCount).toBe(1);
  });

  it('belongs to its tenant', async () => {
    await scene.active();
    const other = new ProviderScene(database, test.owner);
    await expect(other.setStatus('inactive')).rejects.toMatchObject({ code: 'not_found' });
    expect(await other.configurations.active(other.tenantId, TEST_PLUGIN.name)).toBeUndefined();
  });

  it('is tested with its stored secrets, active or not', async () => {
    await scene.configure();
    const about = { tenant_id: scene.tenantId, plugin: TEST_PLUGIN.name };
    expect(await scene.handler.test(about)).toMatchObject({ ok: true, message: 'the key ends in y' });
    expect(await scene.handler.health(about)).toMatchObject({
      status: 'inactive',
      circuit: 'closed',
      signals: { pending: 0 },
    });
  });

  describe('whose secrets the master key does not open', () => {
    const unopened = expect.stringMatching(/cannot be opened with this master key; start the pipeline with the key/);
    let other: ProviderScene;
    beforeEach(async () => (other = (await scene.active()).another(Buffer.alloc(32, 2))));

    it('says so in its health and its test', async () => {
      const about = { tenant_id: scene.tenantId, plugin: TEST_PLUGIN.name };
      expect(await other.handler.health(about)).toMatchObject({ status: 'active', problem: unopened });
      expect(await other.handler.test(about)).toMatchObject({ ok: false, message: unopened });
      expect(await scene.handler.health(about)).not.toHaveProperty('problem');
    });

    it('is configured again with all secrets, and with no fewer', async () => {
      await expect(other.configure(undefined, { api_key: 'new' })).rejects.toMatchObject({
        code: 'invalid_provider',
        message: expect.stringMatching(/missing: webhook_secret\. No changes were made\./) as string,
      });
      expect(await other.configure()).toMatchObject({ version: 2, status: 'active' });
      expect(await other.configurations.active(scene.tenantId, TEST_PLUGIN.name)).toMatchObject({ version: 2 });
    });
  });

  it('leaves each change in the audit trail', async () => {
    await scene.active();
    await scene.setStatus('inactive');
    const { rows } = await database.query(
      `SELECT action, actor, reason, subject_id FROM pipeline.audit_events WHERE tenant_id = $1 ORDER BY at, id`,
      [scene.tenantId],
    );
    expect(rows).toEqual(
      ['configured', 'activated', 'deactivated'].map((what) => ({
        action: `provider.${what}`,
        actor: 'staff:Ada',
        reason: 'agreed',
        subject_id: TEST_PLUGIN.name,
      })),
    );
  });
});
