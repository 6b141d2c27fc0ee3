import { oneOf, page } from '../parts/search';

export const MODES = ['active', 'shadow', 'disabled'] as const;
export type Mode = (typeof MODES)[number];

export interface RuleFilters {
  mode?: Mode;
  page?: number;
}

export const ruleFilters = (given: Record<string, unknown>): RuleFilters => ({
  mode: oneOf(MODES, given.mode),
  page: page(given.page),
});
