import { AddressBuckets } from '@probity/platform/limiting/address-buckets';
import { rateLeft, type RateLimitFields, ratePolicy } from '@probity/platform/limiting/rate-limit-fields';
import type { RefusedByLimit } from './refusal-by-limit';

/** Keys that this process does not know, by client address: each needs a query. A valid key counts only once. */
export const UNKNOWN_KEYS = { perSecond: 50, burst: 500 };
/** Webhooks of providers, by client address. A provider sends the webhooks of all its customers from few addresses. */
export const PROVIDER_WEBHOOKS = { perSecond: 200, burst: 2_000 };

/** The outcome for one request without a known key. */
export interface AddressAdmission {
  fields: RateLimitFields;
  /** undefined: the request is admitted */
  refused?: RefusedByLimit;
  /** Does not count the request: it was valid. */
  giveBack: () => void;
}

/**
 * Limits requests whose sender is not known yet, by client address. It protects Postgres; nothing here depends on who
 * the sender claims to be, so that a sender cannot use up the limit of another.
 */
export class UnauthenticatedLimits {
  private readonly unknownKeys = new AddressBuckets(UNKNOWN_KEYS);
  private readonly providerWebhooks = new AddressBuckets(PROVIDER_WEBHOOKS);

  unknownKey(address: string): AddressAdmission {
    return admit(this.unknownKeys, 'unknown_keys', 'API keys that the gateway does not know', address);
  }

  providerWebhook(address: string): AddressAdmission {
    return admit(this.providerWebhooks, 'provider_webhooks', 'webhooks of providers', address);
  }
}

function admit(
  buckets: AddressBuckets,
  by: 'unknown_keys' | 'provider_webhooks',
  what: string,
  address: string,
): AddressAdmission {
  const { rate } = buckets;
  const bucket = buckets.of(address);
  const admitted = bucket.take();
  const fields = { policy: ratePolicy('address', rate), limit: rateLeft('address', bucket) };
  const giveBack = (): void => bucket.giveBack();
  if (admitted) return { fields, giveBack };
  const limit = `the limit of requests with ${what} is ${rate.perSecond} per second from one address, with a burst of ${rate.burst}`;
  return { fields, refused: { by, limit, retryAfter: bucket.secondsToNext() }, giveBack };
}
