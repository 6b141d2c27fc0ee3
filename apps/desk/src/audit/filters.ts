import { oneOf, page, text } from '../parts/search';

export const AUDIT_SUBJECTS = [
  'account',
  'alert',
  'api_key',
  'backtest',
  'case',
  'currency',
  'customer',
  'event',
  'identity_provider',
  'installation',
  'ledger',
  'limits',
  'monitoring_rule',
  'notice',
  'proposal',
  'provider',
  'provider_signal',
  'rescreening',
  'settings',
  'staff_account',
  'tenant',
  'watchlist',
  'webhook',
] as const;

export const AUDIT_VIEWS = ['entries', 'evidence'] as const;

export interface AuditFilters {
  /** without it: the entries */
  view?: (typeof AUDIT_VIEWS)[number];
  actor?: string;
  action?: string;
  subject_type?: (typeof AUDIT_SUBJECTS)[number];
  subject_id?: string;
  /** a day: from its beginning in UTC */
  since?: string;
  /** a day: before its beginning in UTC */
  until?: string;
  page?: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = (given: unknown): string | undefined => (DAY.test(text(given) ?? '') ? text(given) : undefined);

export const auditFilters = (given: Record<string, unknown>): AuditFilters => ({
  view: oneOf(AUDIT_VIEWS, given.view),
  actor: text(given.actor),
  action: text(given.action),
  subject_type: oneOf(AUDIT_SUBJECTS, given.subject_type),
  subject_id: text(given.subject_id),
  since: day(given.since),
  until: day(given.until),
  page: page(given.page),
});
