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

/** The versions that are compared; without them, the last two. */
export interface VersionFilters {
  left?: number;
  right?: number;
}

const version = (given: unknown): number | undefined => {
  const number = Number(given);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

export const versionFilters = (given: Record<string, unknown>): VersionFilters => ({
  left: version(given.left),
  right: version(given.right),
});
