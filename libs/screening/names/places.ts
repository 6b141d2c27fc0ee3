import { createRequire } from 'node:module';
import { labelled, phrases, readLines } from '@probity/platform/data-file';
import countries, { type LocaleData } from 'i18n-iso-countries/index';
import { addPhrase, type PhraseTree } from './phrase-tree';
import type { Word } from './words';
import { toWords } from './words';

/** Languages in which names of countries are recognised. */
const LANGUAGES =
  'en de fr es it pt nl sv nb da fi pl cs sk hu ro hr sr sl bg ru uk be tr az kk uz lt lv et el he ar fa hi bn id ms vi th zh ja ko ka hy sq mk'.split(
    ' ',
  );

const REGIONS = readLines(`${__dirname}/data/regions.txt`, phrases);
const COUNTRY_WORDS = readLines(`${__dirname}/data/country-words.txt`, countryWords);
const CITIES = readLines(`${__dirname}/data/cities.txt`, phrases).flat();

function countryWords(line: string): { label: string; items: string[] } {
  const found = labelled(line);
  if (!Object.hasOwn(countries.getAlpha2Codes(), found.label))
    throw new Error(`"${found.label}" must be an ISO 3166-1 alpha-2 code`);
  return found;
}

/** Words from names of countries that usually mean something else in the name of a company. */
const NOT_PLACES = new Set('man jersey union states united kingdom republic islands island saint'.split(' '));

export interface Place {
  /** the code of a country, `~` and the names of a region of the world, or the name of a city */
  readonly key: string;
  /** number of words of the place */
  readonly words: number;
}

let tree: PhraseTree<string> | undefined;

function places(): PhraseTree<string> {
  if (tree) return tree;
  const planted: PhraseTree<string> = { next: new Map() };
  const plant = (name: string, key: string): void => {
    const words = toWords(name);
    const only = words.length === 1 ? words[0]!.text : '';
    if (words.length === 0 || words.length > 4 || NOT_PLACES.has(only)) return;
    if (only !== '' && only.length < 4 && !isPartOfCountryWord(only)) return;
    addPhrase(planted, words, key);
  };
  for (const names of REGIONS) for (const name of names) plant(name, `~${names.join(' ')}`);
  for (const { label, items } of COUNTRY_WORDS) for (const word of items) plant(word, label);
  const load = createRequire(__filename);
  for (const language of LANGUAGES) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData);
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of names) plant(name, code);
    }
  }
  for (const city of CITIES) plant(city, city);
  return (tree = planted);
}

const isPartOfCountryWord = (text: string): boolean =>
  COUNTRY_WORDS.some(({ items }) => items.some((word) => word.includes(text)));

/** Returns the longest place that begins at word `at`, or undefined. */
export function placeAt(words: readonly Word[], at: number): Place | undefined {
  let node: PhraseTree<string> | undefined = places();
  let found: Place | undefined;
  for (let i = at; i < words.length; i++) {
    node = node.next.get(words[i]!.text);
    if (!node) break;
    if (node.value !== undefined) found = { key: node.value, words: i - at + 1 };
  }
  return found;
}

export const isRegion = (key: string): boolean => key.startsWith('~');
