export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

/** What raised an alert. */
export const ALERT_SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;

/** `open` and `escalated` alerts are active; `resolved` and `dismissed` ones are closed for good. */
export const ALERT_STATUSES = ['open', 'escalated', 'resolved', 'dismissed'] as const;

/** How an alert was resolved, in the fact. Readers of its version 1 know no other values. */
export const PUBLISHED_RESOLUTIONS = ['handled', 'reported', 'confirmed_match'] as const;

/**
 * How an alert was resolved. `confirmed_match`: the customer (or its owner, related party or
 * counterparty) is the listed one; on a sanctions hit about the customer itself that makes it sanctioned.
 * `escalated`: handed on outside the institution's own review, for example to an authority. An alert that an officer
 * hands to a colleague has the status `escalated` instead, and stays active.
 */
export const RESOLUTIONS = [...PUBLISHED_RESOLUTIONS, 'escalated'] as const;

/** What a transaction can name beside its counterparty. A match with one is a match of the `counterparty` with this part. */
export const TRANSACTION_PARTS = ['vessel', 'aircraft', 'description', 'reference'] as const;
export type TransactionPart = (typeof TRANSACTION_PARTS)[number];

/** A tag of an alert: a word of the institution, without personal data. */
export const TAG_PATTERN = '^[a-z0-9][a-z0-9_-]{0,49}$';
export const MAX_TAGS = 20;
