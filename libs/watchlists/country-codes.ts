import { labelled, phrases, readLines } from '@probity/platform/data-file';
import countries from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

/** With no word at all, too. */
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

/** Lower case, no accents, no punctuation, without "the" and "of", and without "Region:" in front. */
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
 * The ISO 3166-1 alpha-2 code of a country in English words, in the spellings of the sanctions lists too:
 * `Korea, North`, `Iran (Islamic Republic of)`, `Bahamas, The`, `Region: Gaza`. Undefined when it is none.
 */
export function countryCode(words: string): string | undefined {
  if (words.length > 100) return undefined;
  const whole = byKey.get(keyOf(words));
  if (whole !== undefined) return whole;
  const turned = /^([^,(]+)(?:,\s*|\s*\()([^,()]+)\)?$/.exec(words.trim());
  if (!turned) return undefined;
  const [, first, second] = turned;
  // "Virgin Islands, British", "Tanzania (United Republic of)": the other way round, or the first part alone
  return byKey.get(keyOf(`${second} ${first}`)) ?? (words.includes('(') ? byKey.get(keyOf(first!)) : undefined);
}

/** Words that say that there is no country, such as `undetermined`. */
export function isNoCountry(words: string): boolean {
  return NO_COUNTRY.has(keyOf(words));
}

/** Officially assigned in ISO 3166-1 alpha-2, or XK for Kosovo; upper case. */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}
