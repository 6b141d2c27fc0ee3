import { oneOf, page, text } from '../parts/search';

export const CASE_STATUSES = ['open', 'closed'] as const;

export interface CaseFilters {
  status?: (typeof CASE_STATUSES)[number];
  customer_id?: string;
  page?: number;
}

export const caseFilters = (given: Record<string, unknown>): CaseFilters => ({
  status: oneOf(CASE_STATUSES, given.status),
  customer_id: text(given.customer_id),
  page: page(given.page),
});
