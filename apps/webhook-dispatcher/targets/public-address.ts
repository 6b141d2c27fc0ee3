import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Block = readonly [cidr: string, reason: string];

/** Addresses at which cloud providers answer questions about the machine that asks; named first, to be told apart. */
const METADATA: Block[] = [
  ['169.254.169.254/32', 'cloud metadata'], // AWS, Azure, Google, Oracle and most others
  ['169.254.170.2/32', 'cloud metadata'], // AWS ECS task credentials
  ['169.254.170.23/32', 'cloud metadata'], // AWS EKS pod identity
  ['168.63.129.16/32', 'cloud metadata'], // Azure's virtual public address, global by every registry
  ['100.100.100.200/32', 'cloud metadata'], // Alibaba
  ['192.0.0.192/32', 'cloud metadata'], // Oracle, classic
  ['fd00:ec2::/32', 'cloud metadata'], // AWS: metadata, pod identity, DNS, time
  ['fd20:ce::254/128', 'cloud metadata'], // Google
];

const IPV4: Block[] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private network'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private network'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'reserved for protocols'], // AS112: global, but a sink and no receiver
  ['192.52.193.0/24', 'reserved for protocols'], // AMT relays
  ['192.88.99.0/24', '6to4'],
  ['192.168.0.0/16', 'private network'],
  ['192.175.48.0/24', 'reserved for protocols'], // AS112
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
];

/** Outside 2000::/3 nothing passes; those blocks are here for the reason that is given. */
const IPV6: Block[] = [
  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::/96', 'IPv4-compatible'],
  ['::ffff:0:0:0/96', 'IPv4 translation'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64'],
  ['100::/64', 'discard-only'],
  ['100:0:0:1::/64', 'discard-only'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'private network'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
  ['2001::/32', 'Teredo'],
  ['2001::/23', 'reserved for protocols'], // benchmarking, ORCHID, AMT, AS112 and what is added to it
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'reserved for protocols'], // AS112
  ['3fff::/20', 'documentation'],
];

const parsed = (blocks: Block[]) => blocks.map(([cidr, reason]) => ({ block: ipaddr.parseCIDR(cidr), reason }));

const REFUSED = parsed([...METADATA, ...IPV4, ...IPV6]);
const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96');
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const LOOPBACK_V4 = ipaddr.parseCIDR('127.0.0.0/8');

/** RFC 5214: an interface id of 0:5efe or 200:5efe (the u and g bits may be set) is followed by an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe;

const lastFourBytes = (address: ipaddr.IPv6): ipaddr.IPv4 => new ipaddr.IPv4(address.toByteArray().slice(-4));

function reason(address: ipaddr.IPv4 | ipaddr.IPv6): string | undefined {
  if (address instanceof ipaddr.IPv6 && address.match(MAPPED)) return reason(lastFourBytes(address));
  const found = REFUSED.find(({ block }) => block[0].kind() === address.kind() && address.match(block));
  if (found) return found.reason;
  if (address instanceof ipaddr.IPv4) return undefined;
  if (!address.match(GLOBAL_UNICAST)) return 'not global unicast';
  return isIsatap(address) ? reason(lastFourBytes(address)) : undefined;
}

/**
 * Why an address is not one of the public internet, in a few plain words, or undefined when it is.
 *
 * Undefined is answered only for globally routable unicast: IPv4 outside, and IPv6 inside 2000::/3 and
 * outside, the special-purpose blocks. IPv4-mapped and ISATAP addresses are what the IPv4 address in them
 * is; the other embeddings (6to4, Teredo, NAT64, IPv4-compatible) are refused whatever they hold, so a
 * network whose resolver makes NAT64 addresses up (DNS64) cannot be used for sending. Text that is no IP
 * address in its ordinary spelling is refused, and so is one with a zone.
 *
 * Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890, RFC 8190), with
 * the blocks that they call reachable but that hold no receivers; IANA IPv4 and IPv6 Address Space (multicast,
 * reserved, site-local); the cloud providers' documentation for metadata addresses.
 *
 * Not guaranteed: that a public address does not belong to this installation, or that the network it runs in
 * gives public addresses no private meaning (a NAT64 prefix of its own, for one). Firewalls are for that.
 */
export function whyNotPublic(address: string): string | undefined {
  if (isIP(address) === 0 || !ipaddr.isValid(address) || address.includes('%')) return 'not an IP address';
  return reason(ipaddr.parse(address));
}

/** Exactly 127.0.0.0/8 and ::1. Forms that only lead there, as ::ffff:127.0.0.1, are not: this answer permits. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) ? ipaddr.IPv4.parse(address).match(LOOPBACK_V4) : address === '::1';
}
