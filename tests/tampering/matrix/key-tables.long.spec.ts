import { randomUUID } from 'node:crypto';
import type { Database } from '@probity/persistence/database';
import { UNKNOWN_CALLERS } from '../../../apps/back-office/auth/unknown-callers';
import { Api } from '../../../testing/api';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { type Product, startProduct } from '../product';
import { missedChanges } from './missed-changes';
import { TABLE_CHANGES } from './table-changes';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));
jest.setTimeout(300_000);

const WHY = { reason: 'a test' };
/** Permissions are checked before the body, so a bad body tells whether the caller may. */
const REFUSED = [401, 403, 404, 503];

/** What can be reached with credentials: by a name, a request with one of them. */
type Attempts = Record<string, () => Promise<{ status: number }>>;

async function reached(attempts: Attempts): Promise<string[]> {
  const names: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status } = await attempt();
    expect(status).not.toBe(429);
    if (!REFUSED.includes(status)) names.push(name);
  }
  return names;
}

/**
 * Makes every change of one operation in a table. None may let credentials reach more than before. Returns the changes
 * after which they reach the same.
 */
async function expectNoMore(operation: string, owner: Database, table: string, attempts: Attempts, ours: string) {
  const before = await reached(attempts);
  const { missed } = await missedChanges(operation, {
    owner,
    table,
    rows: { ours, theirs: `NOT (${ours})` },
    noticed: async () => {
      const now = await reached(attempts);
      expect(now.filter((name) => !before.includes(name))).toEqual([]);
      return now.length < before.length ? 'it reaches less' : undefined;
    },
  });
  expect(await reached(attempts)).toEqual(before);
  return missed;
}

/**
 * Changes after which the same can be reached: of columns that are only shown, and new rows that no credential belongs to.
 * The end of a changed signature is no Base64, so it is the same signature.
 */
const HARMLESS: Record<string, string[]> = {
  'api_keys edit': ['created_by', 'revoked_by', 'signature'],
  'api_keys insertion': ['a copy with another id'],
  'api_keys transplant': ['revoked_by of another'],
  'staff_accounts edit': [
    'invitation_hash',
    'invitation_expires_at',
    'has_credentials',
    'credentials_revision',
    'created_at',
    'invited_at',
  ],
  'staff_accounts insertion': ['a copy with another id'],
  'staff_accounts transplant': ['created_at of another'],
  'staff_roles insertion': ['a copy with another account_id'],
  'staff_tokens edit': ['label', 'created_at'],
  'staff_tokens transplant': ['label of another', 'created_at of another'],
};
const harmless = (table: string, operation: string): string[] => HARMLESS[`${table} ${operation}`] ?? [];

describe('a person who changes the table of API keys', () => {
  let product: Product;
  let tenant: string;
  const attempts: Attempts = {};
  beforeAll(async () => {
    product = await startProduct();
    const create = async (slug: string, scopes: string[], label: string): Promise<{ id: string; api_key: string }> =>
      product.backOffice.post(`tenants/${slug}/api-keys`, { scopes, label, ...WHY });
    const [own, other] = [`t-${randomUUID()}`, `t-${randomUUID()}`];
    for (const slug of [own, other]) {
      const { id } = await product.backOffice.post<{ id: string }>('tenants', {
        slug,
        name: 'T',
        four_eyes: false,
        ...WHY,
      });
      if (slug === own) tenant = id;
    }
    const reads = await create(own, ['read'], 'reads');
    const writes = await create(own, ['read', 'write'], 'writes');
    const revoked = await create(own, ['read', 'write'], 'revoked');
    const theirs = await create(other, ['read', 'write'], 'theirs');
    await product.backOffice.delete(`tenants/${own}/api-keys/${revoked.id}?reason=a+test`);
    for (const [name, { api_key }] of Object.entries({ reads, writes, revoked, theirs })) {
      const api = new Api(product.api.baseUrl, api_key);
      for (const slug of [own, other]) {
        attempts[`${name}: read ${slug === own ? 'ours' : 'theirs'}`] = () => api.get(`/tenants/${slug}/ledgers`);
        attempts[`${name}: write ${slug === own ? 'ours' : 'theirs'}`] = () => api.post(`/tenants/${slug}/ledgers`, {});
      }
    }
  });
  afterAll(() => product?.stop());

  it.each(Object.keys(TABLE_CHANGES))('reaches nothing more: %s', async (operation) => {
    const { owner } = product.database;
    const table = 'back_office.api_keys';
    const live = `tenant_id = '${tenant}' AND revoked_at IS NULL`;
    expect(await expectNoMore(operation, owner, table, attempts, live)).toEqual(harmless('api_keys', operation));
    await expectNoMore(operation, owner, table, attempts, `tenant_id = '${tenant}' AND revoked_at IS NOT NULL`);
  });
});

describe('a person who changes the tables of staff', () => {
  let office: TestOffice;
  let [live, disabled]: string[] = [];
  const attempts: Attempts = {};
  beforeAll(async () => {
    Object.assign(UNKNOWN_CALLERS, { perSecond: 1_000, burst: 1_000_000 }); // all attempts come from one address
    office = await startTestOffice();
    await office.owner.execute('ALTER TABLE back_office.staff_accounts DROP CONSTRAINT staff_accounts_kind_check');
    const [own, other] = [`t-${randomUUID()}`, `t-${randomUUID()}`];
    const service = async (slug: string, role: string) => {
      const path = `/tenants/${slug}/staff`;
      const { id } = data(await office.api.post(`${path}/services`, { name: role, roles: [role], ...WHY }), 201);
      const token = async (label: string): Promise<{ id: string; token: string }> =>
        data(await office.api.post(`${path}/${id}/tokens`, { label, expires_in_days: 1, ...WHY }), 201);
      return { id: id as string, path, token };
    };
    for (const slug of [own, other])
      data(await office.api.post('/tenants', { slug, name: 'T', four_eyes: false, ...WHY }), 201);
    const auditor = await service(own, 'auditor');
    const admin = await service(other, 'tenant_admin');
    const left = await service(own, 'tenant_admin');
    const revoked = await auditor.token('revoked');
    const tokens = {
      auditor: (await auditor.token('audits')).token,
      revoked: revoked.token,
      theirs: (await admin.token('administers')).token,
      disabled: (await left.token('left')).token,
    };
    await office.api.delete(`${auditor.path}/${auditor.id}/tokens/${revoked.id}?reason=a+test`);
    data(await office.api.post(`${left.path}/${left.id}/disable`, WHY));
    for (const [name, token] of Object.entries(tokens)) {
      const api = office.api.withKey(token);
      for (const slug of [own, other]) {
        const where = slug === own ? 'ours' : 'theirs';
        attempts[`${name}: read ${where}`] = () => api.get(`/tenants/${slug}/customers`);
        attempts[`${name}: administer ${where}`] = () => api.post(`/tenants/${slug}/staff/people`, {});
      }
      attempts[`${name}: operate`] = () => api.post('/tenants', {});
    }
    [live, disabled] = [auditor.id, left.id];
  });
  afterAll(() => office?.stop());

  describe.each([
    ['staff_accounts', 'id', ''],
    ['staff_roles', 'account_id', ''],
    ['staff_tokens', 'account_id', 'AND revoked_at IS NULL'],
  ])('%s', (name, column, only) => {
    it.each(Object.keys(TABLE_CHANGES))('reaches nothing more: %s', async (operation) => {
      const table = `back_office.${name}`;
      const missed = await expectNoMore(operation, office.owner, table, attempts, `${column} = '${live}' ${only}`);
      expect(missed).toEqual(harmless(name, operation));
      await expectNoMore(operation, office.owner, table, attempts, `${column} = '${disabled}'`);
    });
  });
});
