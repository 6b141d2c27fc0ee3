import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { Answer } from '../../testing/api';
import { envelope } from './answers';
import { type Estate, newEstate } from './endpoints';
import { itOnOurOwn, type Product } from './product';
import { newTenant, type Tenant } from './tenants';
import { unfinishedRequest } from './unfinished-request';

/** The format of generated request ids, which is safe in a header, a log line and an address. */
const GENERATED = /^[A-Za-z0-9._-]{8,64}$/;

/** X-Request-Id on every kind of response. */
export function requestIds(product: () => Product): void {
  let tenant: Tenant;
  let estate: Estate;
  beforeAll(async () => {
    tenant = await newTenant(product());
    estate = await newEstate(tenant);
  });

  type Headers = Record<string, string>;

  /** One request for every kind of response. */
  const ANSWERS: [status: number, what: string, send: (headers: Headers) => Promise<Answer>][] = [
    [200, 'a list', (headers) => tenant.api.send('GET', tenant.path('/ledgers'), undefined, headers)],
    [
      200,
      'a resource',
      (headers) => tenant.api.send('GET', tenant.path(`/postings/${estate.postingId}`), undefined, headers),
    ],
    [
      201,
      'a creation',
      (headers) => tenant.api.send('POST', tenant.path('/ledgers'), '{"name":"n","currency":"USD"}', headers),
    ],
    [400, 'a bad field', (headers) => tenant.api.send('POST', tenant.path('/ledgers'), '{}', headers)],
    [400, 'a bad query', (headers) => tenant.api.send('GET', tenant.path('/ledgers?limit=0'), undefined, headers)],
    [400, 'a bad path', (headers) => tenant.api.send('GET', tenant.path('/ledgers/x'), undefined, headers)],
    [400, 'malformed JSON', (headers) => tenant.api.send('POST', tenant.path('/postings'), '{', headers)],
    [400, 'a malformed address', (headers) => tenant.api.send('GET', tenant.path('/ledgers/%zz'), undefined, headers)],
    [
      401,
      'no key',
      (headers) => tenant.api.withKey(undefined).send('GET', tenant.path('/ledgers'), undefined, headers),
    ],
    [403, 'another tenant', (headers) => tenant.api.send('GET', '/tenants/another/ledgers', undefined, headers)],
    [
      404,
      'a missing resource',
      (headers) => tenant.api.send('GET', tenant.path(`/ledgers/${randomUUID()}`), undefined, headers),
    ],
    [404, 'no such route', (headers) => tenant.api.send('GET', '/nowhere', undefined, headers)],
    [
      404,
      'no such route of a tenant',
      (headers) => tenant.api.send('GET', tenant.path('/nowhere'), undefined, headers),
    ],
    [404, 'no such method', (headers) => tenant.api.send('DELETE', tenant.path('/ledgers'), undefined, headers)],
    [
      413,
      'a large body',
      (headers) =>
        unfinishedRequest(product().baseUrl + tenant.path('/postings'), {
          ...headers,
          authorization: `Bearer ${tenant.key}`,
          'content-type': 'application/json',
          'content-length': 2 ** 20 + 1,
        }),
    ],
    [
      200,
      'the API document',
      (headers) => tenant.api.withKey(undefined).send('GET', '/openapi.json', undefined, headers),
    ],
    [200, 'a back office list', (headers) => product().backOffice.send('GET', '/tenants', undefined, headers)],
    [
      401,
      'no operator token',
      (headers) => product().backOffice.withKey(undefined).send('GET', '/tenants', undefined, headers),
    ],
    [404, 'no such back office route', (headers) => product().backOffice.send('GET', '/nowhere', undefined, headers)],
  ];

  describe.each(ANSWERS)('%d for %s', (status, _what, send) => {
    it('carries an X-Request-Id that was not used before', async () => {
      const [first, second] = [await send({}), await send({})];
      expect(first.status).toBe(status);
      expect(first.headers.get('x-request-id')).toMatch(GENERATED);
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      if (status >= 400) expect(first.body).toEqual(envelope());
    });

    it('echoes the X-Request-Id that was sent', async () => {
      const id = `req.${randomUUID()}_1`;
      expect((await send({ 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
    });
  });

  describe('an X-Request-Id', () => {
    const echo = async (id: string) => {
      const answer = await tenant.api.send('GET', tenant.path('/ledgers'), undefined, { 'x-request-id': id });
      expect(answer.status).toBe(200);
      return answer.headers.get('x-request-id');
    };

    it.each(['a', '0', 'a'.repeat(64), '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071'])('%s is echoed', async (id) => {
      expect(await echo(id)).toBe(id);
    });

    it.each(['', 'a'.repeat(65), 'with space', '{"a":1}', 'a/b', '<script>', 'é', '"'])(
      '%j is replaced, so that it cannot spoil a log',
      async (id) => {
        const echoed = await echo(id);
        expect(echoed).toMatch(GENERATED);
        expect(echoed).not.toBe(id);
      },
    );
  });

  describe('bytes that are not HTTP', () => {
    itOnOurOwn.each([
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nno colon\r\n\r\n',
    ])('%j get the error envelope and a request id', async (bytes) => {
      for (const url of [product().baseUrl, product().backOfficeUrl]) {
        const answer = await exchange(url, bytes);
        const [head, body] = answer.split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1\.1 400 /);
        expect(head).toMatch(/^x-request-id: \S+/im);
        expect(JSON.parse(body!)).toEqual(envelope());
      }
    });
  });

  /** Sends bytes and returns all that comes back until the connection is closed. */
  function exchange(url: string, bytes: string): Promise<string> {
    const { hostname, port } = new URL(url);
    return new Promise((done, failed) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('close', () => done(answer));
      socket.on('error', failed);
    });
  }
}
