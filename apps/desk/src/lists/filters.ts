import { page, text } from '../parts/search';

export interface ListFilters {
  /** a part of a name */
  name?: string;
  page?: number;
}

export const listFilters = (given: Record<string, unknown>): ListFilters => ({
  name: text(given.name),
  page: page(given.page),
});
