import { isIP } from 'node:net';
import { BadTarget } from './bad-target';
import { checkHost, isOpenLoopback, whyNotReachableAt, withoutBrackets, withoutRootDot } from './check-origin';
import type { TargetPolicy } from './target-policy';

/** Answers every IPv4 and IPv6 address of a name; an error or an empty list when there is none. */
export type ResolveName = (name: string) => Promise<string[]>;

/** The name has no address now. It may have one later, so the delivery may be tried again. */
export class UnresolvedTarget extends Error {
  constructor(name: string, cause?: unknown) {
    super(`${name} could not be resolved to an address; check its DNS records`, { cause });
    this.name = 'UnresolvedTarget';
  }
}

/**
 * The addresses at which a host may be reached: itself when it is an address, else all that its name has.
 * One address that is not public refuses the whole name.
 *
 * Guarantees: every address answered was checked. Not guaranteed: that the name still has them a moment
 * later, so connect to these addresses and never to the name.
 *
 * @throws BadTarget when the host or any of its addresses is not public
 * @throws UnresolvedTarget when the name has no address or nobody could say
 */
export async function resolveTarget(hostname: string, policy: TargetPolicy, resolve: ResolveName): Promise<string[]> {
  checkHost(hostname, policy);
  const address = withoutBrackets(hostname);
  if (isIP(address) !== 0) return [address];
  if (isOpenLoopback(hostname, policy)) return ['127.0.0.1', '::1'];

  const name = withoutRootDot(hostname.toLowerCase());
  const addresses = [...new Set(await addressesOf(name, resolve))];
  for (const each of addresses) {
    const why = whyNotReachableAt(hostname, each, policy);
    if (why) {
      throw new BadTarget(
        `url must have a host all of whose addresses are on the public internet; those of ${name} are not`,
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
