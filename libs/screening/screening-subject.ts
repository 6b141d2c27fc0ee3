import type { ListEntry } from './list-entry';

/** The person or company to screen. `Unknown` is compared with persons and with companies. */
export interface ScreeningSubject {
  schema: 'Person' | 'Company' | 'Unknown';
  /** all known names, in any script and order; the best match counts */
  names: string[];
  /** `1962`, `1962-03` or `1962-03-17`; for a company, the date of its foundation */
  birth_date?: string;
  /** ISO 3166-1 alpha-2: nationality, residence, registration */
  countries?: string[];
  identifiers?: { type?: string; value: string; country?: string }[];
}

/**
 * An entry of a list that may be the subject.
 *
 * `score` is from 0 to 1. It is the score of the best pair of names (see `scoreNames`), plus terms for the dates of
 * birth, the countries, the identifiers and the schema (see `qualify`).
 */
export interface ScreeningMatch {
  entry: ListEntry;
  /** the name of the entry that matches best */
  matched_name: string;
  /** the name of the subject that it matches */
  subject_name: string;
  score: number;
  /** the named parts of the score; can be stored as JSON and explain the hit later */
  features: Record<string, number | string | boolean | null>;
}
