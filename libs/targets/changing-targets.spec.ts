import http from 'node:http';
import net from 'node:net';
import { BadTarget } from './bad-target';
import { checkUrl } from './check-url';
import { resolveTarget } from './resolve-target';
import { safeConnector } from './safe-connector';
import { guardedMachine, PUBLIC_ADDRESS } from './testing/guarded-machine';
import { listenOnLoopback } from './testing/loopback-listeners';

/** Targets that look allowed but lead to internal systems: by their addresses, a change of them, or a redirect. */
const { here, strict, development, poolTo, request, expectNoConnection, expectRefusedTwice, begun, arrived } =
  guardedMachine();

describe('names with bad addresses', () => {
  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['0.0.0.0']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['168.63.129.16']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['2002:7f00:1::']],
    [['fd00:ec2::254']],
    [['2130706433']], // an attacker's name server may return anything
    [['127.1']],
    [['localhost']],
    [['']],
    [[PUBLIC_ADDRESS, '127.0.0.1']],
    [['127.0.0.1', PUBLIC_ADDRESS]],
    [[PUBLIC_ADDRESS, '93.184.216.35', '10.0.0.1', '93.184.216.36']],
    [[PUBLIC_ADDRESS, '::1']],
    [['2606:4700::1', 'fe80::1']],
  ])('are rejected: %j', async (addresses) => {
    const url = here('https://hooks.example.com:PORT/');
    for (const policy of [strict(), development()]) {
      const resolve = async () => addresses;
      expect(checkUrl(url, policy).href).toBe(url); // the name alone is allowed
      await expect(
        resolveTarget({ protocol: 'https:', hostname: 'hooks.example.com' }, policy, resolve),
      ).rejects.toThrow(BadTarget);
      await expect(request(url, policy, resolve)).rejects.toThrow(BadTarget);
    }
    expectNoConnection();
  });
});

describe('names that change', () => {
  it.each(['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1'])(
    'are rejected when they are public at registration and %s at delivery',
    async (address) => {
      const url = here('https://hooks.example.com:PORT/');
      const resolve = jest
        .fn<Promise<string[]>, []>()
        .mockResolvedValueOnce([PUBLIC_ADDRESS])
        .mockResolvedValue([address]);
      checkUrl(url, strict());
      expect(await resolveTarget({ protocol: 'https:', hostname: 'hooks.example.com' }, strict(), resolve)).toEqual([
        PUBLIC_ADDRESS,
      ]);
      await expect(request(url, strict(), resolve)).rejects.toThrow(BadTarget);
      expectNoConnection();
    },
  );

  it('are never dialled at loopback if they are public at the first connection and loopback later', async () => {
    const resolve = jest
      .fn<Promise<string[]>, []>()
      .mockResolvedValueOnce([PUBLIC_ADDRESS])
      .mockResolvedValue(['127.0.0.1']);
    const dial = jest.fn<net.Socket, [string, number]>(() => new net.Socket().destroy(new Error('no internet here')));
    const connect = safeConnector(strict(), resolve, { timeoutMs: 2_000, dial });
    const pool = poolTo(here('https://hooks.example.com:PORT'), connect);
    await expect(pool.request({ method: 'POST', path: '/' })).rejects.toMatchObject({ name: 'TargetUnreachable' });
    await expect(pool.request({ method: 'POST', path: '/' })).rejects.toThrow(BadTarget);
    expect(dial.mock.calls).toEqual([[PUBLIC_ADDRESS, Number(here('PORT'))]]);
    expect(resolve).toHaveBeenCalledTimes(2);
    expectNoConnection();
  });
});

describe('redirects to internal addresses', () => {
  it.each([301, 302, 303, 307, 308])('are not followed: %i', async (status) => {
    const location = here('http://127.0.0.1:PORT/inside');
    const receiver = await listenOnLoopback(() =>
      http.createServer((_, response) => response.writeHead(status, { location }).end()),
    );
    expect(await request(`http://127.0.0.1:${receiver.port}/`, development())).toBe(status);
    expect(receiver.connections()).toBe(1);
    expect(begun()).toHaveLength(1);
    expect(arrived()).toBe(0);
    await receiver.close();
  });
});

describe('targets that development does not allow either', () => {
  it.each([
    'http://0.0.0.0:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost.:PORT/',
    'http://hooks.localhost:PORT/',
    'http://me@localhost:PORT/',
    'http://%6cocalhost:PORT/',
  ])('are rejected: %s', (url) => {
    expect(() => checkUrl(here(url), development())).toThrow(BadTarget);
    expectNoConnection();
  });

  it.each(['http://10.0.0.1:PORT/', 'https://192.168.1.1:PORT/', 'http://169.254.169.254/', 'http://8.8.8.8:PORT/'])(
    'are rejected, also when a delivery is sent: %s',
    (url) => expectRefusedTwice(here(url), development()),
  );
});

describe('allowed targets, which show that the checks above can fail', () => {
  it.each(['http://127.0.0.1:PORT/', 'http://localhost:PORT/'])('are connected to in development: %s', async (url) => {
    const before = arrived();
    expect(await request(checkUrl(here(url), development()).href, development())).toBe(200);
    expect(begun()).toHaveLength(1);
    expect(arrived()).toBe(before + 1);
  });

  it.each([
    'https://hooks.example.com/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://hooks.example.com:PORT/',
  ])('are accepted: %s', async (url) => {
    const { href, hostname } = checkUrl(here(url), strict());
    expect(href).toBe(here(url));
    const addresses = await resolveTarget({ protocol: 'https:', hostname }, strict(), async () => [
      PUBLIC_ADDRESS,
      '2606:4700::1',
    ]);
    expect(addresses.length).toBeGreaterThan(0);
  });
});
