import { randomUUID } from 'node:crypto';
import type { Api } from '../../../testing/api';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { signedIn, STRONG } from '../testing/people';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'because' };
const MINUTES = 10;

describe('emergency access', () => {
  let test: TestOffice;
  let slug: string;
  let operator: Api;
  let other: Api;
  let admin: Api;
  let officer: Api;
  const at = (path: string): string => `/tenants/${slug}${path}`;
  const access = (path = ''): string => at(`/emergency-access${path}`);
  const read = (api: Api) => api.get(at('/customers'));

  async function person(path: string, name: string, roles?: string[]): Promise<Api> {
    const body = { name, email: `${randomUUID()}@bank.example`, ...(roles && { roles }), ...WHY };
    const { invitation } = data(await test.api.post(path, body), 201);
    return (await signedIn(test, { email: body.email, invitation, password: STRONG })).api;
  }
  const opened = async (api = operator): Promise<string> =>
    data(await api.post(access(), { roles: ['auditor'], minutes: MINUTES, ...WHY }), 201).id;

  beforeAll(async () => {
    test = await startTestOffice();
    slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, ...WHY }), 201);
    operator = await person('/operators', 'Kim Lee');
    other = await person('/operators', 'Lou Poe');
    admin = await person(at('/staff/people'), 'Ada', ['tenant_admin']);
    officer = await person(at('/staff/people'), 'Jo', ['compliance_officer']);
  }, 60_000);
  afterAll(() => test?.stop());

  it.each([
    ['the operator who took it', () => operator, 'Kim Lee'],
    ['an admin of the tenant', () => admin, 'Ada'],
    ['the operator token', () => test.api, 'operator token'],
  ])('is ended by %s: the roles stop at once, and the audit trail says why', async (_who, by, name) => {
    const id = await opened();
    data(await read(operator));
    const [listed] = data(await admin.get(access()));
    expect(listed).toMatchObject({ id, officer: 'Kim Lee', roles: ['auditor'], reason: 'because' });
    const ended = data(await by().post(access(`/${id}/end`), { reason: 'solved' }));
    expect(Date.parse(ended.until)).toBeLessThanOrEqual(test.time.now().getTime());
    refused(await read(operator), 403, /emergency-access/);
    expect(data(await admin.get(access()))).toEqual([]);
    const [entry] = data(await test.api.get(at('/audit?action=tenant.emergency_access_ended')));
    expect(entry).toMatchObject({ actor_name: name, reason: 'solved', data: { access_id: id } });
  });

  it('ends once, also when another person asks again', async () => {
    const id = await opened();
    const { until } = data(await operator.post(access(`/${id}/end`), WHY));
    test.time.pass(1_000);
    expect(data(await admin.post(access(`/${id}/end`), WHY)).until).toBe(until);
    const entries = data(await test.api.get(at('/audit?action=tenant.emergency_access_ended')));
    expect(entries.filter((entry: any) => entry.data.access_id === id)).toHaveLength(1);
  });

  it('stays as it is when its time is over', async () => {
    const id = await opened();
    const [{ until }] = data(await admin.get(access()));
    test.time.pass((MINUTES + 1) * 60_000);
    expect(data(await test.api.post(access(`/${id}/end`), WHY)).until).toBe(until);
    const entries = data(await test.api.get(at('/audit?action=tenant.emergency_access_ended')));
    expect(entries.filter((entry: any) => entry.data.access_id === id)).toEqual([]);
  });

  it('is ended by no other operator, officer or tenant, and not without a reason', async () => {
    const id = await opened();
    refused(await other.post(access(`/${id}/end`), WHY), 404, /emergency access .* was not found/);
    refused(await officer.post(access(`/${id}/end`), WHY), 403, /tenant_admin/);
    refused(await admin.post(access(`/${id}/end`), {}), 400, /^reason must be a string/);
    refused(await admin.post(access(`/${randomUUID()}/end`), WHY), 404, /was not found/);
    const elsewhere = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug: elsewhere, name: 'E', four_eyes: false, ...WHY }), 201);
    refused(await test.api.post(`/tenants/${elsewhere}/emergency-access/${id}/end`, WHY), 404, /was not found/);
    data(await read(operator));
  });

  it('that was ended stays ended after a rebuild', async () => {
    const id = await opened();
    data(await admin.post(access(`/${id}/end`), WHY));
    await test.owner.query(
      "UPDATE back_office.emergency_access SET ended_at = NULL, until = 'infinity' WHERE id = $1",
      [id],
    );
    await test.rebuild();
    const listed = data(await admin.get(access()));
    expect(listed.map((one: { id: string }) => one.id)).not.toContain(id);
  });
});
