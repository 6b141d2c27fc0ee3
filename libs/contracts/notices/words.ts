/** What a notice is about. */
export const NOTICE_KINDS = [
  'stage_degraded',
  'rule_stopped',
  'rule_suspended',
  'rule_above_limit',
  'amounts_not_compared',
  'unconverted_amounts_compared',
  'wrong_operator_tokens',
  'event_set_aside',
  'list_fetch_failed',
  'list_stale',
  'stored_data_contradicts',
  'forged_grant',
  'api_keys_signed',
  'verification_failed',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_STATUSES = ['open', 'settled'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];
