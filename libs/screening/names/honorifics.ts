import { readLists } from '@probity/platform/data-file';

const LISTS = readLists(`${__dirname}/data/honorifics.txt`, [
  'titles',
  'offices',
  'weak titles',
  'honours',
  'loose honours',
]);

const TITLES = new Set(LISTS.titles);
const OFFICES = new Set(LISTS.offices);
const WEAK_TITLES = new Set(LISTS['weak titles']);
const HONOURS = new Set(LISTS.honours);
const LOOSE_HONOURS = new Set(LISTS['loose honours']);

const GENERATIONS: ReadonlyMap<string, string> = new Map(
  'jr:2 jnr:2 junior:2 filho:2 hijo:2 ii:2 sr:1 snr:1 senior:1 elder:1 iii:3 iv:4 neto:3 younger:2'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

export const isTitle = (text: string): boolean => TITLES.has(text);
export const isOffice = (text: string): boolean => OFFICES.has(text);
export const isWeakTitle = (text: string): boolean => WEAK_TITLES.has(text);
export const isHonour = (text: string): boolean => HONOURS.has(text) || LOOSE_HONOURS.has(text);
export const isLooseHonour = (text: string): boolean => LOOSE_HONOURS.has(text);

/** Returns the generation: 1 for senior, 2 for junior, 3 for the third. Undefined for other words. */
export const generationOf = (text: string): string | undefined => GENERATIONS.get(text);
