import { labelled, phrases, readLines } from '@probity/platform/data-file';
import countries from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

/** Keys of words that mean that no country is known. The empty key is one of them. */
const NO_COUNTRY = new Set(['', ...readLines(`${__dirname}/data/no-country.txt`, phrases).flat()]);

const codes = new Set(Object.keys(countries.getAlpha2Codes()));
const byKey = new Map<string, string>();
for (const [code, names] of Object.entries(english.countries)) {
  for (const name of [names].flat()) byKey.set(keyOf(name), code);
}
readLines(`${__dirname}/data/country-spellings.txt`, (line) => {
  const { label: code, items: names } = labelled(line);
  if (!codes.has(code)) throw new Error(`"${code}" must be an ISO 3166-1 alpha-2 code`);
  for (const name of names) byKey.set(keyOf(name), code);
});

/** Makes spellings comparable: lower case, no accents, no punctuation, no "the" and "of", no "Region:" in front. */
function keyOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^region:/, '')
    .replace(/['’`.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(the|of)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a country that is named in English. Knows the spellings of the sanctions
 * lists, such as `Korea, North`, `Iran (Islamic Republic of)`, `Bahamas, The` or `Region: Gaza`. Returns undefined
 * when the words name no country with a code.
 */
export function countryCode(words: string): string | undefined {
  if (words.length > 100) return undefined;
  const whole = byKey.get(keyOf(words));
  if (whole !== undefined) return whole;
  const turned = /^([^,(]+)(?:,\s*|\s*\()([^,()]+)\)?$/.exec(words.trim());
  if (!turned) return undefined;
  const [, first, second] = turned;
  // "Virgin Islands, British" is tried as "British Virgin Islands"; "Iran (Islamic Republic of)" also as "Iran"
  return byKey.get(keyOf(`${second} ${first}`)) ?? (words.includes('(') ? byKey.get(keyOf(first!)) : undefined);
}

/** True for words that lists print when no country is known, such as `undetermined`. */
export function isNoCountry(words: string): boolean {
  return NO_COUNTRY.has(keyOf(words));
}

/** True for an officially assigned ISO 3166-1 alpha-2 code, or XK for Kosovo. The code must be in upper case. */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}
