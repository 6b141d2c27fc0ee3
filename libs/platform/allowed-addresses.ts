import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is wrong with an address or a network in CIDR form; undefined if it is one. */
export function networkProblem(text: unknown): string | undefined {
  // ipaddr.js also accepts short forms such as 192.0.2, which people read in different ways.
  const [address = '', ...bits] = typeof text === 'string' ? text.split('/') : [];
  const isNetwork = isIP(address) > 0 && (bits.length === 0 || ipaddr.isValidCIDR(text as string));
  if (!isNetwork || address.includes('%')) {
    return 'must be an address or a network such as 192.0.2.7 or 192.0.2.0/24';
  }
  return undefined;
}

/** A network in one form: the address of a single client gets the longest prefix. */
export function canonicalNetwork(text: string): string {
  const [address, bits] = ipaddr.isValidCIDR(text)
    ? ipaddr.parseCIDR(text)
    : ([ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128] as const);
  return `${address.toString()}/${bits}`;
}

/**
 * Whether an address is in one of the networks. An IPv4 address on an IPv6 socket counts as IPv4.
 *
 * @param networks as `canonicalNetwork` returns them
 */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === client.kind() && client.match(base, bits);
  });
}
