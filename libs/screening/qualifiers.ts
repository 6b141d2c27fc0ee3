import { compareBirthDates, type BirthDateAgreement } from './birth-dates';
import { rounded } from './comparing/comparison';
import { compareIdentifiers, type IdentifierAgreement, identifiersOf } from './identifiers';
import type { ListEntry } from './list-entry';
import type { ScreeningSubject } from './screening-subject';
import { type Weights, WEIGHTS } from './weights';

/** The weight of each agreement of the dates of birth. */
const BIRTH_DATE_WEIGHTS: Readonly<Record<BirthDateAgreement, keyof Weights>> = {
  'same day': 'same_day',
  'same month': 'same_month',
  'day and month swapped': 'day_and_month_swapped',
  'same year': 'same_year',
  'same year, another day': 'same_year_other_day',
  'a year apart': 'a_year_apart',
  'years apart': 'years_apart',
  'many years apart': 'many_years_apart',
};

const IDENTIFIER_WEIGHTS: Readonly<Record<Exclude<IdentifierAgreement, 'same'>, keyof Weights>> = {
  different: 'other_identifier',
  'different IMO number': 'other_imo_number',
  'same number, another kind': 'same_number_other_kind',
  'same serial number': 'same_number_other_kind',
  'same short serial number': 'same_number_other_kind',
};

/** Below this name score, agreement of dates, countries or numbers adds nothing. Only an equal identifier counts. */
export const LEAST_TO_STRENGTHEN = 0.6;

/** Returns the least name score with which an entry can reach the threshold without an equal identifier. */
export function leastNameScore({ birth_date, countries, identifiers }: ScreeningSubject, threshold: number): number {
  const most =
    (birth_date === undefined ? 0 : WEIGHTS.same_day) +
    ((countries ?? []).length === 0 ? 0 : WEIGHTS.same_country) +
    ((identifiers ?? []).length === 0 ? 0 : WEIGHTS.same_number_other_kind);
  return Math.max(threshold - most, Math.min(threshold, LEAST_TO_STRENGTHEN));
}

export interface Qualified {
  score: number;
  features: Record<string, number | string | boolean | null>;
}

/**
 * Returns the score of a hit, from 0 to 1: the name score plus the weights for dates of birth, countries,
 * identifiers, gender and schema. Data that only one side has adds no term. If the name score is below
 * `LEAST_TO_STRENGTHEN`, a positive sum of the terms is not added. An equal identifier gives at least `same_identifier`, and
 * an equal serial number of an aircraft as much less as a number of another kind counts.
 */
export function qualify(
  subject: ScreeningSubject,
  entry: ListEntry,
  nameScore: number,
  weights: Readonly<Weights> = WEIGHTS,
): Qualified {
  const birth = compareBirthDates(subject.birth_date, entry.birth_dates);
  const countries = compareCountries(subject.countries ?? [], entry.countries);
  const identifiers = compareIdentifiers(subject.identifiers ?? [], identifiersOf(entry));

  const birthTerm = birth === undefined ? 0 : weights[BIRTH_DATE_WEIGHTS[birth]];
  const countryTerm =
    countries === undefined ? 0 : countries === 'shared' ? weights.same_country : weights.other_country;
  const identifierTerm =
    identifiers === undefined || identifiers === 'same' ? 0 : weights[IDENTIFIER_WEIGHTS[identifiers]];
  const isOtherGender =
    entry.schema === 'Person' && !!subject.gender && !!entry.gender && subject.gender !== entry.gender;
  const genderTerm = isOtherGender ? weights.other_gender : 0;
  const schemaTerm = compareSchemas(subject.schema, entry.schema, weights);

  const sum = birthTerm + countryTerm + identifierTerm + genderTerm + schemaTerm;
  let score = clamp(nameScore + (nameScore < LEAST_TO_STRENGTHEN ? Math.min(0, sum) : sum));
  const { same_identifier, same_number_other_kind } = weights;
  if (identifiers === 'same') score = Math.max(score, same_identifier + (1 - same_identifier) * nameScore);
  if (identifiers === 'same serial number') score = Math.max(score, same_identifier - same_number_other_kind);

  const features: Qualified['features'] = { name_score: rounded(nameScore) };
  if (birth !== undefined) Object.assign(features, { birth_date: birth, birth_date_term: birthTerm });
  if (countries !== undefined) Object.assign(features, { countries, countries_term: countryTerm });
  if (identifiers !== undefined) Object.assign(features, { identifiers, identifiers_term: identifierTerm });
  if (isOtherGender) Object.assign(features, { other_gender: entry.gender, other_gender_term: genderTerm });
  if (schemaTerm !== 0) Object.assign(features, { other_schema: entry.schema, other_schema_term: schemaTerm });
  return { score: rounded(score), features };
}

/** An entry that is `Other` may be a vessel. A subject of unknown schema may be what an `Other` entry is. */
function compareSchemas(
  ours: ScreeningSubject['schema'],
  theirs: ListEntry['schema'],
  { thing, other_schema }: Weights,
): number {
  if (ours === theirs) return 0;
  if (ours === 'Text') return isParty(theirs) ? 0 : thing;
  if (ours === 'Unknown') return isParty(theirs) || theirs === 'Other' ? 0 : thing;
  if (ours === 'Vessel') return theirs === 'Other' ? 0 : thing;
  return isParty(ours) && isParty(theirs) ? other_schema : thing;
}

const isParty = (schema: ScreeningSubject['schema'] | ListEntry['schema']): boolean =>
  schema === 'Person' || schema === 'Company';

function compareCountries(ours: readonly string[], theirs: readonly string[]): 'shared' | 'none shared' | undefined {
  if (ours.length === 0 || theirs.length === 0) return undefined;
  const known = new Set(theirs.map((country) => country.toUpperCase()));
  return ours.some((country) => known.has(country.toUpperCase())) ? 'shared' : 'none shared';
}

const clamp = (score: number): number => Math.max(0, Math.min(1, score));
