import { shareGroup } from '../names/nicknames';
import type { NameToken } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';
import { foldSpelling } from '../names/spelling';
import { distance } from 'fastest-levenshtein';
import { editCost, LOOSE, SPELLING } from './edit-cost';

/** Why two words count as the same one. */
export type Likeness =
  'equal' | 'spelling' | 'edited' | 'nickname' | 'transliteration' | 'initial' | 'meaning' | 'number';

export interface TokenMatch {
  /** in wrong letters, see `editCost` */
  readonly cost: number;
  readonly likeness: Likeness;
}

const EQUAL: TokenMatch = { cost: 0, likeness: 'equal' };
/** Spelled differently, but only as languages and transliterations differ. */
const SPELLING_COST = 0.15;
const SPELLINGS_OF_ONE_NAME: TokenMatch = { cost: 0.2, likeness: 'spelling' };
const FORMS_OF_ONE_NAME: TokenMatch = { cost: 0.9, likeness: 'nickname' };
const LEAST_PER_LETTER = 0.8;
const LEAST_PER_VOWEL = 0.5;
const ARTICLE_COST = 0.2;
/** Two characters that sound alike: most are the traditional and the simplified form of one. */
const VARIANT_COST = 0.2;
const CHARACTER_COST = 1.6;
const SCRIPT_COST = 0.2;

/** How many wrong letters a word of so many letters may have and still be that word. */
export function allowedEdits(letters: number): number {
  if (letters <= 2) return 0.3;
  if (letters <= 3) return 1;
  if (letters <= 4) return 1.6;
  if (letters <= 8) return 2.1;
  return 2.7;
}

/** How far apart two words of names are, or undefined when they are different words. Symmetric. */
export function matchTokens(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.native !== '' && b.native !== '' && a.script === b.script) return matchCharacters(a, b);
  if (isAlphabet(a.script) && isAlphabet(b.script)) return matchSpellings(a, b);
  return a.script === b.script ? matchSameScript(a, b) : matchAcrossScripts(a, b);
}

function matchSpellings(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.text === b.text) return EQUAL;
  if (a.fold === b.fold) return { cost: SPELLING_COST, likeness: 'spelling' };
  if (shareGroup(a.spellings, b.spellings)) return SPELLINGS_OF_ONE_NAME;
  const cost = spellingCost(a, b);
  if (cost <= FORMS_OF_ONE_NAME.cost) return { cost, likeness: 'edited' };
  if (shareGroup(a.shortForms, b.shortForms)) return FORMS_OF_ONE_NAME;
  return cost < Infinity ? { cost, likeness: 'edited' } : undefined;
}

function spellingCost(a: NameToken, b: NameToken): number {
  const limit = allowedEdits(Math.max(a.text.length, b.text.length));
  const least = leastCost(a, b);
  if (least <= limit) {
    let cost = editCost(a.text, b.text, limit, SPELLING);
    cost = Math.min(cost, editCost(a.fold, b.fold, Math.min(limit, cost), SPELLING) + SPELLING_COST);
    cost = Math.max(cost, least);
    if (cost <= limit) return cost;
  }
  const bareA = withoutArticle(a.text);
  const bareB = withoutArticle(b.text);
  if ((bareA !== a.text || bareB !== b.text) && foldSpelling(bareA) === foldSpelling(bareB)) return ARTICLE_COST;
  return Infinity;
}

/**
 * However related the letters are, each wrong one counts; less where only vowels differ. Letters that languages
 * write as several are counted as one only where that explains more than one difference.
 */
function leastCost(a: NameToken, b: NameToken): number {
  const asWritten = distance(a.text, b.text);
  const folded = distance(a.fold, b.fold);
  const wrong = folded <= asWritten - 2 ? folded : asWritten;
  return wrong * (a.consonants === b.consonants ? LEAST_PER_VOWEL : LEAST_PER_LETTER);
}

/** `Alassad` is `Assad` with its article. */
function withoutArticle(text: string): string {
  return text.length >= 6 && (text.startsWith('al') || text.startsWith('el')) ? text.slice(2) : text;
}

/** Where one character is a syllable, another character is another name more often than a slip. */
function matchCharacters(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.native === b.native) return EQUAL;
  const left = [...a.native];
  const right = [...b.native];
  if (left.length !== right.length) return undefined;
  if (a.text === b.text && a.script === 'han') return { cost: VARIANT_COST * left.length, likeness: 'spelling' };
  const different = left.filter((character, i) => character !== right[i]).length;
  const cost = different * CHARACTER_COST;
  return different < left.length ? { cost, likeness: 'edited' } : undefined;
}

/** Both in one script that writes few vowels: each letter counts, for there are few. */
function matchSameScript(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.text === b.text) return EQUAL;
  const letters = Math.max(a.text.length, b.text.length);
  const limit = allowedEdits(a.script === 'arabic' || a.script === 'hebrew' ? letters * 1.5 : letters);
  const cost = distance(a.text, b.text);
  return cost <= limit ? { cost, likeness: 'edited' } : undefined;
}

function matchAcrossScripts(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.fold === b.fold) return { cost: SPELLING_COST, likeness: 'transliteration' };
  const consonants = Math.max(a.skeleton.length, b.skeleton.length);
  const limit = consonants <= 1 ? 0.5 : consonants === 2 ? 1.1 : consonants === 3 ? 1.5 : 2;
  const cost = editCost(a.fold, b.fold, limit, LOOSE) + SCRIPT_COST;
  return cost <= limit + SCRIPT_COST ? { cost, likeness: 'transliteration' } : undefined;
}

/** Whether one is the first letter of the other. */
export function isInitialOf(a: NameToken, b: NameToken): boolean {
  if (a.kind === 'initial') return b.text.startsWith(a.text) || b.fold.startsWith(a.fold);
  return b.kind === 'initial' && isInitialOf(b, a);
}
