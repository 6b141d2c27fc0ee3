/**
 * What a score adds to the score of the names, or takes from it. Names of the fields are those of the API, which
 * measures other weights on decided alerts. Screening itself uses `WEIGHTS` and no others.
 */
export interface Weights {
  /** the dates of birth are the same day */
  same_day: number;
  /** the same month and year; one of them has no day */
  same_month: number;
  /** the same year, with day and month swapped */
  day_and_month_swapped: number;
  /** the same year; one of them has no month */
  same_year: number;
  /** the same year, and another day */
  same_year_other_day: number;
  a_year_apart: number;
  /** two to five years */
  years_apart: number;
  /** more than five years: an equal name is just a hit, and any other name is none */
  many_years_apart: number;
  /** at least one country of both */
  same_country: number;
  /** countries of both, and none in common */
  other_country: number;
  /** a person compared with a company; equal names are still a hit, because either schema may be wrong */
  other_schema: number;
  /** a person or a company compared with a vessel or an aircraft: equal names are not a hit */
  thing: number;
  /** another number of the same kind and country */
  other_identifier: number;
  /** the same number of another kind or country */
  same_number_other_kind: number;
  /** the least score of a hit with an equal identifier; it rises to 1 with the similarity of the names */
  same_identifier: number;
  /** a match of a weak alias whose spelling is not exactly the same */
  weak_alias: number;
  /** a second name of the subject that also matches a name of the entry */
  second_name: number;
}

/** The weights of this version of the scorer. */
export const WEIGHTS: Readonly<Weights> = {
  same_day: 0.1,
  same_month: 0.06,
  day_and_month_swapped: 0.05,
  same_year: 0.03,
  same_year_other_day: -0.03,
  a_year_apart: -0.03,
  years_apart: -0.14,
  many_years_apart: -0.2,
  same_country: 0.03,
  other_country: -0.1,
  other_schema: -0.25,
  thing: -1,
  other_identifier: -0.04,
  same_number_other_kind: 0.15,
  same_identifier: 0.95,
  weak_alias: -0.3,
  second_name: 0.03,
};

export const WEIGHT_NAMES = Object.keys(WEIGHTS) as (keyof Weights)[];
