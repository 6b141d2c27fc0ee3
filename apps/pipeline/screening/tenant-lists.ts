import {
  isAny,
  lowestThreshold,
  type ScreeningThresholds,
  thresholdFor,
} from '@probity/contracts/settings/screening-thresholds';
import type { ScreenOptions } from '@probity/screening/screening-index';
import type { ScreeningMatch } from '@probity/screening/screening-subject';
import type { RelatedSubject } from './subjects';

/** Which matches a tenant wants. It is also the key of stored results, so it can be written as JSON. */
export interface WantedMatches extends ScreeningThresholds {
  /** the maximum number of matches that reach their threshold */
  limit: number;
}

/** The lists that a tenant screens against. */
export interface TenantLists {
  /** the number of entries */
  readonly entries: number;
  /** The best matches that reach their threshold, best first. */
  screen(subject: RelatedSubject, wanted: WantedMatches): ScreeningMatch[];
  /** The version of a list in use; 0 for a list that does not exist. */
  versionOf(list: string): number;
}

/** How the index finds the wanted matches: matches below their own threshold take no place. */
export function screenOptions({ role }: RelatedSubject, { limit, ...thresholds }: WantedMatches): ScreenOptions {
  const isForRole = thresholds.thresholds?.some(({ subject }) => isAny(subject) || subject === role);
  if (!isForRole) return { threshold: thresholds.threshold, limit };
  return {
    threshold: lowestThreshold(thresholds, role),
    limit,
    thresholdOf: ({ list, schema }) => thresholdFor(thresholds, { list, schema, subject: role }),
  };
}
