import ipaddr from 'ipaddr.js';
import { makeValidator } from 'envalid';
import { isIsatap, parseAddress, REFUSED } from './public-address';

export type PrivateNetwork = [network: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/** What an operator can allow. The reasons are those of `data/refused-addresses.txt`. */
const ALLOWABLE = new Set(['private network', 'carrier-grade NAT']);
const EXAMPLE = 'such as 10.20.0.0/16 or fd00:1::/64';

/**
 * Reads networks in CIDR form, separated by commas; an empty text means no networks. Each must be inside one block of
 * private addresses (RFC 1918, RFC 4193) or of shared ones (RFC 6598), and contain no address of another kind, such as
 * that of a metadata service.
 *
 * @throws Error that names the network and the reason
 */
export function readPrivateNetworks(text: string): PrivateNetwork[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(readPrivateNetwork);
}

/** An environment variable with private networks. */
export const privateNetworks = makeValidator<PrivateNetwork[]>(readPrivateNetworks);

/**
 * Whether the address is in one of the networks. IPv6 forms that contain an IPv4 address (IPv4-mapped, ISATAP) do not
 * count, because they may lead to the address in them.
 */
export function isInNetworks(address: string, networks: readonly PrivateNetwork[] = []): boolean {
  const parsed = parseAddress(address);
  if (!parsed || (parsed instanceof ipaddr.IPv6 && isIsatap(parsed))) return false;
  return networks.some((network) => contains(network, parsed));
}

function readPrivateNetwork(text: string): PrivateNetwork {
  const [address = '', length = '', ...rest] = text.split('/');
  const parsed = parseAddress(address);
  const bits = parsed?.kind() === 'ipv4' ? 32 : 128;
  if (!parsed || rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits) {
    throw new Error(`must be networks ${EXAMPLE}, separated by commas; "${text}" is not a network`);
  }
  const network: PrivateNetwork = [parsed, Number(length)];
  const first = firstAddress(network);
  if (first !== parsed.toString()) {
    throw new Error(`must be networks ${EXAMPLE}; "${text}" is not: write ${first}/${length}`);
  }
  const why = whyNotAllowable(network);
  if (why) throw new Error(`must be private networks ${EXAMPLE}; ${text} ${why}`);
  return network;
}

function whyNotAllowable(network: PrivateNetwork): string | undefined {
  const shared = REFUSED.filter(({ block }) => contains(block, network[0]) || contains(network, block[0]));
  const forbidden = shared.find(({ reason }) => !ALLOWABLE.has(reason));
  if (forbidden) {
    const { block, reason } = forbidden;
    const rule = reason === 'loopback' ? 'which has a setting of its own' : 'which can never be allowed';
    return `has addresses of ${block.join('/')} (${reason}), ${rule}`;
  }
  if (shared.some(({ block }) => block[1] <= network[1])) return undefined;
  return 'has addresses that are not private; public addresses need no permission';
}

function contains([network, length]: PrivateNetwork, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match([network, length]);
}

function firstAddress([address, length]: PrivateNetwork): string {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address.toString()}/${length}`).toString();
}
