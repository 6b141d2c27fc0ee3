import { oneOf, page, text } from '../parts/search';

/** What the page lists: parts of the queue, whose alerts are not closed, or all alerts. */
export const VIEWS = ['queue', 'mine', 'unassigned', 'overdue', 'snoozed', 'all'] as const;
export const STATUSES = ['open', 'escalated', 'resolved', 'dismissed'] as const;
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const SOURCES = ['screening', 'monitoring', 'kyc', 'plugin'] as const;

/** What the page shows. It is in the address of the page, so that a link shows the same. */
export interface AlertFilters {
  /** without it: the queue; of one customer, all alerts */
  view?: (typeof VIEWS)[number];
  /** only of all alerts */
  status?: (typeof STATUSES)[number];
  severity?: (typeof SEVERITIES)[number];
  source?: (typeof SOURCES)[number];
  /** only of the queue */
  tag?: string;
  /** only of all alerts */
  customer_id?: string;
  page?: number;
}

export const alertFilters = (given: Record<string, unknown>): AlertFilters => ({
  view: oneOf(VIEWS, given.view),
  status: oneOf(STATUSES, given.status),
  severity: oneOf(SEVERITIES, given.severity),
  source: oneOf(SOURCES, given.source),
  tag: text(given.tag),
  customer_id: text(given.customer_id),
  page: page(given.page),
});

/** The list that the filters choose. A link with a status or a customer means all alerts. */
export const viewOf = ({ view, status, customer_id }: AlertFilters): (typeof VIEWS)[number] =>
  view ?? (status === undefined && customer_id === undefined ? 'queue' : 'all');
