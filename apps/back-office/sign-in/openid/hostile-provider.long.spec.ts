import { randomUUID } from 'node:crypto';
import { Browser } from '../../../../testing/openid/browser';
import { CLIENT_ID } from '../../../../testing/openid/certified-provider';
import { HostileProvider } from '../../../../testing/openid/hostile-provider';
import { data } from '../../../../testing/test-office';
import {
  accountId,
  expectNotAccepted,
  hostile,
  providerId,
  setProvider,
  signIn,
  slug,
  start,
  test,
  toCallback,
} from '../../testing/openid-scene';
import { ATTEMPT_MS } from '../attempts';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

type Claims = Record<string, any>;

describe('a hostile identity provider', () => {
  it('signs people in while it behaves', async () => {
    const { browser } = await signIn();
    expect(data(await browser.call('GET', '/me'))).toMatchObject({ id: accountId });
  });

  it.each<[string, (claims: Claims) => Claims]>([
    ['of another nonce', (claims) => ({ ...claims, nonce: randomUUID() })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['for another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['for several audiences without azp', (claims) => ({ ...claims, aud: [CLIENT_ID, 'another'] })],
    ['for another authorized party', (claims) => ({ ...claims, aud: [CLIENT_ID, 'another'], azp: 'another' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://another.example' })],
    ['that has expired', (claims) => ({ ...claims, exp: claims.iat - 60 })],
    ['that never expires', ({ exp: _, ...claims }) => claims],
    ['without iat', ({ iat: _, ...claims }) => claims],
    ['from the future', (claims) => ({ ...claims, iat: claims.iat + 300, exp: claims.exp + 900 })],
    ['that is not valid yet', (claims) => ({ ...claims, nbf: claims.iat + 300 })],
    ['of a sign-in yesterday', (claims) => ({ ...claims, auth_time: claims.iat - 86_400 })],
    ['of a sign-in tomorrow', (claims) => ({ ...claims, auth_time: claims.iat + 86_400 })],
    ['without a subject', ({ sub: _, ...claims }) => claims],
    ['with a subject that is no text', (claims) => ({ ...claims, sub: { $ne: null } })],
    ['with a long subject', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
    ['with a subject that cannot be stored', (claims) => ({ ...claims, sub: 'jane\u0000' })],
    [
      'of an unknown person with a known email',
      (claims) => ({ ...claims, sub: 'mallory', email: 'jane@bank.example' }),
    ],
  ])('cannot sign in with an id token %s', async (_, change) => {
    hostile.claims = change;
    await expectNotAccepted((await signIn()).response);
    expect(hostile.exchanges).toBe(1);
  });

  it.each<[string, (claims: Claims) => Promise<string> | string]>([
    ['none', (claims) => hostile.unsigned(claims)],
    ['None', (claims) => hostile.unsigned(claims, 'None')],
    ['HS256 and the secret of the client', (claims) => hostile.withHmac(claims)],
    ['HS256 and the public key', async (claims) => hostile.withHmac(claims, await hostile.publicKey())],
    ['the key of another', (claims) => hostile.signed(claims, {}, hostile.otherKey)],
    ['a key that is not published', async (claims) => hostile.signed(claims, { kid: 'two' })],
    [
      'a key in its own header',
      (claims) =>
        hostile.signed(
          claims,
          { kid: 'two', jku: `${hostile.issuer}/keys`, x5u: `${hostile.issuer}/keys` },
          hostile.otherKey,
        ),
    ],
    ['a changed signature', async (claims) => withOtherSignature(await hostile.signed(claims))],
  ])('cannot sign in with an id token signed with %s', async (_, sign) => {
    hostile.sign = sign;
    await expectNotAccepted((await signIn()).response);
    expect(hostile.exchanges).toBe(1);
  });

  it.each<[string, (query: URLSearchParams) => void]>([
    ['another state', (query) => query.set('state', randomUUID())],
    ['no state', (query) => query.delete('state')],
    ['two states', (query) => query.append('state', query.get('state')!)],
    ['another issuer', (query) => query.set('iss', 'https://another.example')],
    ['no issuer, although it said that it sends one', (query) => query.delete('iss')],
    ['no code', (query) => query.delete('code')],
    ['two codes', (query) => query.append('code', 'x')],
    ['an error', (query) => query.set('error', 'access_denied')],
  ])('does not get to the exchange of the code with %s', async (_, redirect) => {
    hostile.redirect = redirect;
    await expectNotAccepted((await signIn()).response);
    expect(hostile.exchanges).toBe(0);
  });

  it('rejects a code that it did not issue', async () => {
    hostile.redirect = (query) => query.set('code', randomUUID());
    await expectNotAccepted((await signIn()).response);
  });

  it('cannot use a callback twice, also at the same time', async () => {
    const browser = new Browser(test);
    const callback = await toCallback(browser);
    const answers = await Promise.all([browser.open(callback), browser.open(callback), browser.open(callback)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    expect((await browser.open(callback)).status).toBe(401);
    expect(hostile.exchanges).toBe(1);
  });

  it('cannot use a callback in another browser, and not afterwards in the first one', async () => {
    const browser = new Browser(test);
    const callback = await toCallback(browser);
    await expectNotAccepted(await new Browser(test).open(callback));
    const other = new Browser(test);
    await toCallback(other);
    await expectNotAccepted(await other.open(callback));
    await expectNotAccepted(await browser.open(callback));
    expect(hostile.exchanges).toBe(0);
  });

  it('cannot use a callback when it is too late', async () => {
    const browser = new Browser(test);
    const callback = await toCallback(browser);
    test.time.pass(ATTEMPT_MS);
    await expectNotAccepted(await browser.open(callback));
    expect(hostile.exchanges).toBe(0);
  });

  it.each([
    ['issuer', () => [`issuer = '${new URL(hostile.issuer).origin}/other'`]],
    ['client', () => ["client_id = 'another'"]],
    ['tenant', () => ['tenant_id = NULL']],
    ['secret', () => ['sealed_client_secret = NULL']],
  ])('gets no code when its row was changed in the database: another %s', async (_what, set) => {
    await test.owner.query(`UPDATE back_office.identity_providers SET ${set().join()} WHERE id = $1`, [providerId]);
    const { status, body } = (await start(new Browser(test))) as any;
    expect([status, body.code]).toEqual([401, 'identity_not_accepted']);
    expect(hostile.exchanges).toBe(0);
  });

  it('cannot be mixed up with another provider', async () => {
    const other = await HostileProvider.start(() => test.time.now());
    try {
      const otherId = await setProvider(slug, other.issuer);
      const browser = new Browser(test);
      await start(browser, { provider_id: otherId });
      const callback = await toCallback(browser);
      await expectNotAccepted(await browser.open(callback.replace(providerId, otherId)));
      expect([hostile.exchanges, other.exchanges]).toEqual([0, 0]);
    } finally {
      await other.stop();
    }
  });
});

/** The token with another first character of its signature. */
function withOtherSignature(token: string): string {
  const signature = token.lastIndexOf('.') + 1;
  return `${token.slice(0, signature)}${token[signature] === 'A' ? 'B' : 'A'}${token.slice(signature + 1)}`;
}
