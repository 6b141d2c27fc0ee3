import { isIP } from 'node:net';
import { BadTarget } from './bad-target';
import { isLoopback, whyNotPublic } from './public-address';
import { isSpecialUse } from './special-use-names';
import type { TargetPolicy } from './target-policy';

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Never all digits (RFC 3696), so that no spelling of a number is taken for a name. */
const TOP_LEVEL = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const MAX_NAME = 253;
const HTTPS_PORT = 443;

/**
 * The origin of a URL that the WHATWG parser has normalised: `protocol` with its colon, `port` empty for the
 * default.
 */
export interface Origin {
  protocol: string;
  hostname: string;
  port: string;
}

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
 * at loopback addresses, any other host at public addresses.
 */
export function whyNotReachableAt(hostname: string, address: string, policy: TargetPolicy): string | undefined {
  if (!isOpenLoopback(hostname, policy)) return whyNotPublic(address);
  return isLoopback(address) ? undefined : 'not loopback';
}

/**
 * Rejects a host that cannot be public, whatever its DNS records say.
 *
 * @throws BadTarget
 */
export function checkHost(hostname: string, policy: TargetPolicy): void {
  if (isOpenLoopback(hostname, policy)) return;
  const address = withoutBrackets(hostname);
  if (isIP(address) === 0) return checkName(withoutRootDot(hostname.toLowerCase()));
  const why = whyNotPublic(address);
  if (why) throw new BadTarget(`url must have a host on the public internet; ${address} is not (${why})`);
}

/**
 * Rejects an origin that is not allowed: protocol, host and port. Names are not resolved here.
 *
 * @throws BadTarget
 */
export function checkOrigin({ protocol, hostname, port }: Origin, policy: TargetPolicy): void {
  const isOpen = isOpenLoopback(hostname, policy);
  if (protocol !== 'https:' && !(isOpen && protocol === 'http:')) {
    throw new BadTarget('url must start with https://; http:// is only for localhost in development');
  }
  checkHost(hostname, policy);
  if (port === '') return;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new BadTarget('url must have a port from 1 to 65535');
  }
  if (isOpen || number === HTTPS_PORT || policy.allowedPorts.has(number)) return;
  const allowed = [HTTPS_PORT, ...policy.allowedPorts].join(', ');
  throw new BadTarget(`url must not have the port ${port}; allowed are: ${allowed}`);
}

function checkName(name: string): void {
  const labels = name.split('.');
  const topLevel = labels.at(-1)!;
  if (isSpecialUse(topLevel)) {
    throw new BadTarget(`url must have a public host; names under "${topLevel}" are for local or special use`);
  }
  if (labels.length < 2) {
    throw new BadTarget('url must have a host with its full public name, such as hooks.example.com');
  }
  if (name.length > MAX_NAME || !labels.every((label) => LABEL.test(label)) || !TOP_LEVEL.test(topLevel)) {
    throw new BadTarget('url must have a valid host name: labels of letters, digits and hyphens between dots');
  }
}
