import type { Socket } from 'node:net';
import { clientAddress, readTrustedProxies } from './client-address';

describe('trusted proxies', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['10.20.0.7', ['10.20.0.7']],
    [' 10.20.0.0/16, fd00:1::/64,', ['10.20.0.0/16', 'fd00:1::/64']],
  ])('are read from %j', (text, proxies) => {
    expect(readTrustedProxies(text)).toEqual(proxies);
  });

  it.each(['proxy.example', '10.20.0', '0x7f.1', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'true', 'fe80::1%eth0'])(
    'cannot be %s',
    (text) => expect(() => readTrustedProxies(text)).toThrow(`"${text}" is neither`),
  );

  it.each(['0.0.0.0/0', '::/0'])('cannot be every client: %s', (text) => {
    expect(() => readTrustedProxies(text)).toThrow('would trust every client');
  });
});

describe('the address of a client', () => {
  const of = (ip: string, remoteAddress = '10.0.0.1') => clientAddress({ ip, socket: { remoteAddress } as Socket });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
  ])('%s is shown as %s', (ip, shown) => expect(of(ip)).toBe(shown));

  it.each(['unknown', '192.0.2.7:1234', '', '{"a":1}\n', `fe80::1%${'a'.repeat(1_000)}`])(
    'is that of the connection if the proxy reports %j',
    (ip) => expect(of(ip)).toBe('10.0.0.1'),
  );
});
