import type { ListEntry } from './list-entry';

/** Who is looked for. `Unknown` is compared with persons and with companies, whichever fits better. */
export interface ScreeningSubject {
  schema: 'Person' | 'Company' | 'Unknown';
  /** every name that is known, in any script and order; the best one counts */
  names: string[];
  /** `1962`, `1962-03` or `1962-03-17`; of a company, when it was founded */
  birth_date?: string;
  /** ISO 3166-1 alpha-2: nationality, residence, registration */
  countries?: string[];
  identifiers?: { type?: string; value: string; country?: string }[];
}

/**
 * One entry of a list that may be the subject.
 *
 * `score` is from 0 to 1: how alike the best pair of names is (see `scoreNames`), plus or minus what the
 * date of birth, the countries, the identifiers and the schema say (see `qualify`).
 */
export interface ScreeningMatch {
  entry: ListEntry;
  /** the entry's name that fits best */
  matched_name: string;
  /** the subject's name that it fits */
  subject_name: string;
  score: number;
  /** what the score is made of, each named; safe to store as JSON and enough to explain the hit later */
  features: Record<string, number | string | boolean | null>;
}
