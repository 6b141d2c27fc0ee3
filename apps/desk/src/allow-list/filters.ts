import { oneOf, page, text } from '../parts/search';

export const ALLOW_LIST_STATUSES = ['active', 'expired', 'ended'] as const;

export interface AllowListFilters {
  status?: (typeof ALLOW_LIST_STATUSES)[number];
  customer_id?: string;
  page?: number;
}

export const allowListFilters = (given: Record<string, unknown>): AllowListFilters => ({
  status: oneOf(ALLOW_LIST_STATUSES, given.status),
  customer_id: text(given.customer_id),
  page: page(given.page),
});
