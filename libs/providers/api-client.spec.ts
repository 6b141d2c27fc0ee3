import { createHash } from 'node:crypto';
import { ApiClients } from './api-client';
import type { ApiRequest, ProviderFailure } from './provider-api';
import { FakeProvider, type FakeResponse, type Respond } from './testing/fake-provider';

const DEVELOPMENT = { allowedPorts: new Set<number>(), allowInsecureLoopback: true };
const GET: ApiRequest = { method: 'GET', path: '/things?of=jane-doe' };

let server: FakeProvider;
let clients: ApiClients;
const observeProviderRequest = jest.fn();

beforeEach(async () => {
  server = await FakeProvider.start();
  observeProviderRequest.mockClear();
  clients = clientsWith();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await clients.closeAll();
  await server.stop();
});

function clientsWith(options: Partial<ConstructorParameters<typeof ApiClients>[0]> = {}): ApiClients {
  const resolve = async () => ['93.184.216.34'];
  return new ApiClients({ policy: DEVELOPMENT, resolve, metrics: { observeProviderRequest }, ...options });
}
const provider = (id = 'provider-1', baseUrl = server.url) => ({
  id,
  plugin: { name: 'acme', title: 'Acme' },
  baseUrl,
});
const call = (ms = 5_000, given = provider()) => clients.call(given, ms);
const always = (response: FakeResponse | 'hang' | 'reset'): Respond => (server.respond = () => response);
const inTurn = (...responses: ReturnType<Respond>[]): Respond =>
  (server.respond = () => (responses.length > 1 ? responses.shift()! : responses[0]!));
const failure = (why: ProviderFailure['why'], message: string | RegExp = '') =>
  expect.objectContaining({ name: 'ProviderFailure', why, message: expect.stringMatching(message) });

describe('a request', () => {
  it('is sent below the base url, as JSON, and its response is parsed', async () => {
    always({ status: 201, headers: { 'X-Request-Id': 'r1' }, body: { hits: [] } });
    const api = call(5_000, provider('provider-1', `${server.url}/api/`));
    const response = await api.request({
      method: 'POST',
      path: '/match',
      headers: { 'X-Token': 'abc' },
      body: { name: 'Jane' },
    });
    expect(response).toMatchObject({ status: 201, headers: { 'x-request-id': 'r1' }, body: { hits: [] } });
    expect(server.requests).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/api/match',
        body: { name: 'Jane' },
        headers: expect.objectContaining({ 'content-type': 'application/json', 'x-token': 'abc' }),
      }),
    ]);
  });

  it('sends a string as it is, so that a signature over it fits', async () => {
    always({ body: {} });
    const body = '{ "spaces" : 1 }';
    await call().request({ method: 'POST', path: '/', body, headers: { 'Content-Type': 'application/x-ndjson' } });
    expect(server.requests[0]).toMatchObject({ text: body, headers: { 'content-type': 'application/x-ndjson' } });
  });

  it('knows the hash of what was received, for provenance', async () => {
    const api = call();
    expect(api.payloadSha256()).toBeUndefined();
    always({ body: '{"a": 1}' });
    await api.request(GET);
    expect(api.payloadSha256()).toBe(createHash('sha256').update('{"a": 1}').digest('hex'));
    always({ body: '{"b": 2}' });
    await api.request(GET);
    expect(api.payloadSha256()).toBe(createHash('sha256').update('{"a": 1}{"b": 2}').digest('hex'));
  });

  it('returns an error status that the plugin accepts', async () => {
    always({ status: 404, body: { error: 'unknown applicant' } });
    expect(await call().request(GET, [404])).toMatchObject({ status: 404, body: { error: 'unknown applicant' } });
    always({ status: 404, body: '<html>' });
    expect(await call().request(GET, [404])).toMatchObject({ status: 404, body: undefined });
    always({ status: 204 });
    expect(await call().request(GET)).toMatchObject({ status: 204, body: undefined });
  });
});

describe('a failure', () => {
  it.each<[FakeResponse | 'hang' | 'reset', ProviderFailure['why'], string]>([
    [{ status: 500, body: 'jane-doe' }, 'failed', 'Acme returned 500'],
    [{ status: 400 }, 'rejected_request', 'Acme returned 400'],
    [{ status: 401 }, 'rejected_credentials', 'Acme returned 401; check the credentials in its configuration'],
    [{ status: 403 }, 'rejected_credentials', 'Acme returned 403; check the credentials in its configuration'],
    [{ status: 302, headers: { location: '/' } }, 'failed', 'Acme returned 302; redirects are not followed'],
    [{ body: 'jane-doe is no JSON' }, 'not_understood', 'Acme returned a body that is not JSON in UTF-8'],
    [{ body: Buffer.from([0x22, 0xff, 0x22]) }, 'not_understood', 'Acme returned a body that is not JSON in UTF-8'],
    ['reset', 'unreachable', 'Acme closed the connection before it responded'],
  ])('of the response %j is %s', async (response, why, message) => {
    always(response);
    const request = call().request({ ...GET, headers: { authorization: 'secret' } });
    await expect(request).rejects.toEqual(failure(why, `^${message}$`));
    expect(observeProviderRequest).toHaveBeenCalledWith('acme', why, expect.any(Number));
  });

  it('names neither header nor path when they are invalid', async () => {
    const sent = call().request({ ...GET, headers: { authorization: 'top\nsecret' } });
    await expect(sent).rejects.toEqual(failure('rejected_request', /^the request has an invalid header or path/));
    await expect(call().request({ ...GET, path: 'jane' })).rejects.toEqual(failure('rejected_request'));
  });

  it('is a body of more than a megabyte', async () => {
    always({ body: JSON.stringify('x'.repeat(1_048_574)) });
    expect((await call().request(GET)).status).toBe(200);
    always({ body: JSON.stringify('x'.repeat(1_048_575)) });
    await expect(call().request(GET)).rejects.toEqual(failure('too_large', 'Acme returned more than 1048576 bytes'));
  });

  it('is the end of the deadline', async () => {
    always('hang');
    await expect(call(50).request(GET)).rejects.toEqual(failure('timeout', 'no complete response in time'));
    expect(server.requests).toHaveLength(1);
  });

  it('is an address that is not public; nothing is sent', async () => {
    await clients.closeAll();
    clients = clientsWith({ policy: { ...DEVELOPMENT, allowInsecureLoopback: false } });
    await expect(call().request(GET)).rejects.toEqual(failure('unsafe_target', 'the address of Acme is not allowed'));
    await clients.closeAll();
    clients = clientsWith({ resolve: async () => ['10.0.0.7'] });
    const named = clients.call(provider('provider-1', 'https://api.example.com'), 5_000).request(GET);
    await expect(named).rejects.toEqual(failure('unsafe_target'));
    await expect(named).rejects.not.toThrow('10.0.0.7');
    expect(server.requests).toEqual([]);
  });

  it('is a redirect to a private address; it is not followed', async () => {
    always({ status: 307, headers: { location: `${server.url}/inside` } });
    await expect(call().request(GET)).rejects.toEqual(failure('failed'));
    expect(server.requests.map(({ path }) => path)).toEqual([GET.path]);
  });
});

describe('repetition', () => {
  it.each<ReturnType<Respond>>(['reset', { status: 429 }, { status: 502 }, { status: 503 }, { status: 504 }])(
    'follows %j',
    async (first) => {
      inTurn(first, first, { body: { ok: true } });
      expect((await call().request(GET)).body).toEqual({ ok: true });
      expect(server.requests).toHaveLength(3);
    },
  );

  it('ends after three requests', async () => {
    always({ status: 503 });
    await expect(call().request(GET)).rejects.toEqual(failure('failed', 'Acme returned 503'));
    expect(server.requests).toHaveLength(3);
  });

  it.each([{ status: 500 }, { status: 400 }, { body: 'garbage' }])('does not follow %j', async (response) => {
    always(response);
    await expect(call().request(GET)).rejects.toThrow();
    expect(server.requests).toHaveLength(1);
  });

  it('waits as long as the provider asks, and not at all when the deadline is earlier', async () => {
    inTurn({ status: 429, headers: { 'retry-after': '1' } }, { body: {} });
    await expect(call(500).request(GET)).rejects.toEqual(failure('overloaded', 'Acme returned 429: too many requests'));
    expect(server.requests).toHaveLength(1);
  });
});

describe('the circuit', () => {
  const fail = async (times: number): Promise<void> => {
    always({ status: 500 });
    for (let each = 0; each < times; each++) await expect(call().request(GET)).rejects.toEqual(failure('failed'));
  };

  it('opens after repeated failures, and closes when the provider works again', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await fail(5);
    always({ body: {} });
    expect(clients.health('provider-1')).toMatchObject({ circuit: 'open', requests: 5, failures: 5 });
    await expect(call().request(GET)).rejects.toEqual(failure('circuit_open', 'no request was sent'));
    expect(server.requests).toHaveLength(5);

    now.mockReturnValue(1_010_000);
    expect((await call().request(GET)).status).toBe(200);
    expect(clients.health('provider-1')).toMatchObject({ circuit: 'closed', requests: 7, failures: 6 });
  });

  it('reports the failure of the request that opens it, and does not repeat that request', async () => {
    await fail(4);
    always({ status: 429 });
    const tooMany = failure('overloaded', 'Acme returned 429: too many requests');
    await expect(call().request(GET)).rejects.toEqual(tooMany);
    expect(server.requests).toHaveLength(5);
    await expect(call().request(GET)).rejects.toEqual(failure('circuit_open', 'no request was sent'));
  });

  it('names the time and the last failure while it is open', async () => {
    await clients.closeAll();
    let at = '2026-03-04T05:06:07.000Z';
    clients = clientsWith({ clock: () => new Date(at) });
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await fail(5);
    const open = 'Acme failed repeatedly; no request was sent. The circuit is open since 2026-03-04T05:06:07.000Z';
    const message = `${open}; the last failure: Acme returned 500`;
    at = '2026-03-04T05:06:10.000Z';
    await expect(call().request(GET)).rejects.toEqual(failure('circuit_open', message));
    expect(clients.health('provider-1')).toMatchObject({ circuit: 'open', last_failure: { at, message } });

    always({ status: 501 });
    now.mockReturnValue(1_010_000);
    await expect(call().request(GET)).rejects.toEqual(failure('failed', 'Acme returned 501'));
    const renewed = `${open}; the last failure: Acme returned 501`;
    await expect(call().request(GET)).rejects.toEqual(failure('circuit_open', renewed));
  });

  it('stays closed for other tenants', async () => {
    await fail(5);
    always({ body: {} });
    expect((await call(5_000, provider('provider-2')).request(GET)).status).toBe(200);
  });

  it('stays closed when the provider rejects requests', async () => {
    always({ status: 401 });
    for (let each = 0; each < 6; each++) await expect(call().request(GET)).rejects.toThrow();
    expect(clients.health('provider-1')!.circuit).toBe('closed');
  });
});

describe('the limit of requests at the same time', () => {
  beforeEach(async () => {
    await clients.closeAll();
    clients = clientsWith({ limits: { maxConcurrent: 1, maxWaiting: 1 } });
  });

  it('lets some wait and rejects the others at once', async () => {
    always('hang');
    const running = expect(call(300).request(GET)).rejects.toEqual(failure('timeout'));
    const waiting = expect(call(100).request(GET)).rejects.toEqual(failure('overloaded', 'nothing was sent'));
    expect(clients.health('provider-1')).toMatchObject({ running: 1, waiting: 1 });
    await expect(call().request(GET)).rejects.toEqual(failure('overloaded', 'too many requests to Acme are waiting'));
    await waiting;
    await running;
    expect(server.requests).toHaveLength(1);
    while (clients.health('provider-1')!.running > 0) await new Promise(setImmediate);
    always({ body: {} });
    expect((await call().request(GET)).status).toBe(200); // the one that gave up left no trace
  });

  it('is of each tenant', async () => {
    server.respond = ({ path }) => (path === '/slow' ? 'hang' : { body: {} });
    const slow = expect(call(300).request({ method: 'GET', path: '/slow' })).rejects.toEqual(failure('timeout'));
    expect((await call(5_000, provider('provider-2')).request(GET)).status).toBe(200);
    await slow;
  });
});

it('takes a changed address at once', async () => {
  always({ body: {} });
  await call().request(GET);
  const other = await FakeProvider.start();
  other.respond = () => ({ body: { from: 'other' } });
  expect((await call(5_000, provider('provider-1', other.url)).request(GET)).body).toEqual({ from: 'other' });
  await clients.close('provider-1');
  await other.stop();
  expect(clients.health('provider-1')).toBeUndefined();
});
