import { isInNetworks, readPrivateNetworks } from './private-networks';

const written = (text: string): string[] => readPrivateNetworks(text).map((network) => network.join('/'));

it('reads private networks, separated by commas', () => {
  expect(written('10.20.0.0/16, fd00:1::/64,172.16.0.0/12,192.168.1.7/32,100.65.0.0/16')).toEqual([
    '10.20.0.0/16',
    'fd00:1::/64',
    '172.16.0.0/12',
    '192.168.1.7/32',
    '100.65.0.0/16',
  ]);
  expect(written('')).toEqual([]);
});

it.each([
  ['169.254.0.0/16', 'link-local|cloud metadata'],
  ['169.254.7.0/24', 'link-local'],
  ['169.254.169.254/32', 'cloud metadata'],
  ['fe80::/10', 'link-local'],
  ['fe80::/64', 'link-local'],
  ['fd00:ec2::/64', 'cloud metadata'],
  ['fd20:ce::254/128', 'cloud metadata'],
  ['168.63.129.16/32', 'cloud metadata'],
  ['224.0.0.0/4', 'multicast'],
  ['ff02::/16', 'multicast'],
  ['0.0.0.0/32', 'unspecified'],
  ['::/128', 'unspecified|IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
])('never allows %s: %s', (network, reason) => {
  const message = new RegExp(`must be private networks .*; ${network} .*\\((${reason})\\), which can never be allowed`);
  expect(() => readPrivateNetworks(`10.20.0.0/16,${network}`)).toThrow(message);
});

it.each([
  ['0.0.0.0/0', '169.254.169.254/32'],
  ['::/0', 'fd00:ec2::/32'],
  ['fc00::/7', 'fd00:ec2::/32'],
  ['fd00::/8', 'fd00:ec2::/32'],
  ['100.64.0.0/10', '100.100.100.200/32'],
])('does not allow %s, which contains %s', (network, contained) => {
  expect(() => readPrivateNetworks(network)).toThrow(`${network} has addresses of ${contained} (cloud metadata)`);
});

it.each(['127.0.0.0/8', '::1/128'])('leaves %s to the setting for loopback', (network) => {
  expect(() => readPrivateNetworks(network)).toThrow(/\(loopback\), which has a setting of its own/);
});

it.each(['93.184.216.0/24', '10.0.0.0/7', '172.0.0.0/11', '2606:4700::/32', '2000::/3', '::ffff:10.0.0.0/104'])(
  'does not allow %s, which is not private throughout',
  (network) => {
    expect(() => readPrivateNetworks(network)).toThrow(/must be private networks such as/);
  },
);

it.each([
  ...['10.20.0.0', '10.20.0.0/', '10.20.0.0/33', '10.20.0.0/-1', '10.20.0.0/16/8', '10.20/16', '0x0a.0.0.0/8'],
  ...[
    'fd00:1::/129',
    'fd00:1::',
    'fd00::1%eth0/64',
    'yente.internal',
    '10.20.0.0/16;10.30.0.0/16',
    '/',
    '10.20.0.0/ff',
  ],
])('does not read %j', (text) => {
  expect(() => readPrivateNetworks(text)).toThrow(`must be networks such as 10.20.0.0/16 or fd00:1::/64`);
  expect(() => readPrivateNetworks(text)).toThrow(`"${text}" is not a network`);
});

it('says how to write a network whose address is not its first one', () => {
  expect(() => readPrivateNetworks('10.20.5.1/16')).toThrow('"10.20.5.1/16" is not: write 10.20.0.0/16');
  expect(() => readPrivateNetworks('fd00:1::5/64')).toThrow('"fd00:1::5/64" is not: write fd00:1::/64');
});

it.each([
  ['10.20.0.0', true],
  ['10.20.255.255', true],
  ['10.21.0.0', false],
  ['fd00:1::7', true],
  ['fd00:1:0:1::7', false],
  ['::ffff:10.20.0.1', false],
  ['fd00:1::5efe:10.0.0.1', false],
  ['fd00:1::7%eth0', false],
  ['10.20.1', false],
  ['yente', false],
])('decides whether %s is in 10.20.0.0/16 or fd00:1::/64: %s', (address, expected) => {
  expect(isInNetworks(address, readPrivateNetworks('10.20.0.0/16,fd00:1::/64'))).toBe(expected);
});

it('has no address in no networks', () => {
  expect(isInNetworks('10.20.0.1')).toBe(false);
});
