import { page } from '../parts/search';

export interface RescreeningFilters {
  page?: number;
}

export const rescreeningFilters = (given: Record<string, unknown>): RescreeningFilters => ({ page: page(given.page) });
