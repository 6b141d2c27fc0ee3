import { promises as dns } from 'node:dns';
import type { ResolveName } from './resolve-target';

export interface DnsResolverOptions {
  /** how long one name server has for one try; doubled by each further try */
  timeoutMs?: number;
  tries?: number;
  /** `address` or `address:port`; else those that the machine is configured with when the resolver is made */
  servers?: string[];
}

/**
 * Asks name servers for A and AAAA records, both at once, and answers the addresses of both.
 *
 * Uses c-ares and not `dns.lookup`: no thread waits for an answer, so a slow name server delays only its own
 * names; neither /etc/hosts nor the machine's search domains can give a public name a local meaning. Nothing
 * is cached here. When one of the two questions fails, what the other one found is answered; when both do,
 * the error says why.
 */
export function dnsResolver({ timeoutMs = 3_000, tries = 2, servers }: DnsResolverOptions = {}): ResolveName {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new AggregateError(
      answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
      `neither A nor AAAA records of ${name} were found`,
    );
  };
}
