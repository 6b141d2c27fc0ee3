import { randomUUID } from 'node:crypto';
import { Api } from '../../../testing/api';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { signedIn, STRONG } from '../testing/people';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'a test' };
const DAY_MS = 86_400_000;

describe('the staff of a tenant', () => {
  let test: TestOffice;
  let slug: string;
  let admin: Api;
  let adminId: string;
  let operator: Api;

  const staff = (path = '', of = slug) => `/tenants/${of}/staff${path}`;
  const person = (name: string, roles: string[]) => ({ name, email: `${randomUUID()}@bank.example`, roles, ...WHY });
  const trail = async (of = slug): Promise<any[]> =>
    data(await test.api.get(`/tenants/${of}/audit?subject_type=staff_account`));

  async function newPerson(path: string, body: { email: string }): Promise<{ api: Api; id: string }> {
    const { invitation, account_id: id } = data(await test.api.post(path, body), 201);
    return { api: (await signedIn(test, { email: body.email, invitation, password: STRONG })).api, id };
  }

  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());
  beforeEach(async () => {
    slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    const { name, email } = person('Kim Lee', []);
    ({ api: operator } = await newPerson('/operators', { name, email, ...WHY } as { email: string }));
    ({ api: admin, id: adminId } = await newPerson(staff('/people'), person('Ada', ['tenant_admin'])));
  });

  it('is added by an admin, and the audit trail says by whom and why', async () => {
    const jane = person('Jane', ['analyst']);
    const { account_id } = data(await admin.post(staff('/people'), jane), 201);
    expect(data(await admin.get(staff(`/${account_id}`)))).toMatchObject({
      name: 'Jane',
      email: jane.email,
      roles: ['analyst'],
      is_managed_here: true,
      has_credentials: false,
    });
    const own = (await trail()).filter(({ subject_id }) => subject_id === account_id);
    expect(own.map(({ action }) => action).sort()).toEqual([
      'staff_account.created',
      'staff_account.invited',
      'staff_account.roles_changed',
    ]);
    for (const entry of own) {
      expect(entry).toMatchObject({ actor: `staff:${adminId}`, actor_name: 'Ada', reason: 'a test' });
    }
  });

  it('has each email once, in any form', async () => {
    const jane = person('Jane', ['analyst']);
    data(await admin.post(staff('/people'), jane), 201);
    const again = await admin.post(staff('/people'), { ...jane, email: jane.email.toUpperCase() });
    expect(again).toMatchObject({ status: 400, body: { code: 'email_taken' } });
  });

  it('is added once by concurrent requests with the same Idempotency-Key, with one invitation', async () => {
    const body = JSON.stringify(person('Jane', ['analyst']));
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(data(await admin.send('POST', staff('/people'), body, headers), 201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it.each(['notanemail', 'a@b', 'jane smith@bank.example'])(
    'are not invited as %j, which is no address',
    async (email) => {
      const body = { ...person('Jane', ['analyst']), email };
      refused(await admin.post(staff('/people'), body), 400, /^email must be an e-mail address/);
    },
  );

  it.each(['roles', 'invite', 'disable'])('cannot change its own account: %s', async (what) => {
    const path = staff(`/${adminId}/${what}`);
    const answer = await (what === 'roles' ? admin.put(path, { roles: ['auditor'], ...WHY }) : admin.post(path, WHY));
    expect(answer).toMatchObject({ status: 403, body: { code: 'own_account' } });
  });

  describe('a service account', () => {
    it('uses its token until it expires or is revoked', async () => {
      const { id } = data(await admin.post(staff('/services'), { name: 'export', roles: ['auditor'], ...WHY }), 201);
      const create = { label: 'server', expires_in_days: 2, ...WHY };
      const first = data(await admin.post(staff(`/${id}/tokens`), create), 201);
      const second = data(await admin.post(staff(`/${id}/tokens`), create), 201);
      const [one, two] = [first, second].map(({ token }) => new Api(test.url, token));
      expect(data(await one!.get('/me'))).toMatchObject({ id, name: 'export', method: 'service_token' });
      const { status } = await admin.delete(staff(`/${id}/tokens/${first.id}?reason=leaked`));
      expect(status).toBe(204);
      expect((await one!.get('/me')).status).toBe(401);
      data(await two!.get('/me'));
      const forged = second.token.slice(0, -1) + (second.token.endsWith('A') ? 'B' : 'A');
      expect((await new Api(test.url, forged).get('/me')).status).toBe(401);
      test.time.pass(2 * DAY_MS);
      expect((await two!.get('/me')).status).toBe(401);
    });

    it('has no invitation, and a person has no token', async () => {
      const { id } = data(await test.api.post(staff('/services'), { name: 'export', roles: ['auditor'], ...WHY }), 201);
      refused(await test.api.post(staff(`/${id}/invite`), WHY), 400, /^export is a service/);
      refused(await test.api.post(staff(`/${adminId}/tokens`), { label: 'x', ...WHY }), 400, /^Ada is a person|person/);
    });
  });

  describe('an account of another tenant', () => {
    it('gets roles, but only its own tenant ends its credentials or disables it', async () => {
      const other = `o-${randomUUID()}`;
      data(await test.api.post('/tenants', { slug: other, name: 'O', four_eyes: false, reason: 'a test' }), 201);
      const there = await newPerson(staff('/people', other), person('Eve', ['tenant_admin']));
      refused(await there.api.get(staff(`/${adminId}`)), 404, /^tenant .* was not found/);
      expect((await there.api.put(staff(`/${adminId}/roles`, other), { roles: ['auditor'], ...WHY })).status).toBe(204);
      expect(data(await there.api.get(staff('', other))).map(({ name }: { name: string }) => name)).toEqual([
        'Ada',
        'Eve',
      ]);
      data(await admin.get(`/tenants/${other}/customers`));
      for (const what of ['invite', 'disable', 'enable']) {
        refused(await there.api.post(staff(`/${adminId}/${what}`, other), WHY), 404, /was not found/);
      }
      expect((await trail()).filter(({ actor_name }) => actor_name === 'Eve')).toEqual([]);
    });

    it('loses the roles there when its own tenant invites the person again', async () => {
      const other = `o-${randomUUID()}`;
      data(await test.api.post('/tenants', { slug: other, name: 'O', four_eyes: false, reason: 'a test' }), 201);
      const jo = await newPerson(staff('/people'), person('Jo', ['analyst']));
      await test.api.put(staff(`/${jo.id}/roles`, other), { roles: ['compliance_officer'], ...WHY });
      data(await jo.api.get(`/tenants/${other}/customers`));
      data(await admin.post(staff(`/${jo.id}/invite`), WHY), 201);
      expect(data(await test.api.get(staff('', other)))).toEqual([]);
      expect((await trail(other)).map(({ action, actor_name }) => `${action} ${actor_name}`)).toContain(
        'staff_account.roles_changed Ada',
      );
    });

    it('cannot be given more by a token that was revoked and is created again with the same key', async () => {
      const { id } = data(await admin.post(staff('/services'), { name: 's', roles: ['auditor'], ...WHY }), 201);
      const { id: token } = data(await admin.post(staff(`/${id}/tokens`), { label: 't', ...WHY }), 201);
      const revoke = () => admin.delete(staff(`/${id}/tokens/${token}?reason=done`));
      expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 204]);
      expect((await trail()).filter(({ action }) => action === 'staff_account.token_revoked')).toHaveLength(1);
    });
  });

  describe('a platform operator', () => {
    it('adds the first tenant admin, and no other', async () => {
      const first = `f-${randomUUID()}`;
      data(await operator.post('/tenants', { slug: first, name: 'F', four_eyes: false, reason: 'a test' }), 201);
      for (const role of ['auditor', 'compliance_officer', 'analyst', 'compliance_admin']) {
        refused(
          await operator.post(staff('/people', first), person('Bo', [role])),
          403,
          /only add the first tenant admin/,
        );
      }
      refused(await operator.post(staff('/people', first), person('Bo', [])), 403, /only add the first tenant admin/);
      data(await operator.post(staff('/people', first), person('Bo', ['tenant_admin'])), 201);
      refused(await operator.post(staff('/people', first), person('X', ['tenant_admin'])), 403, /first tenant admin/);
    });

    it('takes over no account: neither by roles nor by an invitation nor by a token', async () => {
      const officer = data(await admin.post(staff('/people'), person('Jo', ['compliance_officer'])), 201).account_id;
      const { id } = data(await admin.post(staff('/services'), { name: 's', roles: ['auditor'], ...WHY }), 201);
      const answers = [
        await operator.put(staff(`/${officer}/roles`), { roles: ['tenant_admin'], ...WHY }),
        await operator.post(staff(`/${officer}/invite`), WHY),
        await operator.post(staff(`/${officer}/disable`), WHY),
        await operator.post(staff('/services'), { name: 's', roles: ['tenant_admin'], ...WHY }),
        await operator.post(staff(`/${id}/tokens`), { label: 'x', ...WHY }),
      ];
      for (const answer of answers) refused(answer, 403, /only add the first tenant admin/);
    });

    it('reads customers only with emergency access, which ends and is in the audit trail', async () => {
      const read = () => operator.get(`/tenants/${slug}/customers`);
      refused(await read(), 403, /emergency-access/);
      const reason = 'postings are rejected';
      data(await operator.post(`/tenants/${slug}/emergency-access`, { roles: ['auditor'], minutes: 10, reason }), 201);
      data(await read());
      refused(
        await operator.post(`/tenants/${slug}/cases`, {}),
        403,
        /your roles here: auditor, platform_operator|roles/,
      );
      test.time.pass(11 * 60_000);
      refused(await read(), 403, /emergency-access/);
      const [entry] = data(await test.api.get(`/tenants/${slug}/audit?action=tenant.emergency_access`));
      expect(entry).toMatchObject({ actor_name: 'Kim Lee', reason, data: { roles: ['auditor'] } });
    });
  });

  it('lowers limits of its tenant, and cannot undo what an operator lowered', async () => {
    const set = (requests_per_second: number | null) =>
      admin.send('PATCH', `/tenants/${slug}/limits`, JSON.stringify({ limits: { requests_per_second }, ...WHY }));
    const { limits } = data(await admin.get(`/tenants/${slug}/limits`));
    const usual = limits.find(({ name }: { name: string }) => name === 'requests_per_second').default;
    refused(await set(usual + 1), 403, /^only a platform operator raises requests_per_second above/);
    data(await set(usual - 1));
    for (const higher of [usual, null]) {
      refused(await set(higher), 403, /^only a platform operator raises requests_per_second above 999/);
    }
    data(await set(usual - 1));
    data(await set(usual - 2));
  });

  it('is restored by a rebuild from the events, with its audit trail, and its sessions go on', async () => {
    const { id } = data(await admin.post(staff('/services'), { name: 'export', roles: ['auditor'], ...WHY }), 201);
    data(await admin.post(staff(`/${id}/tokens`), { label: 'server', ...WHY }), 201);
    const tables = ['staff_accounts', 'staff_roles', 'staff_tokens', 'emergency_access', 'audit_events', 'sessions'];
    const everything = () =>
      Promise.all(
        tables.map(async (table) => {
          const { rows } = await test.owner.query<{ row: string }>(
            `SELECT t::text AS row FROM back_office.${table} t ORDER BY 1`,
          );
          return rows.filter(({ row }) => !/projections.rebuild|rebuild_projections/.test(row));
        }),
      );
    const before = await everything();
    await test.rebuild();
    expect(await everything()).toEqual(before);
    data(await admin.get(staff()));
  });

  it('of the installation has an audit trail that its operators read', async () => {
    const entries = data(await operator.get('/audit?subject_type=staff_account&limit=100'));
    const kim = entries.filter(({ subject_id }: { subject_id: string }) => subject_id !== 'operator');
    expect(kim.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['staff_account.created', 'staff_account.invited', 'staff_account.credentials_set']),
    );
    const requests = entries.map(({ data: { request } }: { data: { request?: string } }) => request);
    expect(requests).toContain('POST /api/v1/operators');
    refused(await admin.get('/audit'), 403, /only platform_operator may/);
  });

  it('sees each use of the operator token that concerns its data', async () => {
    data(await test.api.get(`/tenants/${slug}/customers`));
    const uses = (await trail()).filter(({ action }) => action === 'operator_token.used');
    expect(uses.map(({ data: { request } }) => request)).toContain('GET /api/v1/tenants/:slug/customers');
    expect(uses[0]).toMatchObject({ actor: 'staff:operator', data: { address: '127.0.0.1' } });
  });
});
