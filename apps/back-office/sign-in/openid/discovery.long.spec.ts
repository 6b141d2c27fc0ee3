import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Browser } from '../../../../testing/openid/browser';
import { CLIENT_ID } from '../../../../testing/openid/certified-provider';
import { data } from '../../../../testing/test-office';
import { hostile, newTenant, setProvider, slug, start, test, WHY } from '../../testing/openid-scene';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

type Claims = Record<string, unknown>;

describe('the discovery document of an identity provider', () => {
  const begin = async (issuer: string) => {
    const providerId = await setProvider(await newTenant(), issuer);
    return start(new Browser(test), { provider_id: providerId });
  };
  const UNAVAILABLE = { status: 503, body: { code: 'identity_provider_unavailable' } };

  it.each<[string, (issuer: string) => Claims, RegExp]>([
    ['names another issuer', () => ({ issuer: 'https://another.example' }), /issuer/],
    ['offers only symmetric signatures', () => ({ id_token_signing_alg_values_supported: ['HS256', 'none'] }), /algor/],
    ['has algorithms that are no list', () => ({ id_token_signing_alg_values_supported: 'RS256' }), /algorithm|valid/],
    ['sends browsers to a script', () => ({ authorization_endpoint: 'javascript:alert(1)' }), /authorization_endpoint/],
    ['sends secrets to the cloud', () => ({ token_endpoint: 'https://169.254.169.254/' }), /token_endpoint/],
    ['sends secrets without TLS', () => ({ token_endpoint: 'http://login.bank.example/' }), /token_endpoint/],
    ['has its keys in a private network', () => ({ jwks_uri: 'https://10.0.0.1/keys' }), /jwks_uri/],
    ['has no keys', () => ({ jwks_uri: undefined }), /jwks_uri/],
  ])('is not used when it %s', async (_, changed, why) => {
    hostile.discovery = changed(hostile.issuer);
    const answer = await begin(hostile.issuer);
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(answer.body.message).toMatch(why);
  });

  it.each<[string, RequestListener]>([
    ['a redirect', (_, response) => response.writeHead(302, { location: `${hostile.issuer}/` }).end()],
    ['an error', (_, response) => response.writeHead(500).end()],
    ['no JSON', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'an endless document',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
        };
        response.on('drain', more);
        more();
      },
    ],
    ['nothing', (request) => request.socket.destroy()],
  ])('is not used when the server returns %s', async (_, listener) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      expect(await begin(`http://127.0.0.1:${port}`)).toMatchObject(UNAVAILABLE);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is read once for many sign-ins, and a failure is not repeated at once', async () => {
    let reads = 0;
    const server = createServer((_, response) => {
      reads++;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const providerId = await setProvider(await newTenant(), `http://127.0.0.1:${port}`);
      const attempts = Array.from({ length: 10 }, () => start(new Browser(test), { provider_id: providerId }));
      for (const answer of await Promise.all(attempts)) expect(answer).toMatchObject(UNAVAILABLE);
      expect(reads).toBe(1);
    } finally {
      server.close();
    }
  });

  it.each([
    'http://login.bank.example',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'https://localhost.',
    'https://login.bank.example?x=1',
    'https://login.bank.example#x',
    'https://user:secret@login.bank.example',
    'https://LOGIN.bank.example',
    'https://login.bank.example:8443',
    'file:///etc/passwd',
  ])('is not looked for at %s', async (issuer) => {
    const set = { issuer, client_id: CLIENT_ID, display_name: 'Login', ...WHY };
    const answer = await test.api.put(`/tenants/${slug}/identity-providers`, set);
    expect(answer).toMatchObject({ status: 400, body: { code: 'unsafe_url' } });
  });

  it('is looked for at most at ten issuers of a tenant', async () => {
    const put = (n: number) =>
      test.api.put(`/tenants/${slug}/identity-providers`, {
        ...{ issuer: hostile.issuer, client_id: `client ${n}`, display_name: 'Login' },
        ...WHY,
      });
    for (let n = 1; n < 10; n++) data(await put(n));
    expect(await put(10)).toMatchObject({ status: 400, body: { code: 'too_many_identity_providers' } });
    data(await put(9));
  });
});
