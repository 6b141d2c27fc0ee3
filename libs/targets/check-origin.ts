import { isIP } from 'node:net';
import { BadTarget } from './bad-target';
import { isInNetworks } from './private-networks';
import { isLoopback, whyNotPublic } from './public-address';
import { isSpecialUse } from './special-use-names';
import type { TargetPolicy } from './target-policy';

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Never all digits (RFC 3696), so that no spelling of a number is taken for a name. */
const TOP_LEVEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** Of a private network, such as `yente-2`; no spelling of a number begins with a letter. */
const LOCAL_TOP_LEVEL = /^[a-z]/;
const MAX_NAME = 253;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/**
 * The origin of a URL that the WHATWG parser has normalised: `protocol` with its colon, `port` empty for the
 * default.
 */
export interface Origin {
  protocol: string;
  hostname: string;
  port: string;
}

/** What decides where a target may be. */
export type Host = Pick<Origin, 'protocol' | 'hostname'>;

/** Treats `[::1]` and `::1` alike. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** A fully qualified name may end in a dot, which does not change its meaning. */
export const withoutRootDot = (hostname: string): string => hostname.replace(/\.$/, '');

/** Whether the policy allows this host for development: only `localhost` or a loopback address. */
export function isOpenLoopback(hostname: string, policy: TargetPolicy): boolean {
  return policy.allowInsecureLoopback && (hostname === 'localhost' || isLoopback(withoutBrackets(hostname)));
}

/**
 * Returns why a host may not be reached at an address, or undefined if it may. An allowed loopback host may be reached
 * at loopback addresses, any other host in allowed private networks and, with https, at public addresses.
 */
export function whyNotReachableAt(
  { protocol, hostname }: Host,
  address: string,
  policy: TargetPolicy,
): string | undefined {
  if (isOpenLoopback(hostname, policy)) return isLoopback(address) ? undefined : 'not loopback';
  if (isInNetworks(address, policy.privateNetworks)) return undefined;
  return whyNotPublic(address) ?? (protocol === 'https:' ? undefined : 'public, without TLS');
}

/** Where the addresses of a host may be, in words that follow "a host". */
export function allowedPlaces({ protocol }: Pick<Host, 'protocol'>, policy: TargetPolicy): string {
  if (!allowsNetworks(policy)) return 'on the public internet';
  return protocol === 'https:'
    ? 'on the public internet or in an allowed private network'
    : 'in an allowed private network, because it begins with http://';
}

/**
 * Rejects a host that is in no allowed place, whatever its DNS records say. If private networks are allowed, a name
 * may have a local meaning, because every connection checks its addresses.
 *
 * @throws BadTarget
 */
export function checkHost(host: Host, policy: TargetPolicy): void {
  const { hostname } = host;
  if (isOpenLoopback(hostname, policy)) return;
  const address = withoutBrackets(hostname);
  if (isIP(address) === 0) return checkName(withoutRootDot(hostname.toLowerCase()), allowsNetworks(policy));
  const why = whyNotReachableAt(host, address, policy);
  if (why) throw new BadTarget(`url must have a host ${allowedPlaces(host, policy)}; ${address} is not (${why})`);
}

/**
 * Rejects an origin that is not allowed: protocol, host and port. Names are not resolved here.
 *
 * @throws BadTarget
 */
export function checkOrigin({ protocol, hostname, port }: Origin, policy: TargetPolicy): void {
  const isOpen = isOpenLoopback(hostname, policy);
  if (protocol !== 'https:' && !(protocol === 'http:' && (isOpen || allowsNetworks(policy)))) {
    throw new BadTarget('url must start with https://; http:// is only for localhost in development');
  }
  checkHost({ protocol, hostname }, policy);
  const number = Number(port || (protocol === 'https:' ? HTTPS_PORT : HTTP_PORT));
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new BadTarget('url must have a port from 1 to 65535');
  }
  if (isOpen || number === HTTPS_PORT || policy.allowedPorts.has(number)) return;
  const allowed = [HTTPS_PORT, ...policy.allowedPorts].join(', ');
  throw new BadTarget(`url must not have the port ${number}; allowed are: ${allowed}`);
}

const allowsNetworks = ({ privateNetworks = [] }: TargetPolicy): boolean => privateNetworks.length > 0;

function checkName(name: string, mayBeLocal: boolean): void {
  const labels = name.split('.');
  const topLevel = labels.at(-1)!;
  if (isSpecialUse(topLevel) && (!mayBeLocal || topLevel === 'localhost')) {
    throw new BadTarget(`url must have a public host; names under "${topLevel}" are for local or special use`);
  }
  if (labels.length < 2 && !mayBeLocal) {
    throw new BadTarget('url must have a host with its full public name, such as www.example.com');
  }
  const isTopLevel = (mayBeLocal ? LOCAL_TOP_LEVEL : TOP_LEVEL).test(topLevel);
  if (name.length > MAX_NAME || !labels.every((label) => LABEL.test(label)) || !isTopLevel) {
    throw new BadTarget('url must have a valid host name: labels of letters, digits and hyphens between dots');
  }
}
