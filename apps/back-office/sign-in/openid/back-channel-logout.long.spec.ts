import { randomUUID } from 'node:crypto';
import { Browser } from '../../../../testing/openid/browser';
import { UNKNOWN_CALLERS } from '../../auth/unknown-callers';
import { hostile, invite, providerId, setProvider, signIn, slug, test, toCallback } from '../../testing/openid-scene';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

type Claims = Record<string, unknown>;

describe('back-channel logout', () => {
  const logOut = (token: string, id = providerId) =>
    fetch(`${test.url}/sign-in/oidc/${id}/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    });
  const logOutWith = async (claims: Claims) => logOut(await hostile.logoutToken(claims));
  const isOpen = async (browser: Browser) => (await browser.call('GET', '/me')).status === 200;
  /** Sessions of two people: of jane two, in different sessions at the provider. */
  async function people() {
    const [first] = [(await signIn()).browser];
    hostile.session = 'session-2';
    const second = (await signIn()).browser;
    hostile.person = 'kim';
    hostile.session = 'session-3';
    const kim = (await signIn({ invitation: (await invite(slug)).invitation })).browser;
    const open = async () => [await isOpen(first), await isOpen(second), await isOpen(kim)];
    expect(await open()).toEqual([true, true, true]);
    return { open };
  }

  it.each<[string, Claims, boolean[]]>([
    ['a session at the provider', { sid: 'session-1' }, [false, true, true]],
    ['a person', { sub: 'jane' }, [false, false, true]],
    ['a session of a person', { sub: 'jane', sid: 'session-2' }, [true, false, true]],
    ['a session of another person', { sub: 'kim', sid: 'session-1' }, [true, true, true]],
    ['an unknown person', { sub: 'mallory' }, [true, true, true]],
  ])('ends exactly the sessions of %s', async (_, claims, left) => {
    const { open } = await people();
    expect((await logOutWith(claims)).status).toBe(200);
    expect(await open()).toEqual(left);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => hostile.logoutToken({ sub: 'jane', iss: 'https://another.example' })],
    ['for another client', () => hostile.logoutToken({ sub: 'jane', aud: 'another' })],
    ['for no event', () => hostile.logoutToken({ sub: 'jane', events: {} })],
    ['for another event', () => hostile.logoutToken({ sub: 'jane', events: { another: {} } })],
    ['with a nonce, such as an id token', () => hostile.logoutToken({ sub: 'jane', nonce: 'n' })],
    ['of another type', () => hostile.signed({ ...hostile.logoutClaims(), sub: 'jane' }, { typ: 'at+jwt' })],
    ['without jti', () => hostile.logoutToken({ sub: 'jane', jti: undefined })],
    ['without sub and sid', () => hostile.logoutToken({})],
    ['with a sub that is no text', () => hostile.logoutToken({ sub: { jane: true } })],
    ['that has expired', () => hostile.logoutToken({ sub: 'jane', exp: hostile.seconds() - 60 })],
    ['that is old', () => hostile.logoutToken({ sub: 'jane', iat: hostile.seconds() - 600 })],
    ['without iat', () => hostile.logoutToken({ sub: 'jane', iat: undefined })],
    ['without a signature', () => hostile.unsigned({ sub: 'jane' })],
    ['signed with the secret of the client', () => hostile.withHmac({ sub: 'jane' })],
    ['signed with another key', () => hostile.signed({ sub: 'jane' }, {}, hostile.otherKey)],
    ['that is no token', () => 'x'],
  ])('rejects a token %s', async (_, token) => {
    const { browser } = await signIn();
    const answer = await logOut(await token());
    expect([answer.status, ((await answer.json()) as any).code]).toEqual([400, 'logout_token_invalid']);
    expect(await isOpen(browser)).toBe(true);
  });

  it('carries out a token once', async () => {
    const token = await hostile.logoutToken({ sub: 'jane' });
    const answers = await Promise.all([logOut(token), logOut(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    test.time.pass(60_000);
    const { browser } = await signIn();
    expect((await logOut(token)).status).toBe(400);
    expect(await isOpen(browser)).toBe(true);
  });

  it('does not end sessions of another provider with the same sub', async () => {
    const { browser } = await signIn();
    const other = await setProvider(slug, hostile.issuer.replace('127.0.0.1', 'localhost'));
    expect((await logOut(await hostile.logoutToken({ sub: 'jane' }), other)).status).not.toBe(200);
    expect((await logOut(await hostile.logoutToken({ sub: 'jane' }), randomUUID())).status).toBe(401);
    expect(await isOpen(browser)).toBe(true);
  });

  it('prevents the session of a sign-in that was in progress', async () => {
    const browser = new Browser(test);
    const callback = await toCallback(browser);
    const issued = hostile.seconds();
    hostile.claims = (claims) => ({ ...claims, iat: issued });
    expect((await logOutWith({ sub: 'jane', iat: issued + 1 })).status).toBe(200);
    expect((await browser.open(callback)).status).toBe(401);
  });

  it('of many people at once is not limited, and wrong tokens are', async () => {
    for (let n = 0; n < UNKNOWN_CALLERS.burst + 50; n += 30) {
      const some = Array.from({ length: 30 }, (_, more) => logOutWith({ sub: `person ${n + more}` }));
      const returned = (await Promise.all(some)).map(({ status }) => status);
      expect(new Set(returned)).toEqual(new Set([200]));
    }
    // All at once: the limit refills while requests come one after the other on a busy machine.
    const wrong = await Promise.all(Array.from({ length: 3 * UNKNOWN_CALLERS.burst }, () => logOut('x')));
    const statuses = new Set(wrong.map(({ status }) => status));
    expect(statuses).toEqual(new Set([400, 429]));
  });
});
