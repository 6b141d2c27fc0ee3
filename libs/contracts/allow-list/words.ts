/** `expired` and `ended` entries cover nothing any more. */
export const ALLOW_LIST_STATUSES = ['active', 'expired', 'ended'] as const;
export type AllowListStatus = (typeof ALLOW_LIST_STATUSES)[number];

/** So that a person looks at each entry at least once a year. */
export const MAX_ALLOWED_DAYS = 366;
