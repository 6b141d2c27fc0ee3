import { page, text } from '../parts/search';

export interface SearchFilters {
  q?: string;
  page?: number;
}

export const searchFilters = (given: Record<string, unknown>): SearchFilters => ({
  q: text(given.q),
  page: page(given.page),
});
