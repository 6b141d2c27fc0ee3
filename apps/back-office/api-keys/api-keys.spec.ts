import { randomUUID } from 'node:crypto';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const DAY_MS = 86_400_000;

const WHY = { reason: 'because' };

describe('the API keys of a tenant', () => {
  let test: TestOffice;
  let keys: string;
  let audit: string;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    const slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    [keys, audit] = [`/tenants/${slug}/api-keys`, `/tenants/${slug}/audit?subject_type=api_key`];
  });

  const listed = async (): Promise<any[]> => data(await test.api.get(keys));
  const daysUntil = (time: string): number => Math.round((Date.parse(time) - Date.now()) / DAY_MS);

  it('have an end, addresses and the account that created and revoked them, also in the audit trail', async () => {
    const body = {
      scopes: ['read'],
      label: 'bank',
      ...WHY,
      expires_in_days: 30,
      allowed_addresses: ['192.0.2.7', '2001:db8::/32'],
    };
    const { id, expires_at } = data(await test.api.post(keys, body), 201);
    expect(daysUntil(expires_at)).toBe(30);
    expect((await test.api.delete(`${keys}/${id}?reason=lost`)).status).toBe(204);
    expect(await listed()).toMatchObject([
      {
        id,
        expires_at,
        allowed_addresses: ['192.0.2.7/32', '2001:db8::/32'],
        created_by: 'operator token',
        revoked_by: 'operator token',
      },
    ]);
    const by = { subject_id: id, actor: 'staff:operator', actor_name: 'operator token' };
    expect(data(await test.api.get(audit))).toMatchObject([
      { ...by, action: 'api_key.revoked', reason: 'lost' },
      { ...by, action: 'api_key.created', ...WHY, data: { label: 'bank', scopes: ['read'], expires_at } },
    ]);
  });

  it('never end and work from everywhere unless they are bounded', async () => {
    data(await test.api.post(keys, { scopes: ['read'], ...WHY }), 201);
    expect(await listed()).toMatchObject([{ expires_at: null, allowed_addresses: null, revoked_by: null }]);
  });

  it('are rotated: the new key has the same bounds, and the old one ends after the overlap', async () => {
    const body = { scopes: ['read', 'write'], label: 'bank', allowed_addresses: ['192.0.2.0/24'], ...WHY };
    const old = data(await test.api.post(keys, body), 201);
    const created = data(await test.api.post(`${keys}/${old.id}/rotate`, { overlap_hours: 48, ...WHY }), 201);
    expect(created.api_key).not.toBe(old.api_key);
    const [first, second] = await listed();
    expect(second).toMatchObject({ id: created.id, scopes: ['read', 'write'], label: 'bank', expires_at: null });
    expect(second.allowed_addresses).toEqual(['192.0.2.0/24']);
    expect(daysUntil(first.expires_at)).toBe(2);
  });

  it('do not live longer because they are rotated', async () => {
    const old = data(await test.api.post(keys, { scopes: ['read'], expires_in_days: 1, ...WHY }), 201);
    data(await test.api.post(`${keys}/${old.id}/rotate`, { overlap_hours: 720, ...WHY }), 201);
    const [first, second] = await listed();
    expect(first.expires_at).toBe(old.expires_at);
    expect(second.expires_at).toBe(old.expires_at);
  });

  it('cannot be rotated when they have ended', async () => {
    const old = data(await test.api.post(keys, { scopes: ['read'], ...WHY }), 201);
    data(await test.api.post(`${keys}/${old.id}/rotate`, { overlap_hours: 0, ...WHY }), 201);
    refused(
      await test.api.post(`${keys}/${old.id}/rotate`, { overlap_hours: 0, ...WHY }),
      400,
      /^the key is revoked or has/,
    );
    refused(await test.api.post(`${keys}/0123456789abcdef/rotate`, { overlap_hours: 0, ...WHY }), 404, /was not found/);
  });

  it.each([
    [{ allowed_addresses: [] }, /^allowed_addresses must not be empty/],
    [{ allowed_addresses: ['bank'] }, /^allowed_addresses\[0\] must be an address/],
    [{ expires_in_days: 0 }, /^expires_in_days/],
  ])('reject %j', async (bad, message) => {
    refused(await test.api.post(keys, { scopes: ['read'], ...bad }), 400, message);
  });
});
