/** The subject of an entry of a watchlist. Vessels and aircraft are `Other`; they match only themselves. */
export type ListSchema = 'Person' | 'Company' | 'Other';

/**
 * How good a name is. A `weak` alias is one that the list itself calls weak or low quality, or a single
 * short word: it supports a match and makes none by itself unless it agrees to the letter.
 */
export type NameQuality = 'primary' | 'alias' | 'weak';

export interface ListName {
  /** in its own script, as the list prints it */
  name: string;
  quality: NameQuality;
}

/** A passport, a tax number, a registration number; compared without case, spaces and punctuation. */
export interface Identifier {
  /** in the words of the list, in lower case: `passport`, `tax id`, `registration number` */
  type: string;
  value: string;
  /** ISO 3166-1 alpha-2, upper case */
  country?: string;
}

/** Why the subject is on a list. */
export type ListTopic = 'sanction' | 'pep' | 'crime' | 'wanted' | 'adverse-media' | 'other';

/** One entry of a watchlist, whatever the format that it came in. */
export interface ListEntry {
  /** stable name of the list, such as `ofac-sdn` or, for a tenant's own list, `tenant` */
  list: string;
  /** unique within the list, and the same in each version of it */
  id: string;
  schema: ListSchema;
  topics: ListTopic[];
  /** the first is the primary name; never empty */
  names: ListName[];
  /** `1962`, `1962-03` or `1962-03-17`, or a range of years `1958/1962` where the list is unsure */
  birth_dates: string[];
  /** ISO 3166-1 alpha-2, upper case: nationality, citizenship, residence, registration */
  countries: string[];
  identifiers: Identifier[];
  /** sanctions programmes or legal bases, as printed */
  programs: string[];
  /** further text of the list, for the officer who decides on a hit */
  remarks?: string;
}
