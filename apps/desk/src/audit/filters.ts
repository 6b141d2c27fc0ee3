import { page, text } from '../parts/search';

export interface AuditFilters {
  actor?: string;
  action?: string;
  subject_id?: string;
  page?: number;
}

export const auditFilters = (given: Record<string, unknown>): AuditFilters => ({
  actor: text(given.actor),
  action: text(given.action),
  subject_id: text(given.subject_id),
  page: page(given.page),
});
