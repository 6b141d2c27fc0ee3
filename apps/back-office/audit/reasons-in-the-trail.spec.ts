import { randomUUID } from 'node:crypto';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const BY = { actor: 'staff:operator', actor_name: 'operator token' };
const DOLLAR = { code: 'USD', name: 'US Dollar', minor_unit_decimals: 2 };

describe('the audit trail', () => {
  let test: TestOffice;
  let slug: string;
  beforeAll(async () => {
    test = await startTestOffice();
    slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'Bank', reason: 'contract 4711' }), 201);
    data(await test.api.post(`/tenants/${slug}/currencies`, { ...DOLLAR, reason: 'pays in dollars' }), 201);
  });
  afterAll(() => test?.stop());

  const entries = async (subject: string): Promise<any[]> =>
    data(await test.api.get(`/tenants/${slug}/audit?subject_type=${subject}`));

  it('says who created the tenant and added a currency, and why', async () => {
    expect(await entries('tenant')).toMatchObject([
      { ...BY, action: 'tenant.created', reason: 'contract 4711', data: { slug, name: 'Bank' } },
    ]);
    expect(await entries('currency')).toMatchObject([
      { ...BY, action: 'currency.configured', subject_id: 'USD', reason: 'pays in dollars' },
    ]);
  });

  it('has no entry for a currency that did not change', async () => {
    data(await test.api.post(`/tenants/${slug}/currencies`, { ...DOLLAR, reason: 'again' }), 201);
    expect(await entries('currency')).toHaveLength(1);
  });

  it('of the installation says who rebuilt the read side, and why; the rebuild keeps it', async () => {
    refused(await test.api.post('/projections/rebuild', {}), 400, /^reason must be a string/);
    await test.rebuild();
    await test.rebuild();
    const platform = data(await test.api.get('/audit?subject_type=installation'));
    expect(platform).toMatchObject(
      Array(2).fill({ ...BY, action: 'installation.rebuild_projections', reason: 'a test' }),
    );
    expect((await entries('tenant')).map(({ action }) => action)).toEqual(['tenant.created']);
  });
});
