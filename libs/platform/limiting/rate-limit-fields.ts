import type { Bucket, Rate } from './bucket';

/**
 * The fields of `draft-ietf-httpapi-ratelimit-headers-11`, as Structured Fields (RFC 9651). The names of policies are
 * constants of ours, so that they need no quoting.
 *
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export interface RateLimitFields {
  policy: string;
  limit: string;
}

/** The policy of a bucket: its burst, and the seconds in which the average rate allows as many. */
export const ratePolicy = (name: string, { burst, perSecond }: Rate): string =>
  `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;

export const concurrencyPolicy = (name: string, concurrent: number): string =>
  `"${name}";q=${concurrent};qu="concurrent-requests"`;

/** What is left of a bucket, and the seconds until it is full. */
export const rateLeft = (name: string, bucket: Bucket): string =>
  `"${name}";r=${bucket.left};t=${bucket.secondsToFull()}`;
