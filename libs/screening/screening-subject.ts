import type { ListEntry, ListGender } from './list-entry';

/**
 * What a subject is, and with which entries its names are compared. An equal identifier is a match with an entry of any
 * schema.
 *
 * - `Person`, `Company`: with persons and companies; `Unknown`: the same, and with entries that are `Other`
 * - `Vessel`: with vessels, and with entries that are `Other`
 * - `Aircraft`, `Wallet`: with none. Only identifiers are compared; the name of a wallet is its address.
 * - `Text`: its names are texts, in which names of persons and companies are searched (see `TextIndex`)
 */
export type SubjectSchema = 'Person' | 'Company' | 'Unknown' | 'Vessel' | 'Aircraft' | 'Wallet' | 'Text';

/** What is screened. */
export interface ScreeningSubject {
  schema: SubjectSchema;
  /** all known names, in any script and order; the best match counts */
  names: string[];
  /** names that are not searched in a text */
  except?: string[];
  /** `1962`, `1962-03` or `1962-03-17`; for a company, the date of its foundation */
  birth_date?: string;
  /** of a person */
  gender?: ListGender;
  /** ISO 3166-1 alpha-2: nationality, residence, registration, flag of a vessel */
  countries?: string[];
  identifiers?: { type?: string; value: string; country?: string }[];
}

/**
 * An entry of a list that may be the subject.
 *
 * `score` is from 0 to 1. It is the score of the best pair of names (see `scoreNames`), plus terms for the dates of
 * birth, the countries, the identifiers, the gender and the schema (see `qualify`).
 */
export interface ScreeningMatch {
  entry: ListEntry;
  /** the name of the entry that matches best */
  matched_name: string;
  /** the name of the subject that it matches; of a text, the part of it that is the name */
  subject_name: string;
  score: number;
  /** the named parts of the score; can be stored as JSON and explain the hit later */
  features: Record<string, number | string | boolean | null>;
}
