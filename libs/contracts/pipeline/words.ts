/**
 * The status of an ingested event. `pending`: accepted, not processed yet; `unresolved`: no customer has
 * its account_ref, and it waits for one; `processed`: it has its outcome; `duplicate`: its transaction was
 * processed before, under another event; `dead`: it failed repeatedly, and staff can retry it.
 */
export const EVENT_STATUSES = ['pending', 'unresolved', 'processed', 'duplicate', 'dead'] as const;

export const EVENT_TYPES = ['transaction', 'onboarding'] as const;
