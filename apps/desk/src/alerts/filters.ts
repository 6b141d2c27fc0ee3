import { oneOf, page, text } from '../parts/search';

export const STATUSES = ['open', 'escalated', 'resolved', 'dismissed'] as const;
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;

/** What the queue shows. It is in the address of the page, so that a link shows the same. */
export interface AlertFilters {
  /** without it: open */
  status?: (typeof STATUSES)[number];
  severity?: (typeof SEVERITIES)[number];
  source?: (typeof SOURCES)[number];
  customer_id?: string;
  page?: number;
}

export const alertFilters = (given: Record<string, unknown>): AlertFilters => ({
  status: oneOf(STATUSES, given.status),
  severity: oneOf(SEVERITIES, given.severity),
  source: oneOf(SOURCES, given.source),
  customer_id: text(given.customer_id),
  page: page(given.page),
});
