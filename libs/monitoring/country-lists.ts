import type { CountryLists } from './rule-context';

/**
 * Returns whether a country is on a named list. An unknown country (null) is on no list.
 *
 * @throws Error when the list does not exist, because the rule cannot be decided without it
 */
export function isListed(lists: CountryLists, list: string, country: string | null): boolean {
  const countries = lists.get(list);
  if (countries === undefined) {
    const known = [...lists.keys()].join(', ') || 'none';
    throw new Error(`the country list ${list}, which a rule uses, was not given; given: ${known}`);
  }
  return country !== null && countries.has(country);
}
