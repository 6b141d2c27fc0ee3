import { randomUUID } from 'node:crypto';
import { Api } from '../../../testing/api';
import { data, refused, startTestOffice, type TestOffice } from '../../../testing/test-office';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import { accepted, type Person, signInAs, STRONG } from '../testing/people';
import { UNKNOWN_CALLERS } from '../auth/unknown-callers';
import { IDLE_MS, SESSION_MS } from './sessions';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const MINUTE_MS = 60_000;
const WHY = { reason: 'a test' };

describe('signing in', () => {
  let test: TestOffice;
  let open: Api;
  let slug: string;
  let email: string;
  let accountId: string;
  let invitation: string;

  beforeEach(async () => {
    test = await startTestOffice();
    open = new Api(test.url, undefined);
    slug = `t-${randomUUID()}`;
    email = 'jane.smith@bank.example';
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    ({ account_id: accountId, invitation } = await addPerson());
  });
  afterEach(() => test?.stop());

  const staff = (path = '') => `/tenants/${slug}/staff${path}`;
  const addPerson = async (more: object = {}) =>
    data(
      await test.api.post(staff('/people'), { name: 'Jane Smith', email, roles: ['tenant_admin'], ...WHY, ...more }),
      201,
    );
  const jane = (): Promise<Person> => accepted(test, { email, invitation, password: STRONG });
  const attempt = ({ email, password, secret }: Person, more: object = {}) =>
    open.post('/sign-in', { email, password, code: oneTimeCode(secret, test.time.now()), ...more });
  const nextCode = () => test.time.pass(MINUTE_MS);

  it('starts a session that says who the person is and what they may do where', async () => {
    const api = await signInAs(test, await jane());
    expect(data(await api.get('/me'))).toEqual({
      id: accountId,
      name: 'Jane Smith',
      method: 'password',
      roles: [{ tenant: slug, role: 'tenant_admin', until: null }],
    });
    expect(data(await api.get('/me/sessions'))).toMatchObject([{ address: '127.0.0.1', is_current: true }]);
  });

  it('puts the session of a browser into a cookie that scripts and other sites cannot use', async () => {
    const answer = await attempt(await jane());
    const { token, csrf_token } = data(answer, 201);
    expect(token).toBeNull();
    const [cookie, csrfCookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-probity_session=\S+; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/);
    expect(csrfCookie).toBe(`__Host-probity_csrf=${csrf_token}; Path=/; Max-Age=43200; Secure; SameSite=Strict`);
    const headers = { cookie: cookie!.split(';', 1)[0]! };
    expect((await open.send('GET', '/me', undefined, headers)).status).toBe(200);
    const key = JSON.stringify({ scopes: ['read'], reason: 'a test' });
    const keys = `/tenants/${slug}/api-keys`;
    const forgeries: Record<string, string>[] = [
      {},
      { 'x-csrf-token': 'x' },
      { 'x-csrf-token': csrf_token, 'sec-fetch-site': 'cross-site' },
    ];
    for (const forged of forgeries) {
      const answer = await open.send('POST', keys, key, { ...headers, ...forged });
      expect(answer).toMatchObject({ status: 403, body: { code: 'csrf_token_missing' } });
    }
    data(await open.send('POST', keys, key, { ...headers, 'x-csrf-token': csrf_token }), 201);
  });

  it.each<[string, (person: Person) => object]>([
    ['a wrong password', () => ({ password: 'wrong horse battery staple' })],
    ['a wrong code', () => ({ code: '000000' })],
    ['an unknown email', () => ({ email: 'unknown@bank.example' })],
    ['a recovery code of another account', () => ({ code: '0123456789abcdef0123' })],
  ])('fails with %s, and does not say what was wrong', async (_, wrong) => {
    const person = await jane();
    const answer = await attempt(person, wrong(person));
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'sign_in_failed', message: expect.stringContaining('the email, the password or the code') },
    });
  });

  it('accepts a one-time code once, also in requests at the same time', async () => {
    const person = await jane();
    const answers = await Promise.all([attempt(person), attempt(person), attempt(person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
  });

  it('accepts each recovery code once instead of a one-time code', async () => {
    const person = await jane();
    const [code] = person.recovery;
    const answers = await Promise.all([attempt(person, { code }), attempt(person, { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    data(await attempt(person, { code: person.recovery[1]!.toUpperCase() }), 201);
    const { rows } = await test.owner.query(
      "SELECT actor, data FROM back_office.audit_events WHERE action = 'staff_account.recovery_code_used' ORDER BY at",
    );
    const actor = `staff:${accountId}`;
    expect(rows).toEqual([
      { actor, data: { left: 9 } },
      { actor, data: { left: 8 } },
    ]);
  });

  it('stores no secret in clear: not in events, not in tables', async () => {
    const person = await jane();
    await signInAs(test, person);
    const { rows } = await test.owner.query<{ everything: string }>(
      `SELECT string_agg(t, ' ') AS everything FROM (SELECT data::text AS t FROM event_store.events
         UNION ALL SELECT s::text FROM back_office.sessions s UNION ALL SELECT a::text FROM back_office.staff_accounts a) x`,
    );
    for (const secret of [person.password, person.secret, invitation, ...person.recovery, '$argon2id$']) {
      expect(rows[0]!.everything).not.toContain(secret);
    }
  });

  describe('a session', () => {
    it('ends when it was not used for half an hour', async () => {
      const api = await signInAs(test, await jane());
      test.time.pass(IDLE_MS - MINUTE_MS);
      data(await api.get('/me'));
      test.time.pass(IDLE_MS - MINUTE_MS);
      data(await api.get('/me'));
      test.time.pass(IDLE_MS + MINUTE_MS);
      expect(await api.get('/me')).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
    });

    it('ends after twelve hours, however much it is used', async () => {
      const api = await signInAs(test, await jane());
      for (let passed = 0; passed < SESSION_MS - IDLE_MS; passed += IDLE_MS / 2) {
        test.time.pass(IDLE_MS / 2);
        data(await api.get('/me'));
      }
      test.time.pass(IDLE_MS);
      expect((await api.get('/me')).status).toBe(401);
    });

    it('ends when the person signs out or ends it from another session', async () => {
      const person = await jane();
      const first = await signInAs(test, person);
      nextCode();
      const second = await signInAs(test, person);
      const sessions = data(await second.get('/me/sessions'));
      expect(sessions).toHaveLength(2);
      const other = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
      expect((await second.delete(`/me/sessions/${other.id}`)).status).toBe(204);
      expect((await first.get('/me')).status).toBe(401);
      expect((await second.post('/me/sign-out')).status).toBe(204);
      expect((await second.get('/me')).status).toBe(401);
    });

    it('of another person cannot be ended', async () => {
      const api = await signInAs(test, await jane());
      const [session] = data(await api.get('/me/sessions'));
      email = 'kim@bank.example';
      ({ invitation } = await addPerson({ name: 'Kim' }));
      const kim = await signInAs(test, await jane());
      refused(await kim.delete(`/me/sessions/${session.id}`), 404, /was not found/);
      data(await api.get('/me'));
    });

    it.each<[string, () => Promise<unknown>]>([
      ['the account is disabled', () => test.api.post(staff(`/${accountId}/disable`), WHY)],
      ['an admin invites the person again', () => test.api.post(staff(`/${accountId}/invite`), WHY)],
    ])('ends at once when %s, and the old credentials no longer work', async (_, happens) => {
      const person = await jane();
      const api = await signInAs(test, person);
      await happens();
      expect((await api.get('/me')).status).toBe(401);
      nextCode();
      expect((await attempt(person)).status).toBe(401);
    });

    it('loses a role at the moment at which an admin takes it away', async () => {
      const api = await signInAs(test, await jane());
      data(await api.get(staff()));
      expect((await test.api.put(staff(`/${accountId}/roles`), { roles: ['auditor'], ...WHY })).status).toBe(204);
      const key = await api.post(`/tenants/${slug}/api-keys`, { scopes: ['read'], reason: 'a test' });
      refused(key, 403, /your roles here: auditor/);
    });

    it('still shows the own account and ends when the person has no role left', async () => {
      const api = await signInAs(test, await jane());
      expect((await test.api.put(staff(`/${accountId}/roles`), { roles: [], ...WHY })).status).toBe(204);
      refused(await api.get(staff()), 404, /was not found/);
      expect(data(await api.get('/me'))).toMatchObject({ roles: [] });
      expect((await api.post('/me/sign-out')).status).toBe(204);
      refused(await api.get('/me'), 401, /session/);
    });

    it('must be confirmed for sensitive work when the sign-in is a quarter of an hour ago', async () => {
      const person = await jane();
      const api = await signInAs(test, person);
      test.time.pass(16 * MINUTE_MS);
      const key = () => api.post(`/tenants/${slug}/api-keys`, { scopes: ['read'], reason: 'a test' });
      expect(await key()).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
      data(await api.get(staff()));
      const { password, secret } = person;
      refused(await api.post('/me/confirm', { password: 'wrong password', code: '000000' }), 401, /is wrong/);
      const code = oneTimeCode(secret, test.time.now());
      expect((await api.post('/me/confirm', { password, code })).status).toBe(204);
      data(await key(), 201);
    });
  });

  describe('an invitation', () => {
    it('works once, for a week', async () => {
      await jane();
      refused(await open.post('/invitations/open', { invitation }), 400, /^the invitation is wrong, used or expired/);
      ({ invitation } = data(await test.api.post(staff(`/${accountId}/invite`), WHY), 201));
      test.time.pass(8 * 24 * 60 * MINUTE_MS);
      refused(await open.post('/invitations/open', { invitation }), 400, /^the invitation is wrong, used or expired/);
    });

    it.each(['short', 'aaaaaaaaaaaaaaaa', 'jane.smith.jane.smith', 'Probity-Password'])(
      'does not accept the weak password %s',
      async (password) => {
        const { code_secret } = data(await open.post('/invitations/open', { invitation }));
        const code = oneTimeCode(code_secret, test.time.now());
        const answer = await open.post('/invitations/accept', { invitation, password, code });
        expect(answer).toMatchObject({ status: 400, body: { code: 'weak_password' } });
      },
    );

    it('needs a code of the app, so that a secret that was not saved locks out no person', async () => {
      const answer = await open.post('/invitations/accept', { invitation, password: STRONG, code: '000000' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
      await jane();
    });
  });

  describe('callers without an account', () => {
    it('can send small bodies only', async () => {
      const answer = await open.post('/sign-in', { email, password: 'p', code: 'c'.repeat(9_000) });
      refused(answer, 413, /this route accepts 8192\./);
    });

    it('are limited by their address before anything is looked up', async () => {
      const guess = () => new Api(test.url, `probity_session_${'A'.repeat(43)}`).get('/me');
      // All at once: the limit refills while requests come one after the other on a busy machine.
      const answers = await Promise.all(Array.from({ length: 2 * UNKNOWN_CALLERS.burst }, guess));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
      const metrics = await (await fetch(new URL('/metrics', test.url))).text();
      expect(metrics).toMatch(/limit="unknown_callers"\} \d/);
    });

    it('can be many at one address when they have what they say', async () => {
      const { burst } = UNKNOWN_CALLERS;
      const people = Array.from({ length: 30 }, (_, n) => addPerson({ email: `p${n}@bank.example` }));
      const invitations = (await Promise.all(people)).map(({ invitation }) => invitation as string);
      const statuses = new Set<number>();
      for (let sent = 0; sent < burst + invitations.length; sent += invitations.length) {
        const opened = invitations.map((one) => open.post('/invitations/open', { invitation: one }));
        for (const { status } of await Promise.all(opened)) statuses.add(status);
      }
      expect(statuses).toEqual(new Set([200]));
    });

    it('cannot open one invitation without end', async () => {
      const opened = Array.from({ length: 2 * UNKNOWN_CALLERS.burst }, () =>
        open.post('/invitations/open', { invitation }),
      );
      const statuses = (await Promise.all(opened)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });
  });

  describe('wrong attempts', () => {
    it('are slowed down, and a person at a known address is not locked out by strangers', async () => {
      const person = await jane();
      await signInAs(test, person);
      const wrong = { ...person, password: 'wrong horse battery staple' };
      let refusedAt: number | undefined;
      for (let n = 1; n <= 10 && refusedAt === undefined; n++) {
        const answer = await attempt(wrong);
        if (answer.status === 429) refusedAt = n;
      }
      expect(refusedAt).toBe(6);
    });

    it('of a caller who is too fast are not compared: the right password waits as well', async () => {
      const person = await jane();
      for (let n = 0; n < 5; n++) await attempt({ ...person, password: 'wrong horse battery staple' });
      const answer = await attempt(person);
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
