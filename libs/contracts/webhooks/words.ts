/** Probity sends nothing to a `disabled` endpoint. Staff disabled it, or its receiver is gone or failed for days. */
export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;

/**
 * `pending`: it is due or under way, for the first time or after a resend. `failed`: the last attempt
 * failed; the next one is at `next_retry_at`. Without it the failure is permanent. `canceled`: its
 * endpoint was deleted.
 */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
