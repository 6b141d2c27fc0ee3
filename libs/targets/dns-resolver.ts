import { promises as dns } from 'node:dns';
import type { ResolveName } from './resolve-target';

export interface DnsResolverOptions {
  /** how long the first try waits for a name server; each further try waits twice as long */
  timeoutMs?: number;
  tries?: number;
  /** `address` or `address:port`; by default the machine's name servers at the creation of the resolver */
  servers?: string[];
}

/**
 * Asks name servers for A and AAAA records at the same time, and returns the addresses of both.
 *
 * Uses c-ares instead of `dns.lookup`: no thread waits for a response, so a slow name server delays only its own
 * names; neither /etc/hosts nor the machine's search domains can give a public name a local meaning. There is no
 * cache. When one query fails, the result of the other is returned; when both fail, the error says why.
 */
export function dnsResolver({ timeoutMs = 3_000, tries = 2, servers }: DnsResolverOptions = {}): ResolveName {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = results.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new AggregateError(
      results.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
      `found neither A nor AAAA records of ${name}`,
    );
  };
}
