import { canonicalNetwork, isAllowed, networkProblem } from './allowed-addresses';

describe('the addresses from which a key works', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7'], true],
    ['192.0.2.8', ['192.0.2.7'], false],
    ['192.0.2.200', ['192.0.2.0/24'], true],
    ['192.0.3.1', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['2001:db8::1', ['192.0.2.0/24', '2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['unknown', ['192.0.2.0/24'], false],
  ])('%s in %j: %s', (address, networks, expected) => {
    expect(isAllowed(address, networks.map(canonicalNetwork))).toBe(expected);
  });

  it('are none with an empty list', () => {
    expect(isAllowed('192.0.2.7', [])).toBe(false);
  });

  it.each(['', 'bank', '192.0.2.0/33', '192.0.2', 'fe80::1%eth0', 7, null])('%j is none', (text) => {
    expect(networkProblem(text)).toMatch(/^must be an address or a network/);
  });
});
