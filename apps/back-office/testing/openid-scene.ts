import { randomUUID } from 'node:crypto';
import { Browser } from '../../../testing/openid/browser';
import { CLIENT_ID, CLIENT_SECRET } from '../../../testing/openid/certified-provider';
import { HostileProvider } from '../../../testing/openid/hostile-provider';
import { data, startTestOffice, type TestOffice } from '../../../testing/test-office';

// A spec that imports this file gets, for each test, a back office with a tenant, an identity provider of the tenant
// that the test controls, and an admin who accepted an invitation through it.

export const WHY = { reason: 'a test' };
export let test: TestOffice;
export let hostile: HostileProvider;
export let slug: string;
export let providerId: string;
/** of the admin */
export let accountId: string;

beforeEach(async () => {
  test = await startTestOffice();
  hostile = await HostileProvider.start(() => test.time.now());
  slug = await newTenant();
  providerId = await setProvider(slug, hostile.issuer);
  const invited = await invite(slug);
  accountId = invited.account_id;
  expect((await signIn({ invitation: invited.invitation })).response.status).toBe(303);
  hostile.exchanges = 0;
});
afterEach(async () => {
  await hostile?.stop();
  await test?.stop();
});

export async function newTenant(): Promise<string> {
  const slug = `t-${randomUUID()}`;
  data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
  return slug;
}

/** Sets an identity provider of a tenant, and returns its id. */
export async function setProvider(slug: string, issuer: string): Promise<string> {
  const set = { issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, display_name: 'Login', ...WHY };
  return data(await test.api.put(`/tenants/${slug}/identity-providers`, set)).id;
}

export async function invite(slug: string, more: object = {}): Promise<{ account_id: string; invitation: string }> {
  const person = { name: 'Jane', email: `${randomUUID()}@bank.example`, roles: ['tenant_admin'], ...WHY, ...more };
  return data(await test.api.post(`/tenants/${slug}/staff/people`, person), 201);
}

export const start = (browser: Browser, more: object = {}) =>
  browser.call('POST', '/sign-in/oidc/start', { provider_id: providerId, ...more });

/** The address with which the browser comes back from the provider. */
export const toCallback = async (browser = new Browser(test), more: object = {}): Promise<string> =>
  browser.toCallback(data(await start(browser, more)).address);

export async function signIn(more: object = {}, browser = new Browser(test)) {
  return { browser, response: await browser.open(await toCallback(browser, more)) };
}

/** Expects that the back office does not accept the identity, and starts no session. */
export async function expectNotAccepted(response: Response): Promise<void> {
  expect([response.status, ((await response.json()) as any).code]).toEqual([401, 'identity_not_accepted']);
  expect(response.headers.getSetCookie()).toEqual([]);
}

/** A change that needs a recent sign-in. */
export const sensitiveChange = (browser: Browser) =>
  browser.call(
    'POST',
    `/tenants/${slug}/staff/people`,
    { name: 'Kim', email: `${randomUUID()}@bank.example`, roles: ['analyst'], ...WHY },
    csrfOf(browser),
  );

export const csrfOf = (browser: Browser) => ({ 'x-csrf-token': browser.cookie('__Host-probity_csrf')! });
