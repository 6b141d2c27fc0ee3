import type { CountryLists } from './rule-context';

/**
 * Whether a country is on a named list; one that is not known is on none.
 *
 * @throws Error when there is no such list: a rule that asks it cannot be decided.
 */
export function isListed(lists: CountryLists, list: string, country: string | null): boolean {
  const countries = lists.get(list);
  if (countries === undefined) {
    const known = [...lists.keys()].join(', ') || 'none';
    throw new Error(`the country list ${list}, which a rule asks for, was not given; given: ${known}`);
  }
  return country !== null && countries.has(country);
}
