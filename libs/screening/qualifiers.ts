import { compareBirthDates, type BirthDateAgreement } from './birth-dates';
import { rounded } from './comparing/comparison';
import { compareIdentifiers } from './identifiers';
import type { ListEntry } from './list-entry';
import type { ScreeningSubject } from './screening-subject';

/** The term that each agreement of the dates of birth adds to the score. */
export const BIRTH_DATE_TERMS: Readonly<Record<BirthDateAgreement, number>> = {
  'same day': 0.1,
  'same month': 0.06,
  'day and month swapped': 0.05,
  'same year': 0.03,
  'same year, another day': -0.03,
  'a year apart': -0.03,
  'years apart': -0.14,
  'many years apart': -0.2,
};
export const SAME_COUNTRY_TERM = 0.03;
/** With a date of birth that is many years apart, an equal name is just a hit, and any other name is none. */
export const OTHER_COUNTRY_TERM = -0.1;
/** For a person compared with a company. Equal names are still a hit, because either schema may be wrong. */
export const OTHER_SCHEMA_TERM = -0.25;
/** For a person or a company compared with a vessel or an aircraft: equal names are not a hit. */
export const THING_TERM = -1;
export const OTHER_IDENTIFIER_TERM = -0.04;
export const SAME_NUMBER_OTHER_KIND_TERM = 0.15;
/** The least score of a hit with an equal identifier. The score rises to 1 with the similarity of the names. */
export const SAME_IDENTIFIER_SCORE = 0.95;

/** Below this name score, agreement of dates, countries or numbers adds nothing. Only an equal identifier counts. */
export const LEAST_TO_STRENGTHEN = 0.6;

/** Returns the least name score with which an entry can reach the threshold without an equal identifier. */
export function leastNameScore({ birth_date, countries, identifiers }: ScreeningSubject, threshold: number): number {
  const most =
    (birth_date === undefined ? 0 : BIRTH_DATE_TERMS['same day']) +
    ((countries ?? []).length === 0 ? 0 : SAME_COUNTRY_TERM) +
    ((identifiers ?? []).length === 0 ? 0 : SAME_NUMBER_OTHER_KIND_TERM);
  return Math.max(threshold - most, Math.min(threshold, LEAST_TO_STRENGTHEN));
}

export interface Qualified {
  score: number;
  features: Record<string, number | string | boolean | null>;
}

/**
 * Returns the score of a hit, from 0 to 1: the name score plus the terms above for dates of birth, countries,
 * identifiers and schema. Data that only one side has adds no term. If the name score is below
 * `LEAST_TO_STRENGTHEN`, a positive sum of the terms is not added.
 */
export function qualify(subject: ScreeningSubject, entry: ListEntry, nameScore: number): Qualified {
  const birth = compareBirthDates(subject.birth_date, entry.birth_dates);
  const countries = compareCountries(subject.countries ?? [], entry.countries);
  const identifiers = compareIdentifiers(subject.identifiers ?? [], entry.identifiers);

  const birthTerm = birth === undefined ? 0 : BIRTH_DATE_TERMS[birth];
  const countryTerm = countries === undefined ? 0 : countries === 'shared' ? SAME_COUNTRY_TERM : OTHER_COUNTRY_TERM;
  const identifierTerm =
    identifiers === 'different'
      ? OTHER_IDENTIFIER_TERM
      : identifiers === 'same number, another kind'
        ? SAME_NUMBER_OTHER_KIND_TERM
        : 0;
  const schemaTerm = compareSchemas(subject.schema, entry.schema);

  const sum = birthTerm + countryTerm + identifierTerm + schemaTerm;
  let score = clamp(nameScore + (nameScore < LEAST_TO_STRENGTHEN ? Math.min(0, sum) : sum));
  if (identifiers === 'same') score = Math.max(score, SAME_IDENTIFIER_SCORE + (1 - SAME_IDENTIFIER_SCORE) * nameScore);

  const features: Qualified['features'] = { name_score: rounded(nameScore) };
  if (birth !== undefined) Object.assign(features, { birth_date: birth, birth_date_term: birthTerm });
  if (countries !== undefined) Object.assign(features, { countries, countries_term: countryTerm });
  if (identifiers !== undefined) Object.assign(features, { identifiers, identifiers_term: identifierTerm });
  if (schemaTerm !== 0) Object.assign(features, { other_schema: entry.schema, other_schema_term: schemaTerm });
  return { score: rounded(score), features };
}

function compareSchemas(ours: ScreeningSubject['schema'], theirs: ListEntry['schema']): number {
  if (ours === 'Unknown' || ours === theirs) return 0;
  return theirs === 'Other' ? THING_TERM : OTHER_SCHEMA_TERM;
}

function compareCountries(ours: readonly string[], theirs: readonly string[]): 'shared' | 'none shared' | undefined {
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const known = new Set(theirs.map((country) => country.toUpperCase()));
  return ours.some((country) => known.has(country.toUpperCase())) ? 'shared' : 'none shared';
}

const clamp = (score: number): number => Math.max(0, Math.min(1, score));
