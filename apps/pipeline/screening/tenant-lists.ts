import type { ScreeningMatch, ScreeningSubject } from '@probity/screening/screening-subject';

/** The lists that a tenant screens against. */
export interface TenantLists {
  /** how many entries there are */
  readonly entries: number;
  /** The best matches, the best one first. */
  screen(subject: ScreeningSubject, options: { threshold: number; limit: number }): ScreeningMatch[];
  /** The version of a list that is compared with, 0 for one that is not there. */
  versionOf(list: string): number;
}
