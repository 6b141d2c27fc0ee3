import { oneOf, page, text } from '../parts/search';

/** What the page lists: parts of the queue, whose alerts are not closed, or all alerts. */
export const VIEWS = ['queue', 'mine', 'unassigned', 'overdue', 'snoozed', 'all'] as const;
export const STATUSES = ['open', 'escalated', 'resolved', 'dismissed'] as const;
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const RESOLUTIONS = ['handled', 'reported', 'confirmed_match', 'escalated'] as const;
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
  /** only of the queue: an account of staff, or `none` */
  assignee?: string;
  /** only of all alerts */
  customer_id?: string;
  /** only of all alerts: where figures lead to */
  rule_id?: string;
  case_id?: string;
  list?: string;
  resolution?: (typeof RESOLUTIONS)[number];
  decided_by?: string;
  /** days: the first and the last */
  raised_from?: string;
  raised_to?: string;
  decided_from?: string;
  decided_to?: string;
  page?: number;
}

export const alertFilters = (given: Record<string, unknown>): AlertFilters => ({
  view: oneOf(VIEWS, given.view),
  status: oneOf(STATUSES, given.status),
  severity: oneOf(SEVERITIES, given.severity),
  source: oneOf(SOURCES, given.source),
  tag: text(given.tag),
  assignee: text(given.assignee),
  customer_id: text(given.customer_id),
  rule_id: text(given.rule_id),
  case_id: text(given.case_id),
  list: text(given.list),
  resolution: oneOf(RESOLUTIONS, given.resolution),
  decided_by: text(given.decided_by),
  raised_from: text(given.raised_from),
  raised_to: text(given.raised_to),
  decided_from: text(given.decided_from),
  decided_to: text(given.decided_to),
  page: page(given.page),
});

/** Filters that only the list of all alerts has, and what each restricts it to. */
export const OF_ALL = {
  customer_id: 'one customer',
  rule_id: 'one rule',
  case_id: 'one case',
  list: 'one list',
  resolution: 'one resolution',
  decided_by: 'one person who decided',
  raised_from: 'raised from a day on',
  raised_to: 'raised up to a day',
  decided_from: 'decided from a day on',
  decided_to: 'decided up to a day',
} as const satisfies Partial<Record<keyof AlertFilters, string>>;
export const NAMES_OF_ALL = Object.keys(OF_ALL) as (keyof typeof OF_ALL)[];

/** The list that the filters choose. A link with a status, a customer or a figure's filter means all alerts. */
export const viewOf = (filters: AlertFilters): (typeof VIEWS)[number] =>
  filters.view ??
  (filters.status === undefined && NAMES_OF_ALL.every((name) => filters[name] === undefined) ? 'queue' : 'all');
