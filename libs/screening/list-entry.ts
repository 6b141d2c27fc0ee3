import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import type { LIST_GENDERS, ListSchema } from '@probity/contracts/watchlists/views';

export type { ListSchema };
export type ListGender = (typeof LIST_GENDERS)[number];

/**
 * The quality of a name. An alias is `weak` if the list calls it weak or of low quality, or if it is a single short
 * word. A weak alias can support a match of another name. Alone, it makes a match only if the spelling is the same.
 */
export type NameQuality = 'primary' | 'alias' | 'weak';

export interface ListName {
  /** in its own script, as the list prints it */
  name: string;
  quality: NameQuality;
}

/**
 * For example a passport, a tax number or a registration number. Compared without case, spaces and punctuation; an address
 * of crypto-assets is compared as `addressKey` says.
 */
export interface Identifier {
  /** in the words of the list, in lower case: `passport`, `tax id`, `registration number` */
  type: string;
  value: string;
  /** ISO 3166-1 alpha-2, upper case */
  country?: string;
}

/** One entry of a watchlist, in the form that all list formats are converted to. */
export interface ListEntry {
  /** stable name of the list, such as `ofac-sdn` or, for a tenant's own list, `tenant` */
  list: string;
  /** unique within the list, and the same in each version of it */
  id: string;
  /**
   * A person or a company matches a vessel, an aircraft or a wallet only by an identifier. `Other` may be anything that is
   * no person and no company: earlier versions read vessels and aircraft so.
   */
  schema: ListSchema;
  topics: ListTopic[];
  /** the first is the primary name; never empty */
  names: ListName[];
  /** `1962`, `1962-03` or `1962-03-17`, or a range of years `1958/1962` if the list is unsure */
  birth_dates: string[];
  /** of a person; absent: the list gives none, or several */
  gender?: ListGender;
  /** ISO 3166-1 alpha-2, upper case: nationality, citizenship, residence, registration, flag of a vessel */
  countries: string[];
  identifiers: Identifier[];
  /** sanctions programmes or legal bases, as printed */
  programs: string[];
  /** further text of the list, for the officer who decides on a hit */
  remarks?: string;
}
