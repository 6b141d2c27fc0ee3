import { randomBytes, randomUUID } from 'node:crypto';
import Type from 'typebox';
import { secretsContext } from '@probity/contracts/providers/commands';
import { RequestKey } from '@probity/platform/request-encryption';
import { providerPlugin } from '@probity/providers/plugin';
import { PluginRegistry } from '@probity/providers/registry';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { providerAsSeen } from '@probity/read-side/proposals/as-seen';

// Jest cannot load the package that serves the page to browse the API, which is no part of what is tested here.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const PLUGIN = providerPlugin({
  name: 'sumsub',
  version: '1.0.0',
  title: 'Sumsub',
  stages: ['kyc'],
  configuration: Type.Object({ url: Type.String(), api_key: Type.String() }),
  secrets: ['api_key'],
  baseUrl: ({ url }) => url,
  kyc: () => Promise.resolve({ findings: [], evidence: {}, cacheSeconds: 0 }),
});
const WHY = { reason: 'agreed' };
const BY = { officer: 'operator token', officer_id: 'operator' };
const SECRET = 'a secret of the provider';

describe('providers in the back office', () => {
  let test: TestOffice;
  let slug: string;
  let tenantId: string;
  const key = new RequestKey(randomBytes(32));
  beforeAll(async () => {
    test = await startTestOffice(new PluginRegistry([PLUGIN]));
    test.replies['pipeline.read-provider-key'] = () => ({ public_key: key.publicPem });
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    slug = `t-${randomUUID()}`;
    tenantId = data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201).id;
    test.sent.length = 0;
  });
  const at = (path: string): string => `/tenants/${slug}${path}`;
  const put = (path: string, body: unknown) => test.api.send('PUT', at(path), JSON.stringify(body));

  it('lists the plugins with their settings', async () => {
    expect(data(await test.api.get('/provider-plugins'))).toMatchObject([
      {
        name: 'sumsub',
        stages: ['kyc'],
        calls: ['kyc'],
        webhooks: false,
        secrets: ['api_key'],
        configuration: { type: 'object', required: ['url', 'api_key'] },
      },
    ]);
  });

  it('sends the secrets encrypted, and the rest readable', async () => {
    await put('/providers/sumsub', { configuration: { url: 'https://api.example.com', api_key: SECRET }, ...WHY });
    expect(JSON.stringify(test.sent)).not.toContain(SECRET);
    const { name, request } = test.sent.at(-1)!;
    expect(name).toBe('pipeline.configure-provider');
    const { encrypted_secrets, ...readable } = request;
    const plain = {
      tenant_id: tenantId,
      plugin: 'sumsub',
      configuration: { url: 'https://api.example.com' },
      as_seen: providerAsSeen(undefined),
      ...WHY,
      ...BY,
    };
    expect(readable).toEqual(plain);
    const opened = key.decrypt(encrypted_secrets, secretsContext(tenantId, 'sumsub'));
    expect(JSON.parse(opened)).toEqual({ api_key: SECRET });
  });

  it('sends no secrets when none is given', async () => {
    await put('/providers/sumsub', { configuration: { url: 'https://api.example.com' }, ...WHY });
    expect(test.sent.map(({ name }) => name)).toEqual(['pipeline.configure-provider']);
    expect(test.sent[0]!.request).not.toHaveProperty('encrypted_secrets');
  });

  it.each([
    ['an unknown plugin', 'unknown', { configuration: {}, ...WHY }, 404, /plugin unknown was not found/],
    [
      'a configuration that is no object',
      'sumsub',
      { configuration: 'x', ...WHY },
      400,
      /configuration must be a JSON object/,
    ],
    ['no reason', 'sumsub', { configuration: {} }, 400, /reason/],
  ])('does not configure with %s', async (_what, plugin, body, status, message) => {
    refused(await put(`/providers/${plugin}`, body), status, message);
    expect(test.sent).toEqual([]);
  });

  it('sends decisions with their officer and reason', async () => {
    await test.owner.query(
      `INSERT INTO pipeline.providers (id, tenant_id, plugin, plugin_version, stages, configuration, secrets,
         sealed_secrets, status, version, officer, updated_at, revision)
       VALUES ($1, $2, 'sumsub', '1.0.0', '{kyc}', '{}', '{}', '', 'inactive', 1, 'j.smith', now(), 0)`,
      [randomUUID(), tenantId],
    );
    await test.api.post(at('/providers/sumsub/activate'), WHY);
    await test.api.post(at('/providers/sumsub/deactivate'), WHY);
    const as_seen = providerAsSeen({ version: 1, status: 'inactive', configuration: {} });
    const about = { tenant_id: tenantId, plugin: 'sumsub', as_seen, ...WHY, ...BY };
    expect(test.sent.map(({ request }) => request)).toEqual([
      { ...about, status: 'active' },
      { ...about, status: 'inactive' },
    ]);
  });

  it('has no provider and no signal of another tenant', async () => {
    expect(data(await test.api.get(at('/providers')))).toEqual([]);
    expect(data(await test.api.get(at('/provider-signals?status=unresolved')))).toEqual([]);
    refused(await test.api.get(at('/providers/sumsub')), 404, /provider sumsub was not found/);
    refused(await test.api.get(at(`/provider-signals/${randomUUID()}`)), 404, /provider signal/);
  });
});
