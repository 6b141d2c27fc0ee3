/** What the entries of the audit trail are about. */
export const AUDIT_SUBJECTS = [
  'alert',
  'api_key',
  'backtest',
  'case',
  'customer',
  'event',
  'identity_provider',
  'limits',
  'monitoring_rule',
  'notice',
  'proposal',
  'provider',
  'provider_signal',
  'settings',
  'staff_account',
  'tenant',
  'watchlist',
  'webhook',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
