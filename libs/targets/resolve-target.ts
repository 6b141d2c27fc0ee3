import { isIP } from 'node:net';
import { BadTarget } from './bad-target';
import {
  allowedPlaces,
  checkHost,
  type Host,
  isOpenLoopback,
  whyNotReachableAt,
  withoutBrackets,
  withoutRootDot,
} from './check-origin';
import type { TargetPolicy } from './target-policy';

/** Returns every IPv4 and IPv6 address of a name; an error or an empty list when there is none. */
export type ResolveName = (name: string) => Promise<string[]>;

/** The name has no address now. It may have one later, so the request may be retried. */
export class UnresolvedTarget extends Error {
  constructor(name: string, cause?: unknown) {
    super(`${name} could not be resolved to an address; check its DNS records`, { cause });
    this.name = 'UnresolvedTarget';
  }
}

/**
 * The addresses at which a host may be reached: the host itself when it is an address, otherwise all addresses of
 * its name. One address that is not allowed makes the whole name invalid.
 *
 * Guarantees: every returned address was checked. Not guaranteed: that the name still has them a moment later.
 * Connect to these addresses and never to the name.
 *
 * @throws BadTarget when the host or one of its addresses is not allowed
 * @throws UnresolvedTarget when the name has no address or no name server could give one
 */
export async function resolveTarget(host: Host, policy: TargetPolicy, resolve: ResolveName): Promise<string[]> {
  checkHost(host, policy);
  const { hostname } = host;
  const address = withoutBrackets(hostname);
  if (isIP(address) !== 0) return [address];
  if (isOpenLoopback(hostname, policy)) return ['127.0.0.1', '::1'];

  const name = withoutRootDot(hostname.toLowerCase());
  const addresses = [...new Set(await addressesOf(name, resolve))];
  for (const each of addresses) {
    const why = whyNotReachableAt(host, each, policy);
    if (why) {
      throw new BadTarget(
        `url must have a host whose addresses are all ${allowedPlaces(host, policy)}; some addresses of ${name} are not`,
        `${name} has the address ${each} (${why})`,
      );
    }
  }
  return addresses;
}

async function addressesOf(name: string, resolve: ResolveName): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = await resolve(name);
  } catch (error) {
    throw new UnresolvedTarget(name, error);
  }
  if (addresses.length === 0) throw new UnresolvedTarget(name);
  return addresses;
}
