import { oneOf, page } from '../parts/search';

export const OPERATION_VIEWS = ['services', 'tenants', 'dead-letters'] as const;

export interface OperationFilters {
  /** without it: the services */
  view?: (typeof OPERATION_VIEWS)[number];
  page?: number;
}

export const operationFilters = (given: Record<string, unknown>): OperationFilters => ({
  view: oneOf(OPERATION_VIEWS, given.view),
  page: page(given.page),
});
