import fc from 'fast-check';
import { isLoopback, whyNotPublic } from './public-address';

/** first and last address of each block, and why it is rejected */
const REFUSED: [first: string, last: string, reason: string][] = [
  ['0.0.0.0', '0.255.255.255', 'unspecified'],
  ['10.0.0.0', '10.255.255.255', 'private network'],
  ['100.64.0.0', '100.127.255.255', 'carrier-grade NAT'],
  ['100.100.100.200', '100.100.100.200', 'cloud metadata'],
  ['127.0.0.0', '127.255.255.255', 'loopback'],
  ['168.63.129.16', '168.63.129.16', 'cloud metadata'],
  ['169.254.0.0', '169.254.255.255', 'link-local'],
  ['169.254.169.254', '169.254.169.254', 'cloud metadata'],
  ['172.16.0.0', '172.31.255.255', 'private network'],
  ['192.0.0.0', '192.0.0.255', 'reserved for protocols'],
  ['192.0.2.0', '192.0.2.255', 'documentation'],
  ['192.31.196.0', '192.31.196.255', 'reserved for protocols'],
  ['192.52.193.0', '192.52.193.255', 'reserved for protocols'],
  ['192.88.99.0', '192.88.99.255', '6to4'],
  ['192.168.0.0', '192.168.255.255', 'private network'],
  ['192.175.48.0', '192.175.48.255', 'reserved for protocols'],
  ['198.18.0.0', '198.19.255.255', 'benchmarking'],
  ['198.51.100.0', '198.51.100.255', 'documentation'],
  ['203.0.113.0', '203.0.113.255', 'documentation'],
  ['224.0.0.0', '239.255.255.255', 'multicast'],
  ['240.0.0.0', '255.255.255.254', 'reserved'],
  ['255.255.255.255', '255.255.255.255', 'broadcast'],
  ['::', '::', 'unspecified'],
  ['::1', '::1', 'loopback'],
  ['::2', '::ffff:ffff', 'IPv4-compatible'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff', 'IPv4 translation'],
  ['64:ff9b::', '64:ff9b::ffff:ffff', 'NAT64'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', 'NAT64'],
  ['100::', '100::ffff:ffff:ffff:ffff', 'discard-only'],
  ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', 'discard-only'],
  ['200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not global unicast'],
  ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff', 'Teredo'],
  ['2001:1::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved for protocols'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', 'reserved for protocols'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation'],
  ['4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not global unicast'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'segment routing'],
  ['5f01::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'not global unicast'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private network'],
  ['fd00:ec2::254', 'fd00:ec2::254', 'cloud metadata'],
  ['fd20:ce::254', 'fd20:ce::254', 'cloud metadata'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'link-local'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'site-local'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
];

it.each(REFUSED)('rejects %s to %s: %s', (first, last, reason) => {
  expect(whyNotPublic(first)).toBe(reason);
  expect(whyNotPublic(last)).toBe(reason);
});

it.each([
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0'],
  ...['172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0'],
  ...['198.17.255.255', '198.20.0.0', '198.51.99.255', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['2001:200::', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::', '2003::1', '2606:4700:4700::1111'],
  ...['2a00:1450:4001:829::200e', '2a03:2880:f12f:83:face:b00c:0:25de', '3ffe:ffff::1', '3fff:1000::'],
])('accepts %s, which is public', (address) => {
  expect(whyNotPublic(address)).toBeUndefined();
});

it.each([
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::FFFF:169.254.169.254', 'cloud metadata'],
  ['0:0:0:0:0:ffff:a00:1', 'private network'],
  ['::ffff:8.8.8.8', undefined],
  ['2606:4700::5efe:10.0.0.1', 'private network'],
  ['2606:4700::200:5efe:127.0.0.1', 'loopback'],
  ['2606:4700::300:5efe:127.0.0.1', 'loopback'],
  ['2606:4700::5efe:8.8.8.8', undefined],
])('decides %s by the IPv4 address in it: %s', (address, reason) => {
  expect(whyNotPublic(address)).toBe(reason);
});

it.each([
  ...['', ' ', '127.1', '1.2.3', '0177.0.0.1', '0x7f.0.0.1', '2130706433', '8.8.8.08', '8.8.8.8.', ' 8.8.8.8'],
  ...['8.8.8.8/32', '8.8.8.256', '8.8.8.8:443', '[2606:4700::1]', '2606:4700::1%eth0', '2606:4700::1::', ':::'],
  ...['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'example.com', 'localhost', '８.８.８.８'],
])('rejects %j, which is not an address in its usual form', (text) => {
  expect(whyNotPublic(text)).toBe('not an IP address');
});

it('gives the same result for an IPv4 address and its IPv4-mapped IPv6 address', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => expect(whyNotPublic(`::ffff:${address}`)).toBe(whyNotPublic(address))));
});

it('gives the same result for every spelling of an IPv6 address', () => {
  const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
    minLength: 8,
    maxLength: 8,
  });
  fc.assert(
    fc.property(groups, (parts) => {
      const long = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      expect(whyNotPublic(long.toUpperCase())).toBe(whyNotPublic(short));
    }),
  );
});

it('accepts nothing outside 2000::/3 except IPv4-mapped addresses', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (number) => {
      fc.pre(number >> 125n !== 1n && number >> 32n !== 0xffffn);
      const address = number.toString(16).padStart(32, '0').match(/.{4}/g)!.join(':');
      expect(whyNotPublic(address)).toBeDefined();
    }),
  );
});

it.each(['127.0.0.1', '127.255.255.254', '::1'])('recognises %s as loopback', (address) => {
  expect(isLoopback(address)).toBe(true);
});

it.each(['126.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1', '::2', '0:0:0:0:0:0:0:1', '127.1', 'localhost', ''])(
  'does not treat %j as loopback, because loopback can be allowed',
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
