import type { ScreeningMatch, ScreeningSubject } from '@probity/screening/screening-subject';

/** The lists that a tenant screens against. */
export interface TenantLists {
  /** the number of entries */
  readonly entries: number;
  /** The best matches, best first. */
  screen(subject: ScreeningSubject, options: { threshold: number; limit: number }): ScreeningMatch[];
  /** The version of a list in use; 0 for a list that does not exist. */
  versionOf(list: string): number;
}
