import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestServer, type TestServer } from './testing/test-server';

const TIMEOUT_MS = 300;
const AUTH = 'Authorization: Bearer good';
const GET_HELD = `GET /api/v1/things/held HTTP/1.1\r\nHost: x\r\n${AUTH}\r\n\r\n`;

/** The head and the JSON body of the last response in a text. */
function lastOf(text: string): { head: string; body: unknown } {
  const response = text.slice(text.lastIndexOf('HTTP/1.1'));
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}
const envelope = (code: string) => ({ status: 'error', code, message: expect.stringMatching(/./) });

describe('a server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ requestTimeoutMs: TIMEOUT_MS });
  });
  afterAll(() => server.app.close());

  it.each<[string, string, string, string[]]>([
    ['a body that never ends', '408 Request Timeout', 'request_timeout', [`Host: x`, AUTH, 'Content-Length: 9']],
    ['headers that never end', '408 Request Timeout', 'request_timeout', []],
    [
      'another expectation',
      '417 Expectation Failed',
      'expectation_failed',
      ['Host: x', 'Expect: cake', 'Content-Length: 0'],
    ],
    ['too many headers', '431 Request Header Fields Too Large', 'bad_http', [`X-A: ${'a'.repeat(17_000)}`]],
    ['no Host', '400 Bad Request', 'bad_http', ['Connection: close', 'Content-Length: 0']],
  ])('responds in the envelope to a request with %s', async (what, status, code, headers) => {
    const end = what === 'headers that never end' ? '' : '\r\n';
    const lines = ['POST /api/v1/things HTTP/1.1', 'Content-Type: application/json', ...headers];
    const { head, body } = lastOf(await server.exchange(`${lines.join('\r\n')}\r\n${end}`));
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toMatch(/^connection: close$/im);
    expect(head).toMatch(/^x-request-id: \S+$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(body).toEqual(envelope(code));
  });

  it('writes a long list between other requests, also the first one', async () => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsWithItems: number[] = [];
    server.onItemWritten(() => turnsWithItems.push(turn));
    const response = await fetch(`${server.url}/things/long`, { headers: { authorization: 'Bearer good' } });
    const list = await response.json();
    isOver = true;
    expect(list).toHaveLength(100);
    // Nothing else waits for a turn, so the second piece may follow the first at once.
    expect(new Set(turnsWithItems).size).toBeGreaterThanOrEqual(99);
  });

  it('responds to a client that takes the server for a proxy, and closes the connection', async () => {
    const { head, body } = lastOf(await server.exchange('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'));
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 405 Method Not Allowed');
    expect(body).toEqual(envelope('bad_http'));
  });

  it('does not follow an early response with another one when the rest of the body never comes', async () => {
    const text = await server.exchange(
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('closes the connection if a malformed request follows one whose response is not sent', async () => {
    const closed = server.exchange(GET_HELD, 'nonsense\r\n\r\n');
    (await server.heldRequest())();
    expect(await closed).not.toContain('HTTP/1.1 400');
  });

  it('processes no request that is sent before the response to an earlier one, and closes the connection', async () => {
    const closed = server.exchange(GET_HELD.repeat(10));
    (await server.heldRequest())();
    const { head, body } = lastOf(await closed);
    expect(body).toEqual({ waited: true });
    expect(head).toMatch(/^connection: close$/im);
    expect(server.held()).toBe(0);
  });

  it('processes one request of a client that sends very many at once', async () => {
    const closed = server.exchange(...Array.from({ length: 20 }, () => GET_HELD.repeat(400)));
    (await server.heldRequest())();
    await closed.catch(() => 'the connection was reset');
    expect(server.held()).toBe(0);
  });

  it('responds to a request that is followed too early by one to change the protocol', async () => {
    const upgrade = 'GET /api/v1/things/held HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const closed = server.exchange(GET_HELD + upgrade);
    (await server.heldRequest())();
    expect(lastOf(await closed).body).toEqual({ waited: true });
    expect(server.held()).toBe(0);
  });

  it('makes no object for each of very many requests in one packet', async () => {
    let made = 0;
    const count = (): number => made++;
    subscribe('http.server.request.start', count);
    const closed = server.exchange(GET_HELD.repeat(400));
    (await server.heldRequest())();
    await closed;
    unsubscribe('http.server.request.start', count);
    expect(made).toBe(1);
  });

  it('processes the requests of a connection that wait for each other', async () => {
    const socket = connect(server.port, '127.0.0.1');
    for (let request = 0; request < 3; request++) {
      socket.write(GET_HELD);
      (await server.heldRequest())();
      const [response] = (await once(socket, 'data')) as [Buffer];
      expect(String(response)).toMatch(/^HTTP\/1\.1 200 /);
    }
    socket.destroy();
  });

  it.each([
    ['gzip', 'application/json', '{}'],
    ['br', 'text/plain', '{}'],
    [undefined, 'application/json; charset=utf-16', '{}'],
    [undefined, 'application/json;charset="ISO-8859-1"', '{}'],
  ])('rejects a body with the encoding %s and the type %s', async (encoding, type, body) => {
    const headers = {
      authorization: 'Bearer good',
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
    };
    const answer = await fetch(`${server.url}/things`, { method: 'POST', headers, body });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    expect(await answer.json()).toEqual(envelope('unsupported_encoding'));
  });

  it.each([
    ['identity', 'application/json'],
    ['', 'application/json; charset=UTF-8'],
    ['identity', 'application/json; charset="utf-8"'],
  ])('accepts a body with the encoding %j and the type %s', async (encoding, type) => {
    const headers = { authorization: 'Bearer good', 'content-type': type, 'content-encoding': encoding };
    const answer = await fetch(`${server.url}/things`, { method: 'POST', headers, body: '{"a":1}' });
    expect(await answer.json()).toEqual({ a: 1 });
  });

  it('shortens messages that repeat the request', async () => {
    const answer = await fetch(`${server.url}/${'x'.repeat(9_000)}`);
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { message: string }).message.length).toBeLessThan(4_100);
  });

  it('does not tell browsers to use TLS', async () => {
    expect((await fetch(`${server.url}/things`)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a server behind TLS', () => {
  it('tells browsers to use nothing else', async () => {
    const server = await startTestServer({ settings: { TRUSTED_PROXIES: [], BEHIND_TLS: true } });
    const { headers } = await fetch(`${server.url}/things`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    await server.app.close();
  });
});
