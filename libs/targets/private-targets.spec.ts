import http from 'node:http';
import { Pool } from 'undici';
import { BadTarget } from './bad-target';
import { checkOrigin } from './check-origin';
import { readPrivateNetworks } from './private-networks';
import { resolveTarget } from './resolve-target';
import { safeConnector } from './safe-connector';
import { loopbackDial } from './testing/loopback-dial';
import { listenOnLoopback, type LoopbackListeners } from './testing/loopback-listeners';

/** Targets in private networks that the operator allows: 10.20.0.0/16 and fd00:1::/64, and the port 8000. */
const strict = { allowedPorts: new Set([8000]), allowInsecureLoopback: false };
const policy = { ...strict, privateNetworks: readPrivateNetworks('10.20.0.0/16,fd00:1::/64') };
const PUBLIC = '93.184.216.34';
const MORE = 'on the public internet or in an allowed private network';

const check = (url: string, by: typeof strict = policy) => checkOrigin(new URL(url), by);

let server: LoopbackListeners;
const pools: Pool[] = [];
beforeAll(async () => {
  server = await listenOnLoopback(() => http.createServer((_, response) => response.end('ready')));
});
afterAll(() => server.close());
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.destroy();
});

describe('the url of a target', () => {
  it.each([
    ...['http://10.20.0.7:8000', 'https://10.20.0.7', 'http://[fd00:1::7]:8000', 'https://api.example.com'],
    ...['http://yente:8000', 'http://yente-2:8000', 'https://yente', 'http://yente.default.svc.cluster.local:8000'],
    ...['https://watchman.bank.internal', 'https://[fd00:1::7]:8000'],
  ])('is accepted: %s', (url) => {
    expect(() => check(url)).not.toThrow();
  });

  it.each([
    'http://10.20.0.7:8000',
    'https://10.20.0.7',
    'http://yente:8000',
    'https://yente',
    'https://yente.internal',
  ])('is rejected while no network is allowed: %s', (url) => {
    expect(() => check(url, strict)).toThrow(BadTarget);
  });

  it.each([
    ['http://10.21.0.7:8000', 'http://; 10.21.0.7 is not (private network)'],
    ['https://10.21.0.7', `${MORE}; 10.21.0.7 is not (private network)`],
    [`http://${PUBLIC}:8000`, `${PUBLIC} is not (public, without TLS)`],
    ['https://169.254.169.254', '(cloud metadata)'],
    ['http://169.254.1.1:8000', '(link-local)'],
    ['http://127.0.0.1:8000', '(loopback)'],
    ['http://localhost:8000', 'names under "localhost"'],
    ['http://0.0.0.0:8000', '(unspecified)'],
    ['http://[fe80::1]:8000', '(link-local)'],
    ['http://[::ffff:10.20.0.7]:8000', '(private network)'],
    ['http://10.20.0.7', 'must not have the port 80; allowed are: 443, 8000'],
    ['http://10.20.0.7:5432', 'must not have the port 5432'],
    ['ftp://10.20.0.7:8000', 'must start with https://'],
  ])('is rejected: %s', (url, problem) => {
    expect(() => check(url)).toThrow(problem);
  });
});

const addressesOf = (protocol: string, addresses: string[]) =>
  resolveTarget({ protocol, hostname: 'yente.bank.internal' }, policy, async () => addresses);

describe('the addresses of a name', () => {
  it.each([
    ['http:', ['10.20.0.7']],
    ['http:', ['10.20.0.7', '10.20.0.8', 'fd00:1::7']],
    ['https:', ['10.20.0.7', PUBLIC]],
  ])('are accepted with %s: %j', async (protocol, addresses) => {
    expect(await addressesOf(protocol, addresses)).toEqual(addresses);
  });

  it.each([
    ['http:', ['10.20.0.7', PUBLIC]],
    ['http:', [PUBLIC]],
    ['https:', ['10.20.0.7', '10.21.0.7']],
    ['https:', ['10.20.0.7', '169.254.169.254']],
    ['http:', ['10.20.0.7', '127.0.0.1']],
    ['https:', ['10.20.0.7', '::ffff:10.20.0.8']],
    ['http:', ['fd00:1::7', 'fd00:2::7']],
  ])('are rejected with %s, because each must be allowed: %j', async (protocol, addresses) => {
    await expect(addressesOf(protocol, addresses)).rejects.toThrow(BadTarget);
  });
});

describe('a request', () => {
  function poolTo(origin: string, resolve: () => Promise<string[]>, port = server.port) {
    const { dial, dialled } = loopbackDial(port);
    const pool = new Pool(origin, { connect: safeConnector(policy, resolve, { timeoutMs: 2_000, dial }) });
    pools.push(pool);
    return { dialled, get: () => pool.request({ method: 'GET', path: '/' }) };
  }

  it('reaches an address in an allowed network, without TLS', async () => {
    const { get, dialled } = poolTo('http://yente:8000', async () => ['10.20.0.7']);
    const { statusCode, body } = await get();
    expect([statusCode, await body.text()]).toEqual([200, 'ready']);
    expect(dialled).toEqual(['10.20.0.7 8000']);
  });

  it.each(['10.21.0.7', '169.254.169.254', '127.0.0.1', PUBLIC])(
    'sends nothing when the name leads to %s since the last connection',
    async (address) => {
      const resolve = jest
        .fn<Promise<string[]>, []>()
        .mockResolvedValueOnce(['10.20.0.7'])
        .mockResolvedValue([address]);
      const { get, dialled } = poolTo('http://yente:8000', resolve, 1);
      await expect(get()).rejects.toMatchObject({ name: 'TargetUnreachable' });
      await expect(get()).rejects.toThrow(BadTarget);
      expect(dialled).toEqual(['10.20.0.7 8000']);
    },
  );
});
