/** `disabled`: nothing is sent; by staff, or because the receiver is gone or has only failed for days. */
export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;

/**
 * `pending`: it is due or under way, for the first time or after it was resent. `failed`: the last attempt
 * failed; the next one is at `next_retry_at`, and when there is none it has failed for good. `canceled`: its
 * endpoint was deleted.
 */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
