import { randomUUID } from 'node:crypto';
import { Browser, ORIGIN } from '../../../../testing/openid/browser';
import {
  CertifiedProvider,
  CLIENT_ID,
  CLIENT_SECRET,
  CODE_LIFE_S,
} from '../../../../testing/openid/certified-provider';
import { data, refused, startTestOffice, type TestOffice } from '../../../../testing/test-office';
import { Api } from '../../../../testing/api';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

const WHY = { reason: 'a test' };

describe('signing in at a certified provider', () => {
  let test: TestOffice;
  let provider: CertifiedProvider;
  let slug: string;
  let providerId: string;
  let open: Api;

  beforeEach(async () => {
    test = await startTestOffice();
    open = new Api(test.url, undefined);
    slug = `t-${randomUUID()}`;
    data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    provider = await CertifiedProvider.start((url, options) =>
      fetch(url.replace(`${ORIGIN}/api/v1`, test.url), options),
    );
    const set = {
      issuer: provider.issuer,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      display_name: 'Bank login',
    };
    const { id, ...addresses } = data(await test.api.put(`/tenants/${slug}/identity-providers`, { ...set, ...WHY }));
    providerId = id;
    await provider.register(addresses);
  });
  afterEach(async () => {
    await provider?.stop();
    await test?.stop();
  });

  const invite = async (name = 'Jane Smith', roles = ['tenant_admin']) =>
    data(
      await test.api.post(`/tenants/${slug}/staff/people`, {
        name,
        email: `${randomUUID()}@bank.example`,
        roles,
        ...WHY,
      }),
      201,
    );
  const start = async (browser: Browser, more: object = {}): Promise<string> =>
    data(await browser.call('POST', '/sign-in/oidc/start', { provider_id: providerId, ...more })).address;
  const signIn = async (more: object = {}, browser = new Browser(test)) => {
    const response = await browser.open(await browser.toCallback(await start(browser, more)));
    return { browser, response };
  };

  it('accepts an invitation, and signs the person in from then on', async () => {
    const { invitation, account_id } = await invite();
    const offered = data(await open.post('/invitations/open', { invitation })).identity_providers;
    expect(offered).toEqual([{ id: providerId, display_name: 'Bank login' }]);
    const accepted = await signIn({ invitation });
    expect([accepted.response.status, accepted.response.headers.get('location')]).toEqual([303, `${ORIGIN}/`]);
    const { browser } = await signIn();
    const me = { id: account_id, method: 'identity_provider', roles: [{ role: 'tenant_admin', tenant: slug }] };
    expect(data(await browser.call('GET', '/me'))).toMatchObject(me);
    refused(await open.post('/invitations/open', { invitation }), 400, /^the invitation is wrong, used or expired/);
  });

  it('gives the browser a session and a token against forgeries in cookies', async () => {
    const { invitation } = await invite();
    const { browser, response } = await signIn({ invitation });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Secure-probity_oidc=; Path=\/api\/v1\/sign-in\/oidc\/\S+\/callback; Max-Age=0; HttpOnly;/,
      ),
      expect.stringMatching(/^__Host-probity_session=\S+; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-probity_csrf=\S+; Path=\/; Max-Age=43200; Secure; SameSite=Strict$/),
    ]);
    const person = { name: 'Kim', email: 'kim@bank.example', roles: ['analyst'], ...WHY };
    const people = `/tenants/${slug}/staff/people`;
    expect((await browser.call('POST', people, person)).status).toBe(403);
    const csrf = { 'x-csrf-token': browser.cookie('__Host-probity_csrf')! };
    data(await browser.call('POST', people, person, csrf), 201);
  });

  it('finds no account by the email that a provider claims', async () => {
    provider.person = 'mallory';
    const { response } = await signIn();
    expect([response.status, ((await response.json()) as any).code]).toEqual([401, 'identity_not_accepted']);
  });

  it('accepts a code once, for the browser that asked for it, and not later', async () => {
    const { invitation } = await invite();
    await signIn({ invitation });
    const codeIn = (callback: string) => new URL(callback).searchParams.get('code')!;
    const attempt = async () => {
      const browser = new Browser(test);
      return { browser, callback: await browser.toCallback(await start(browser)) };
    };
    const used = await attempt();
    expect((await used.browser.open(used.callback)).status).toBe(303);
    const stolen = await attempt(); // of another person, who has not used it yet
    for (const code of [codeIn(used.callback), codeIn(stolen.callback)]) {
      const { browser, callback } = await attempt();
      const answer = await browser.open(callback.replace(codeIn(callback), code));
      expect([answer.status, ((await answer.json()) as any).code]).toEqual([401, 'identity_not_accepted']);
    }
    const late = await attempt();
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + CODE_LIFE_S * 1_000 + 1_000);
    expect((await late.browser.open(late.callback)).status).toBe(401);
    clock.mockRestore();
    const right = await attempt();
    expect((await right.browser.open(right.callback)).status).toBe(303);
  });

  it('ends the sessions of the person when the provider logs them out, and no others', async () => {
    const { invitation } = await invite();
    const jane = (await signIn({ invitation })).browser;
    provider.person = 'kim';
    const kim = (await signIn({ invitation: (await invite('Kim Lee')).invitation })).browser;
    const form = await jane.open(`${provider.issuer}/session/end`);
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(await form.text())!;
    await jane.open(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `xsrf=${xsrf}&logout=yes`,
    });
    expect((await jane.call('GET', '/me')).status).toBe(401);
    data(await kim.call('GET', '/me'));
  });

  it('asks the person again before something that needs a recent sign-in', async () => {
    const { invitation } = await invite();
    const { browser } = await signIn({ invitation });
    const csrf = { 'x-csrf-token': browser.cookie('__Host-probity_csrf')! };
    const before = provider.prompts.length;
    const confirm = async () => data(await browser.call('POST', '/me/confirm/oidc', undefined, csrf)).address;
    const response = await browser.open(await browser.toCallback(await confirm()));
    expect([response.status, provider.prompts.slice(before)]).toEqual([303, ['login']]);
    browser.forget(provider.issuer);
    provider.person = 'kim';
    const other = await browser.open(await browser.toCallback(await confirm()));
    expect([other.status, ((await other.json()) as any).code]).toEqual([401, 'identity_not_accepted']);
  });

  it('hands the session over to the program that began, and only to it', async () => {
    const { invitation } = await invite();
    const begin = async (more: object = {}) =>
      data(await open.post('/sign-in/oidc/start', { provider_id: providerId, loopback_port: 4_999, ...more }));
    const { address, finish_secret } = await begin({ invitation });
    const browser = new Browser(test);
    const callback = await browser.toCallback(address);
    const back = await browser.open(callback);
    const loopback = new URL(back.headers.get('location')!);
    expect([back.status, loopback.origin]).toEqual([303, 'http://127.0.0.1:4999']);
    expect(browser.cookie('__Host-probity_session')).toBeUndefined();
    const code = loopback.searchParams.get('code')!;
    const { token } = data(await open.post('/sign-in/oidc/finish', { code, finish_secret }), 201);
    data(await new Api(test.url, token).get('/me'));
    expect((await open.post('/sign-in/oidc/finish', { code, finish_secret })).status).toBe(401);
    expect((await browser.open(address)).status).toBe(401);

    const again = await begin();
    const second = new Browser(test);
    const [, stolen] = /code=(.*)$/.exec(
      (await second.open(await second.toCallback(again.address))).headers.get('location')!,
    )!;
    const finish = { code: stolen, finish_secret: (await begin()).finish_secret };
    expect((await open.post('/sign-in/oidc/finish', finish)).status).toBe(401);
  });
});
