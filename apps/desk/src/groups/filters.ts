import { page } from '../parts/search';

export interface GroupFilters {
  page?: number;
}

export const groupFilters = (given: Record<string, unknown>): GroupFilters => ({ page: page(given.page) });
