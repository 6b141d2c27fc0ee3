import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { toWords } from '@probity/screening/names/words';

/** The version of the rules below. With a new one, the terms of all customers are computed again. */
export const SEARCH_VERSION = 1;

const MAX_WORDS = 40;
const MAX_TERM = 100;
/** German, Danish and Norwegian names are written with two letters where the keyboard lacks these. */
const TWO_LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** The words of a name: small letters a to z and digits, whatever its script, accents and case. */
export const wordsOf = (name: string): string[] => [...new Set(toWords(name).map(({ text }) => cut(text)))];

/** An email, an external id or an account reference as a term: without spaces, case and accents. */
export const identifierTerm = (identifier: string): string =>
  cut(
    identifier
      .normalize('NFKD')
      .replaceAll(/[\p{M}\s]/gu, '')
      .toLowerCase(),
  );

const SEARCHED = [
  ...(['full_name', 'first_name', 'middle_name', 'last_name', 'business_name', 'aliases'] as const),
  ...(['external_id', 'account_refs'] as const),
];
type Searched = Pick<CustomerProfile, (typeof SEARCHED)[number]>;

/** Everything that the customer is found by. */
export function searchTerms(profile: Searched & Pick<CustomerProfile, 'email'>): string[] {
  const { full_name, first_name, middle_name, last_name, business_name, aliases = [] } = profile;
  const { email, external_id, account_refs } = profile;
  const own = [full_name, first_name, middle_name, last_name, business_name];
  const names = [...own, ...aliases].filter((name) => name !== undefined);
  const words = names.flatMap((name) => [...wordsOf(name), ...wordsOf(withTwoLetters(name))].slice(0, 2 * MAX_WORDS));
  const identifiers = [email, external_id, ...account_refs].filter((one) => one !== undefined).map(identifierTerm);
  return [...new Set([...words, ...identifiers])].filter((term) => term !== '');
}

/** Whether a change of a profile changes what the customer is found by. */
export const changesSearchTerms = (changes: Partial<Searched>): boolean =>
  SEARCHED.some((field) => Object.hasOwn(changes, field));

const withTwoLetters = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüåø]/g, (letter) => TWO_LETTERS[letter]!);

/** Without half of a surrogate pair, which Postgres does not store. */
const cut = (term: string): string => term.slice(0, MAX_TERM).replace(/[\uD800-\uDBFF]$/, '');
