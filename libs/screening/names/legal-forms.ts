import { readLists } from '@probity/platform/data-file';
import { distance } from 'fastest-levenshtein';
import { isKnownName } from './common-names';
import { isOneSwap } from './one-swap';
import { addPhrase, type PhraseTree } from './phrase-tree';
import type { Word } from './words';
import { toWords } from './words';

/**
 * Legal forms by class; forms of one class are the same kind of body. `plain` forms have no class. `ambiguous` lists
 * first words of forms that can also be other words.
 */
const { plain, ambiguous, ...FORMS } = readLists(`${__dirname}/data/legal-forms.txt`, [
  ...['limited', 'stock', 'partnership', 'nonprofit', 'state', 'trader'],
  ...['plain', 'ambiguous'],
] as const);

/** These also occur as words, initials or parts of names, so they are a legal form only at an end of the name. */
const AMBIGUOUS = new Set(ambiguous);

/** The class of non-profit bodies. */
export const NONPROFIT = 'nonprofit';
export const PARTNERSHIP = 'partnership';

export interface LegalForm {
  /** one of the classes above, or '' for a general word such as `company` */
  readonly class: string;
  /** number of words of the form */
  readonly words: number;
}

const SHORTEST_LONG_WORD = 7;

let tree: PhraseTree<string> | undefined;
/** Long words of legal forms by their first letter. They are also recognised with a spelling mistake. */
const longWords = new Map<string, string[]>();

function forms(): PhraseTree<string> {
  if (tree) return tree;
  tree = { next: new Map() };
  for (const [formClass, list] of Object.entries({ ...FORMS, '': plain })) {
    for (const form of list) {
      const words = toWords(form);
      if (words.length > 0) addPhrase(tree, joinLetters(words), formClass);
      for (const { text } of words) rememberLong(text);
    }
  }
  return tree;
}

function rememberLong(word: string): void {
  if (word.length < SHORTEST_LONG_WORD) return;
  const known = longWords.get(word[0]!);
  if (!known) longWords.set(word[0]!, [word]);
  else if (!known.includes(word)) known.push(word);
}

/**
 * Joins consecutive single letters into one abbreviation: `S. A. R. L.` becomes `sarl`, `S C Johnson` becomes
 * `sc johnson`. A letter before a dotted abbreviation stays separate: `V L.P.` becomes `v lp`.
 */
export function joinLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let run = false;
  words.forEach((word, i) => {
    const last = joined.at(-1);
    const letter = word.text.length === 1 && /[a-z]/.test(word.text);
    const next = words[i + 1];
    const opensDotted = !word.joined && next !== undefined && next.joined && next.text.length === 1;
    const continues =
      letter &&
      run &&
      last !== undefined &&
      !opensDotted &&
      last.bracketed === word.bracketed &&
      last.commas === word.commas &&
      last.script === word.script;
    if (continues) joined[joined.length - 1] = { ...last, text: last.text + word.text, raw: last.raw + word.raw };
    else joined.push(word);
    run = letter;
  });
  return joined;
}

/** Returns the longest legal form that begins at this word. Ambiguous forms count only at the ends of the name. */
export function legalFormAt(words: readonly Word[], at: number): LegalForm | undefined {
  let node: PhraseTree<string> | undefined = forms();
  let found: LegalForm | undefined;
  for (let i = at; i < words.length; i++) {
    const { text } = words[i]!;
    node = node.next.get(text) ?? node.next.get(misspelled(node, words, i, at) ?? '');
    if (!node) break;
    if (node.value === undefined) continue;
    const next = words[i + 1];
    const ambiguous = i === at && AMBIGUOUS.has(words[i]!.text);
    const atAnEnd = at === 0 || next === undefined || next.commas > words[i]!.commas;
    if (!ambiguous || atAnEnd) found = { class: node.value, words: i - at + 1 };
  }
  return found;
}

/** Returns the word of a form that this word probably means. */
function misspelled(node: PhraseTree<string>, words: readonly Word[], i: number, at: number): string | undefined {
  const { text } = words[i]!;
  const known = corrected(text);
  if (known !== undefined) return known;
  if (i > at)
    return text.length < SHORTEST_IN_PHRASE ? undefined : [...node.next.keys()].find((word) => isOneSlip(word, text));
  return words[i + 1] === undefined ? correctedAbbreviation(text, words.slice(0, at)) : undefined;
}

/** A word inside a form: `Joint Stokc Company`. */
const SHORTEST_IN_PHRASE = 4;

const isOneSlip = (word: string, text: string): boolean =>
  word.length >= SHORTEST_IN_PHRASE && (isOneSwap(word, text) || distance(word, text) === 1);

/** Returns the correct spelling of a misspelled long word, such as `Aktiengeselschaft`. */
function corrected(text: string): string | undefined {
  if (text.length < SHORTEST_LONG_WORD - 1) return undefined;
  return longWords.get(text[0]!)?.find((word) => {
    const allowed = word.length >= 10 ? 2 : 1;
    if (isOneSwap(word, text)) return true;
    return Math.abs(word.length - text.length) <= allowed && word !== text && distance(word, text) <= allowed;
  });
}

/**
 * Returns the abbreviation that a last word probably means, such as `ltda` for `ltdda`. The word must not be one that
 * can be spoken, because a name can end in such a word.
 */
function correctedAbbreviation(text: string, before: readonly Word[]): string | undefined {
  if (text.length < 2 || text.length > 5 || before.length === 0) return undefined;
  const isSlip = (form: string): boolean => distance(form, text) === 1 || isOneSwap(form, text);
  if (before.length > 1 && !/[aeiou]/.test(text)) {
    const form = SHORT_ABBREVIATIONS.find(isSlip);
    if (form !== undefined) return form;
  }
  const isAfterName = before.length > 1 || before[0]!.text.length >= SHORTEST_BEFORE_FORM;
  if (!isAfterName || SPOKEN.test(text) || isKnownName(text)) return undefined;
  return LONG_ABBREVIATIONS.find((form) => form[0] === text[0] && isSlip(form));
}

/** Other abbreviations are as near to these, so they need two words before them. */
const SHORT_ABBREVIATIONS = ['ojsc', 'pjsc', 'cjsc', 'ltd', 'llc'];
const LONG_ABBREVIATIONS = ['ltda', 'gmbh', 'asbl', 'sprl'];
const SHORTEST_BEFORE_FORM = 5;
/** Consonants and vowels in turns, as in `Lada` or `Abel`. */
const SPOKEN = /^[^aeiou]?([aeiou][^aeiou])+[aeiou]?$/;

/** A legal form that is written without a space after the name, as in `KruppAG`. */
const GLUED = /^(\p{Lu}?\p{Ll}{2,})(AG|SA|SE|AB|BV|NV|GmbH|LLC|Ltd|Inc|PLC|SpA|SRL|KG|OOO|OAO|AO|АО|ООО|ОАО|ПАО|ЗАО)$/u;

const GLUED_FORMS = new Set('ag sa se ab bv nv gmbh llc ltd inc plc spa srl kg ooo oao ao'.split(' '));

export const isFormAbbreviation = (text: string): boolean => GLUED_FORMS.has(text);

/** Splits a legal form from a name that is written without a space. Returns other words unchanged. */
export function splitGluedForm(word: Word): Word[] {
  const match = GLUED.exec(word.raw);
  if (!match) return [word];
  return [match[1]!, match[2]!].flatMap((part) =>
    toWords(part).map((split) => ({ ...word, text: split.text, raw: split.raw })),
  );
}
