import { isKnownName } from '../names/common-names';
import { shareGroup } from '../names/nicknames';
import { isOneSwap } from '../names/one-swap';
import type { NameToken } from '../names/prepared-name';
import { isAlphabet, isSyllabic } from '../names/scripts';
import { foldSpelling } from '../names/spelling';
import { distance } from 'fastest-levenshtein';
import { NAME_WEIGHTS } from '../weights';
import { editCost, LONG_VOWELS, LOOSE, MOST_VOWELS, SPELLING } from './edit-cost';

const COSTS = NAME_WEIGHTS.wrong_letters;

/** The reason why two words count as the same. */
export type Likeness =
  'equal' | 'spelling' | 'edited' | 'nickname' | 'transliteration' | 'initial' | 'meaning' | 'number';

export interface TokenMatch {
  /** the number of wrong letters, see `editCost` */
  readonly cost: number;
  readonly likeness: Likeness;
}

const EQUAL: TokenMatch = { cost: 0, likeness: 'equal' };
/** What may be wrong between two scripts, by the number of consonants: few of them say little. */
const LIMITS_BY_CONSONANTS = [0.35, 0.35, 0.7, 0.95, 1.3, 1.7];

/** Returns how many wrong letters a word of this length may have to count as the same word. */
export function allowedEdits(letters: number): number {
  if (letters <= 2) return 0.3;
  if (letters <= 3) return 1;
  if (letters <= 4) return 1.6;
  if (letters <= 6) return 1.8;
  if (letters <= 8) return 2.1;
  return 2.7;
}

/** Returns how much two words of names differ. Undefined when they are different words. Symmetric. */
export function matchTokens(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.native !== '' && b.native !== '' && a.script === b.script) return matchCharacters(a, b);
  if (isAlphabet(a.script) && isAlphabet(b.script)) return matchSpellings(a, b);
  return a.script === b.script ? matchSameScript(a, b) : matchAcrossScripts(a, b);
}

function matchSpellings(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.text === b.text) return EQUAL;
  if (a.fold === b.fold) return { cost: COSTS.spelling, likeness: 'spelling' };
  if (shareGroup(a.spellings, b.spellings)) return { cost: COSTS.spelling_of_one_name, likeness: 'spelling' };
  const cost = spellingCost(a, b);
  if (cost <= COSTS.nickname) return { cost, likeness: 'edited' };
  if (shareGroup(a.shortForms, b.shortForms)) return { cost: COSTS.nickname, likeness: 'nickname' };
  const [isOurs, isTheirs] = [isKnownName(a.text), isKnownName(b.text)];
  if (isOurs && isTheirs) return undefined;
  // Digits in a word hide a name; a rare name has none.
  const isLimited = (isOurs || isTheirs) && !/\d/.test(a.text + b.text);
  const most = isLimited ? COSTS.most_of_known_name : Number.MAX_VALUE;
  return cost <= most ? { cost, likeness: 'edited' } : undefined;
}

function spellingCost(a: NameToken, b: NameToken): number {
  const limit = allowedEdits(Math.max(a.text.length, b.text.length));
  const least = leastCost(a, b);
  if (least <= limit) {
    let cost = editCost(a.text, b.text, limit, SPELLING);
    if (a.fold !== a.text || b.fold !== b.text) {
      cost = Math.min(cost, editCost(a.fold, b.fold, Math.min(limit, cost), SPELLING) + COSTS.spelling);
    }
    cost = Math.max(cost, least);
    if (cost <= limit) return cost;
  }
  const bareA = withoutArticle(a.text);
  const bareB = withoutArticle(b.text);
  if ((bareA !== a.text || bareB !== b.text) && foldSpelling(bareA) === foldSpelling(bareB)) return COSTS.article;
  return Infinity;
}

/**
 * Returns the lowest cost that the number of wrong letters allows, even if the letters are similar. The cost is lower
 * if only vowels differ. The folded spelling is used only if it has at least two fewer wrong letters.
 */
function leastCost(a: NameToken, b: NameToken): number {
  const asWritten = distance(a.text, b.text);
  const folded = a.fold === a.text && b.fold === b.text ? asWritten : distance(a.fold, b.fold);
  const wrong = isOneSwap(a.text, b.text) ? 1 : folded <= asWritten - 2 ? folded : asWritten;
  return wrong * (a.consonants === b.consonants ? COSTS.least_per_vowel : COSTS.least_per_letter);
}

/** Removes the Arabic article: `Alassad` becomes `assad`. */
function withoutArticle(text: string): string {
  return text.length >= 6 && (text.startsWith('al') || text.startsWith('el')) ? text.slice(2) : text;
}

/** Compares Chinese or Korean characters. A different character usually means another name, not a mistake. */
function matchCharacters(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.native === b.native) return EQUAL;
  const left = [...a.native];
  const right = [...b.native];
  if (left.length !== right.length) return undefined;
  if (a.text === b.text && a.script === 'han')
    return { cost: COSTS.variant_character * left.length, likeness: 'spelling' };
  const different = left.filter((character, i) => character !== right[i]).length;
  const cost = different * COSTS.other_character;
  return different < left.length ? { cost, likeness: 'edited' } : undefined;
}

/** Compares words in the same script, which writes few vowels, such as Arabic. Every wrong letter counts fully. */
function matchSameScript(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.text === b.text) return EQUAL;
  const letters = Math.max(a.text.length, b.text.length);
  const limit = allowedEdits(letters);
  const cost = distance(a.text, b.text);
  return cost <= limit ? { cost, likeness: 'edited' } : undefined;
}

function matchAcrossScripts(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.fold === b.fold) return { cost: COSTS.spelling, likeness: 'transliteration' };
  if (isShortWord(a) || isShortWord(b)) return matchSyllables(a, b);
  if (shareGroup(a.spellings, b.spellings)) return { cost: COSTS.spelling_of_one_name, likeness: 'transliteration' };
  if (isKnown(a) && isKnown(b)) return undefined;
  const consonants = Math.max(a.skeleton.length, b.skeleton.length);
  const limit = LIMITS_BY_CONSONANTS[consonants] ?? 2;
  const cost = costAcross(a, b, limit) + COSTS.other_script;
  return cost <= limit + COSTS.other_script ? { cost, likeness: 'transliteration' } : undefined;
}

/** A name that is right as it is: in another script, another known name is another name. */
const isKnown = ({ spellings, text }: NameToken): boolean => spellings.length > 0 || isKnownName(text);

function costAcross(a: NameToken, b: NameToken, limit: number): number {
  const scripts = [a.script, b.script];
  if (scripts.includes('arabic')) return editCost(withLongVowels(a), withLongVowels(b), limit, LONG_VOWELS);
  return editCost(a.fold, b.fold, limit, scripts.includes('other') ? MOST_VOWELS : LOOSE);
}

/** The vowels that Arabic writes, as capital letters. The first letter carries any vowel, the last one may be an ending. */
const withLongVowels = ({ fold, script }: NameToken): string =>
  script === 'arabic' ? fold[0]! + fold.slice(1).replace(/a(?!$)|w|y/g, (vowel) => vowel.toUpperCase()) : fold;

/** One or two Chinese or Korean characters. More of them spell a foreign name, and lose more of its sounds. */
const isShortWord = ({ native, script }: NameToken): boolean => isSyllabic(script) && [...native].length <= 2;

/** Compares a transliterated syllable with a spelling. Its vowels distinguish names, as its consonants do. */
function matchSyllables(a: NameToken, b: NameToken): TokenMatch | undefined {
  const letters = Math.max(a.fold.length, b.fold.length);
  const limit = letters <= 3 ? 0.35 : letters <= 5 ? 0.6 : 0.9;
  const cost = editCost(a.fold, b.fold, limit, SPELLING) + COSTS.other_script;
  return cost < Infinity ? { cost, likeness: 'transliteration' } : undefined;
}

/** True if one is an initial and the other begins with it. */
export function isInitialOf(a: NameToken, b: NameToken): boolean {
  if (a.kind === 'initial') return b.text.startsWith(a.text) || b.fold.startsWith(a.fold);
  return b.kind === 'initial' && isInitialOf(b, a);
}
