import type { FastifyReply } from 'fastify';
import { Refusal } from '@probity/platform/errors';
import type { RateLimitFields } from '@probity/platform/limiting/rate-limit-fields';

/** The kinds of limits, for the metric of refused requests. */
export type RefusingLimit =
  'tenant_requests' | 'tenant_concurrency' | 'key_requests' | 'key_concurrency' | 'unknown_keys' | 'provider_webhooks';

/** Why a request is rejected. */
export interface RefusedByLimit {
  by: RefusingLimit;
  /** names the limit and its value */
  limit: string;
  /** whole seconds */
  retryAfter: number;
}

export function setFields(reply: FastifyReply, { policy, limit }: RateLimitFields): void {
  void reply.header('ratelimit-policy', policy).header('ratelimit', limit);
}

/** The refusal with 429. Sets `Retry-After`. */
export function refusal(reply: FastifyReply, { limit, retryAfter }: RefusedByLimit): Refusal {
  const seconds = Math.max(1, retryAfter);
  void reply.header('retry-after', seconds);
  return new Refusal('rate_limited', 'rate_limited', `${limit}. The request was not processed; retry in ${seconds} s.`);
}
