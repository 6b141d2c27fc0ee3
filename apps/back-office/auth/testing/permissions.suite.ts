import { randomUUID } from 'node:crypto';
import { PERMISSIONS, type PermissionName, permissionOf } from '@probity/contracts/staff/permissions';
import { REVIEWED_ACTION_NAMES, reviewedAction } from '@probity/contracts/proposals/words';
import {
  PLATFORM_ROLES,
  type Role,
  ROLES,
  SESSION_METHODS,
  SIGN_IN_METHODS,
  type SignInMethod,
  TENANT_ROLES,
} from '@probity/contracts/staff/words';
import { Api } from '../../../../testing/api';
import { Browser, ORIGIN } from '../../../../testing/openid/browser';
import { CLIENT_ID, CLIENT_SECRET } from '../../../../testing/openid/certified-provider';
import { HostileProvider } from '../../../../testing/openid/hostile-provider';
import { OPEN_ROUTES } from '../../../../testing/open-routes';
import { data, startTestOffice, type TestOffice } from '../../../../testing/test-office';
import { Authenticator } from '../../../../testing/webauthn/authenticator';
import { everyRoute, type StaffRoute } from '../../testing/every-route';
import { signedIn } from '../../testing/people';

const SESSIONS = SESSION_METHODS.map((method): SignInMethod => method);
const WHO: [Role, SignInMethod][] = [
  ...TENANT_ROLES.flatMap((role) => [...SESSIONS, 'service_token' as const].map((method) => [role, method] as const)),
  ...PLATFORM_ROLES.flatMap((role) => SESSIONS.map((method) => [role, method] as const)),
].map(([role, method]) => [role, method]);

/**
 * Every route, for each role that proves in one of these ways who it is. The first of them starts a session.
 *
 * @param inEmergencies roles that an operator gets for a short time
 * @param tried the roles that are tried, `platform_operator` among them
 */
export function permissionMatrix(
  methods: readonly [SignInMethod, ...SignInMethod[]],
  inEmergencies: readonly Role[],
  tried: readonly Role[] = ROLES,
): void {
  const who = WHO.filter(([role, method]) => methods.includes(method) && tried.includes(role));
  let test: TestOffice;
  let tenants: { own: string; other: string };
  let provider: HostileProvider;
  const callers = new Map<string, Api>();

  beforeAll(async () => {
    test = await startTestOffice();
    provider = await HostileProvider.start(() => test.time.now());
    tenants = { own: `own-${randomUUID()}`, other: `other-${randomUUID()}` };
    for (const slug of Object.values(tenants))
      data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
    for (const [role, method] of who) callers.set(`${role} ${method}`, await caller(role, method));
  }, 90_000);
  afterAll(async () => {
    await provider?.stop();
    await test?.stop();
  });

  async function caller(role: Role, method: SignInMethod): Promise<Api> {
    const staff = `/tenants/${tenants.own}/staff`;
    if (method === 'service_token') {
      const service = { name: role, roles: [role], reason: 'a test' };
      const { id } = data(await test.api.post(`${staff}/services`, service), 201);
      const { token } = data(await test.api.post(`${staff}/${id}/tokens`, { label: 't', reason: 'a test' }), 201);
      return new Api(test.url, token);
    }
    const person = { name: `A ${role}`, email: `${role}@${method.length}.bank.example`, reason: 'a test' };
    const path = role === 'platform_operator' ? '/operators' : `${staff}/people`;
    const body = role === 'platform_operator' ? person : { ...person, roles: [role] };
    const { invitation } = data(await test.api.post(path, body), 201);
    if (method === 'identity_provider') return throughProvider(role, invitation);
    const { api } = await signedIn(test, { email: person.email, invitation });
    return method === 'passkey' ? withPasskey(api) : api;
  }

  async function withPasskey(person: Api): Promise<Api> {
    const authenticator = new Authenticator();
    const asked = ({ options }: any) => ({
      challenge: options.challenge,
      origin: ORIGIN,
      rpId: new URL(ORIGIN).hostname,
    });
    const made = data(await person.post('/me/passkeys/options'));
    const credential = authenticator.create(asked(made), made.options.user.id);
    data(await person.post('/me/passkeys', { name: 'security key', credential }), 201);
    const proof = authenticator.get(asked(data(await person.post('/sign-in/passkey/options'))));
    const { token } = data(await person.post('/sign-in/passkey', { credential: proof, as_token: true }), 201);
    return person.withKey(token);
  }

  async function throughProvider(role: Role, invitation: string): Promise<Api> {
    const owner = role === 'platform_operator' ? '/operators' : `/tenants/${tenants.own}`;
    const set = { issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, display_name: 'Login' };
    const { id } = data(await test.api.put(`${owner}/identity-providers`, { ...set, reason: 'a test' }));
    provider.person = role;
    const browser = new Browser(test);
    const start = await browser.call('POST', '/sign-in/oidc/start', { provider_id: id, invitation });
    await browser.open(await browser.toCallback(data(start).address));
    return browser.api();
  }

  it('covers every route: each declares a permission, or authenticates its callers itself', () => {
    const open = everyRoute(test).filter(({ permission }) => permission === undefined);
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...OPEN_ROUTES].sort());
    const reviewers = REVIEWED_ACTION_NAMES.map((name) => reviewedAction(name).reviewers);
    const used = new Set([...everyRoute(test).map(({ permission }) => permission), ...reviewers]);
    expect(Object.keys(PERMISSIONS).filter((name) => !used.has(name as PermissionName))).toEqual([]);
  });

  it('has every way to prove who one is', () => {
    const ways = new Set<SignInMethod>([...WHO.map(([, method]) => method), 'operator_token']);
    expect([...ways].sort()).toEqual([...SIGN_IN_METHODS].sort());
  });

  it('lets the operator token do everything', async () => {
    expect(await wrongly(test.api, ROLES)).toEqual([]);
  });

  if (inEmergencies.length > 0)
    it.each(inEmergencies)('lets an operator with emergency access do what a %s may, in that tenant', async (role) => {
      const operator = callers.get(`platform_operator ${methods[0]}`)!;
      const slug = `emergency-${randomUUID()}`;
      data(await test.api.post('/tenants', { slug, name: 'T', four_eyes: false, reason: 'a test' }), 201);
      const access = { roles: [role], minutes: 5, reason: 'a test' };
      data(await operator.post(`/tenants/${slug}/emergency-access`, access), 201);
      expect(await wrongly(operator, ['platform_operator', role], slug)).toEqual([]);
      expect(await wrongly(operator, ['platform_operator'], tenants.other)).toEqual([]);
    });

  describe.each(who)('a %s with %s', (role, method) => {
    const api = () => callers.get(`${role} ${method}`)!;

    it('may do what the matrix says in its own tenant, and no more', async () => {
      expect(await wrongly(api(), [role])).toEqual([]);
    });

    if (role === 'platform_operator') return;
    it('may do nothing in another tenant, whose existence it does not see', async () => {
      const wrong: string[] = [];
      for (const route of protectedRoutes().filter(({ path }) => path.includes('{slug}'))) {
        const there = await send(api(), route, tenants.other);
        const nowhere = await send(api(), route, 'no-such-tenant');
        const isHidden = there.status === 404 && there.body.message === `tenant ${tenants.other} was not found`;
        if (!isHidden || nowhere.status !== 404) wrong.push(`${route.method} ${route.path}: ${there.status}`);
      }
      expect(wrong).toEqual([]);
      const listed = data(await api().get('/tenants'));
      expect(listed.map(({ slug }: { slug: string }) => slug)).toEqual([tenants.own]);
    });
  });

  it('rejects requests without a session or a token', async () => {
    const wrong: string[] = [];
    for (const route of protectedRoutes()) {
      const answer = await fetch(test.url + pathOf(route, tenants.own), { method: route.method });
      if (answer.status !== 401) wrong.push(`${route.method} ${route.path}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  /** The routes that a caller with these roles can call although it may not, or cannot although it may. */
  async function wrongly(api: Api, held: readonly Role[], slug = tenants.own): Promise<string[]> {
    const wrong: string[] = [];
    const isTenants = ({ path }: StaffRoute) => path.includes('{slug}');
    for (const route of protectedRoutes().filter((one) => slug === tenants.own || isTenants(one))) {
      const { status, body } = await send(api, route, slug);
      const isDenied = status === 403 && body.code === 'permission_denied';
      const { roles, proposers = [] } = permissionOf(route.permission!);
      const may = [...roles, ...(route.isReviewed ? (proposers as readonly Role[]) : [])];
      const mayCall = held.some((role) => may.includes(role));
      if (isDenied === mayCall || status === 401) wrong.push(`${route.method} ${route.path}: ${status} ${body.code}`);
    }
    return wrong;
  }

  const protectedRoutes = (): StaffRoute[] =>
    everyRoute(test).filter(({ permission, path }) => permission !== undefined && !ENDS_THE_SESSION.includes(path));
}

/** Called by these tests, they would end the session that the next call needs. */
const ENDS_THE_SESSION = ['/me/sign-out'];

/** The body is invalid, so that nothing changes: authorisation comes before the body is read. */
const send = (api: Api, route: StaffRoute, slug: string) =>
  api.send(route.method, pathOf(route, slug), route.method === 'GET' ? undefined : '{"unknown":1}');

const pathOf = ({ path }: StaffRoute, slug: string): string =>
  path.replace('{slug}', slug).replace(/\{\w+\}/g, () => randomUUID());
