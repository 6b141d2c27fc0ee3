import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Api } from '../../../testing/api';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { signedIn, STRONG } from '../testing/people';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'because' };
/** Each after the tables to which its rows refer. */
const TABLES = ['staff_accounts', 'staff_roles', 'staff_tokens', 'emergency_access', 'sessions'];

describe('a row of staff that was written in the database', () => {
  let test: TestOffice;
  let slug: string;
  let tenantId: string;
  let [operator, admin, auditor]: { api: Api; id: string }[] = [];
  let service: { id: string; token: string; tokenId: string };
  const tenant = (path = ''): string => `/tenants/${slug}${path}`;
  const read = (api: Api) => api.get(tenant('/customers'));

  async function person(path: string, name: string, roles?: string[]): Promise<{ api: Api; id: string }> {
    const body = { name, email: `${randomUUID()}@bank.example`, ...(roles && { roles }), ...WHY };
    const { invitation } = data(await test.api.post(path, body), 201);
    const { api } = await signedIn(test, { email: body.email, invitation, password: STRONG });
    return { api, id: data(await api.get('/me')).id };
  }

  async function forge(statement: string, values: unknown[]): Promise<void> {
    expect((await test.owner.query(statement, values)).rowCount).toBe(1);
  }

  async function expectNotice(subject: string): Promise<void> {
    await test.reportContradictions();
    const notices = data(await test.api.get('/notices?limit=100'));
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'forged_grant', subject, severity: 'critical' }));
  }

  async function sessionOf(account: string): Promise<string> {
    const find = 'SELECT id FROM back_office.sessions WHERE account_id = $1 ORDER BY signed_in_at DESC LIMIT 1';
    return (await test.owner.query<{ id: string }>(find, [account])).rows[0]!.id;
  }

  beforeAll(async () => {
    test = await startTestOffice();
    slug = `t-${randomUUID()}`;
    tenantId = data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, ...WHY }), 201).id;
    operator = await person('/operators', 'Kim Lee');
    admin = await person(tenant('/staff/people'), 'Ada', ['tenant_admin']);
    auditor = await person(tenant('/staff/people'), 'Jo', ['auditor']);
    const { id } = data(
      await admin.api.post(tenant('/staff/services'), { name: 'S', roles: ['auditor'], ...WHY }),
      201,
    );
    const token = data(
      await admin.api.post(tenant(`/staff/${id}/tokens`), { label: 'T', expires_in_days: 1, ...WHY }),
      201,
    );
    service = { id, token: token.token, tokenId: token.id };
    for (const table of TABLES)
      await test.owner.query(`CREATE TABLE public.kept_${table} AS TABLE back_office.${table}`);
  }, 60_000);
  afterAll(() => test?.stop());
  afterEach(async () => {
    for (const table of TABLES.toReversed()) await test.owner.query(`DELETE FROM back_office.${table}`);
    for (const table of TABLES)
      await test.owner.query(`INSERT INTO back_office.${table} SELECT * FROM public.kept_${table}`);
    data(await read(auditor!.api));
    data(await read(test.api.withKey(service.token)));
  });

  it('is no session when it was inserted', async () => {
    const token = `probity_session_${randomBytes(32).toString('base64url')}`;
    const id = randomUUID();
    await forge(
      `INSERT INTO back_office.sessions (id, token_hash, account_id, credentials_revision, csrf_hash, address,
         signed_in_at, last_seen_at, expires_at, method, signature)
       SELECT $1, $2, account_id, credentials_revision, csrf_hash, address, signed_in_at, last_seen_at, expires_at,
         method, signature FROM back_office.sessions WHERE id = $3`,
      [id, createHash('sha256').update(token).digest(), await sessionOf(admin!.id)],
    );
    refused(await read(test.api.withKey(token)), 401, /session/);
    await expectNotice(`session/${id}`);
  });

  it.each([
    ['names another account', () => `account_id = '${admin!.id}'`],
    ['ends later', () => "expires_at = expires_at + interval '1 hour'"],
    ['was proved later', () => "proved_at = signed_in_at + interval '1 hour'"],
    ['has no signature', () => 'signature = NULL'],
  ])('is no session when it %s', async (_what, change) => {
    const id = await sessionOf(auditor!.id);
    await forge(`UPDATE back_office.sessions SET ${change()} WHERE id = $1`, [id]);
    refused(await read(auditor!.api), 401, /session/);
    await expectNotice(`session/${id}`);
  });

  it('gives no session to a person who has confirmed with a changed row', async () => {
    const id = await sessionOf(auditor!.id);
    await forge("UPDATE back_office.sessions SET expires_at = expires_at + interval '1 hour' WHERE id = $1", [id]);
    refused(await auditor!.api.post('/me/confirm', { password: STRONG, code: '000000' }), 401, /session/);
    refused(await read(auditor!.api), 401, /session/);
  });

  it.each([
    ['a role', "INSERT INTO back_office.staff_roles (account_id, tenant_id, role) VALUES ($1, $2, 'tenant_admin')"],
    [
      'a role everywhere',
      "INSERT INTO back_office.staff_roles (account_id, role) SELECT $1, 'platform_operator' WHERE $2::uuid IS NOT NULL",
    ],
    ['another name', "UPDATE back_office.staff_accounts SET name = 'Ada' WHERE id = $1 AND tenant_id = $2"],
    [
      'a revision that it has not',
      'UPDATE back_office.staff_accounts SET revision = 99 WHERE id = $1 AND tenant_id = $2',
    ],
  ])('gives an account not even what it had: %s', async (_what, statement) => {
    await forge(statement, [auditor!.id, tenantId]);
    refused(await read(auditor!.api), 401, /session/);
    await expectNotice(`account/${auditor!.id}`);
  });

  it('gets its later events first when it is older, such as one with a role that was taken away', async () => {
    const path = tenant(`/staff/${auditor!.id}/roles`);
    expect((await admin!.api.put(path, { roles: ['auditor', 'compliance_officer'], ...WHY })).status).toBe(204);
    const find = 'SELECT revision FROM back_office.staff_accounts WHERE id = $1';
    const { revision } = (await test.owner.query<{ revision: string }>(find, [auditor!.id])).rows[0]!;
    expect((await admin!.api.put(path, { roles: ['auditor'], ...WHY })).status).toBe(204);
    const now = (await test.owner.query<{ revision: string }>(find, [auditor!.id])).rows[0]!.revision;
    data(await read(auditor!.api));

    await forge('UPDATE back_office.staff_accounts SET revision = $2 WHERE id = $1', [auditor!.id, revision]);
    const officer =
      "INSERT INTO back_office.staff_roles (account_id, tenant_id, role) VALUES ($1, $2, 'compliance_officer')";
    await forge(officer, [auditor!.id, tenantId]);
    data(await read(auditor!.api));
    const roles = 'SELECT role FROM back_office.staff_roles WHERE account_id = $1';
    expect((await test.owner.query(roles, [auditor!.id])).rows).toEqual([{ role: 'auditor' }]);
    await forge('UPDATE public.kept_staff_accounts SET revision = $2 WHERE id = $1', [auditor!.id, now]);
  });

  it.each([
    [
      'an inserted token',
      "INSERT INTO back_office.staff_tokens (id, account_id, label, token_hash, created_at, expires_at) SELECT 'x', account_id, label, token_hash, created_at, expires_at FROM back_office.staff_tokens WHERE id = $1",
    ],
    [
      'a token that ends later',
      "UPDATE back_office.staff_tokens SET expires_at = expires_at + interval '1 year' WHERE id = $1",
    ],
    ['a token with another secret', "UPDATE back_office.staff_tokens SET token_hash = token_hash || 'x' WHERE id = $1"],
  ])('gives a service account nothing: %s', async (_what, statement) => {
    await forge(statement, [service.tokenId]);
    refused(await read(test.api.withKey(service.token)), 401, /token/);
    await expectNotice(`account/${service.id}`);
  });

  it.each([
    [
      'inserted',
      "INSERT INTO back_office.emergency_access (id, tenant_id, officer_id, roles, reason, until, revision) VALUES ($1, $2, $3, '{auditor}', 'x', now() + interval '1 year', 0)",
    ],
    [
      'without the place of its event',
      "INSERT INTO back_office.emergency_access (id, tenant_id, officer_id, roles, reason, until) VALUES ($1, $2, $3, '{auditor}', 'x', now() + interval '1 year')",
    ],
  ])('is no emergency access when it was %s', async (_what, statement) => {
    const id = randomUUID();
    await forge(statement, [id, tenantId, operator!.id]);
    refused(await read(operator!.api), 403, /emergency-access/);
    await expectNotice(`emergency_access/${id}`);
  });

  it.each([
    ['longer', "until = until + interval '1 year'"],
    ['in other roles', "roles = '{compliance_officer}'"],
  ])('does not keep emergency access %s', async (_what, change) => {
    const { id } = data(
      await operator!.api.post(tenant('/emergency-access'), { roles: ['auditor'], minutes: 10, ...WHY }),
      201,
    );
    data(await read(operator!.api));
    await forge(`UPDATE back_office.emergency_access SET ${change} WHERE id = $1`, [id]);
    refused(await read(operator!.api), 403, /emergency-access/);
    await expectNotice(`emergency_access/${id}`);
  });
});
