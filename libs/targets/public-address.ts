import { isIP, isIPv4 } from 'node:net';
import { labelled, readLines } from '@probity/platform/data-file';
import ipaddr from 'ipaddr.js';

/** Blocks of addresses that are not public, in the order in which they give a reason. */
export const REFUSED = readLines(`${__dirname}/data/refused-addresses.txt`, (line) => {
  const { label: reason, items } = labelled(line);
  return items.map((cidr) => ({ block: ipaddr.parseCIDR(cidr), reason }));
}).flat();

const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96');
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
const LOOPBACK_V4 = ipaddr.parseCIDR('127.0.0.0/8');

/** RFC 5214: an interface id of 0:5efe or 200:5efe (the u and g bits may be set) is followed by an IPv4 address. */
export const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe;

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
 * Why an address is not on the public internet, in a few words; undefined if it is.
 *
 * Undefined is returned only for globally routable unicast: IPv4 outside the special-purpose blocks, and IPv6
 * inside 2000::/3 and outside those blocks. IPv4-mapped and ISATAP addresses are judged by the IPv4 address in them.
 * Other IPv6 addresses that contain an IPv4 address (6to4, Teredo, NAT64, IPv4-compatible) are always rejected, so
 * webhooks cannot be sent from a network whose resolver creates NAT64 addresses (DNS64). A text that is not an IP
 * address in its usual form, or that has a zone, is rejected.
 *
 * The blocks and their sources are in `data/refused-addresses.txt`.
 *
 * Not guaranteed: a public address may belong to this installation, and its network may give public addresses a
 * private meaning (for example as its own NAT64 prefix). Use firewalls against that.
 */
export function whyNotPublic(address: string): string | undefined {
  const parsed = parseAddress(address);
  return parsed ? reason(parsed) : 'not an IP address';
}

/** Undefined for a text that is not an IP address in its usual form, or that has a zone. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIP(text) === 0 || !ipaddr.isValid(text) || text.includes('%')) return undefined;
  return ipaddr.parse(text);
}

/**
 * Exactly 127.0.0.0/8 and ::1. Other forms of these addresses, such as ::ffff:127.0.0.1, do not count, because the
 * policy can allow loopback.
 */
export function isLoopback(address: string): boolean {
  return isIPv4(address) ? ipaddr.IPv4.parse(address).match(LOOPBACK_V4) : address === '::1';
}
