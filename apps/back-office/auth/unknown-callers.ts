import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { secretHash } from '@probity/platform/api-key';
import { Refusal } from '@probity/platform/errors';
import { clientAddress } from '@probity/platform/http/client-address';
import { AddressBuckets } from '@probity/platform/limiting/address-buckets';
import type { Metrics } from '@probity/platform/metrics';

declare module 'fastify' {
  interface FastifyRequest {
    /** for routes that need no session: the caller turned out to be known, so the request does not count */
    becameKnown?: () => void;
  }
}

/** Requests whose caller is not known, from one address. */
export const UNKNOWN_CALLERS = { perSecond: 10, burst: 100 };
/** The largest body of a request to sign in. */
const MAX_SIGN_IN_BYTES = 8 * 1024;
const MAX_KNOWN = 10_000;

/**
 * Limits requests whose caller is not known yet, by client address: each needs a query, or reads a body. A request of a
 * caller who turns out to be known is given back.
 */
export class UnknownCallers {
  private readonly addresses = new AddressBuckets(UNKNOWN_CALLERS);
  /** hashes of tokens that were valid lately: a stranger at the same address must not keep their callers out */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(private readonly metrics: Metrics) {}

  /**
   * Looks up the caller with a secret. Counts the request unless it finds one.
   *
   * @throws Refusal `rate_limited`
   */
  async lookUp<Found>(
    secret: string,
    [request, reply]: [FastifyRequest, FastifyReply],
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const tokenHash = secretHash(secret).toString('latin1');
    const giveBack = this.known.has(tokenHash) ? undefined : this.count(request, reply);
    const found = await find();
    if (found) {
      this.known.set(tokenHash, true);
      giveBack?.();
    } else this.known.delete(tokenHash);
    return found;
  }

  private count(request: FastifyRequest, reply: FastifyReply): () => void {
    const bucket = this.addresses.of(clientAddress(request));
    if (bucket.take()) return () => bucket.giveBack();
    const wait = bucket.secondsToNext();
    void reply.header('retry-after', wait);
    this.metrics.countRefusedByLimit('back-office', 'unknown_callers');
    const message = `too many requests of unknown callers came from this address. The request was not processed; retry in ${wait} s.`;
    throw new Refusal('rate_limited', 'rate_limited', message);
  }

  /** For routes that need no session. @throws Refusal `rate_limited` */
  limit(request: FastifyRequest, reply: FastifyReply): void {
    request.becameKnown = this.count(request, reply);
    request.maxBodyBytes = MAX_SIGN_IN_BYTES;
  }
}
