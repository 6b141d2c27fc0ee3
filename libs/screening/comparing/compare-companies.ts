import { distance } from 'fastest-levenshtein';
import { businessMeaning, isEverydayWord } from '../names/business-words';
import { isFormAbbreviation, NONPROFIT } from '../names/legal-forms';
import { BRACKET_MARK, type NameToken, type PreparedName } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';
import { foldSpelling } from '../names/spelling';
import { allowance, comparison, editsTerm, leastEditsTerm, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { isAcronymOf } from './acronyms';
import { isInText } from './in-text';
import { has, pairTokens, type Pairing } from './pair-tokens';

/** Both names have words without a partner, such as another trade, place or name. */
const CONFLICT = 0.4;
/** Terms for a word that only one name has, by the kind of the word. */
const EXTRA_NAME = 0.35;
const EXTRA_PLACE = 0.35;
const EXTRA_WORD = 0.32;
const EXTRA_NUMBER = 0.32;
const EXTRA_REGION = 0.2;
const EXTRA_GROUP = 0.15;
/** Factor for a word in brackets, because text in brackets rarely makes a different name. */
const IN_BRACKETS = 0.6;
/** Every extra word subtracts at least this much per weight; used for an upper bound of the score. */
const LEAST_FOR_EXTRA_WEIGHT = 0.35;
/** Only words that many companies share agree, and one name has further words. */
const ONLY_COMMON_WORDS = 0.35;
const LEAST_WITHOUT_NAME = 0.6;
/** A short name has an everyday word, and the other one a word that is spelled otherwise. */
const EVERYDAY_WORD = 0.15;
const SHORT_NAME = 2;
const SURELY_ONE_WORD = 0.3;
const OTHER_FORM = 0.04;
const PROFIT_AND_NONPROFIT = 0.32;
/** The name is in a text, with all its words in a row. */
const IN_TEXT = 0.2;
const WRITTEN_APART = 0.02;
/** Wrong letters count more in names of a single word, because no other word confirms the match. */
const ALLOWANCE_OF_SINGLE_WORD = 0.85;
/** A word of so many letters is hardly another word by chance. */
const LONG_WORD = 9;
const LEAST_PER_WRITTEN_LETTER = 0.5;
/** An acronym of at least four letters, or of three beside a word that both names have. */
const ACRONYM = 0.25;
const SHORT_ACRONYM = 0.35;
const MAX_LETTERS_MORE = 3;

const GROUP = businessMeaning(foldSpelling('group'));

/** Compares two names that were prepared as companies. The caller must pass them in a fixed order, for symmetry. */
export function compareCompanies(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  return [compareWhole(a, b), compareAcronym(a, b)].reduce<NameComparison>(
    (best, other) => (other && other.score > best.score ? other : best),
    byWords,
  );
}

/** Returns the highest possible score for a weight of extra words and a number of wrong letters. */
export const bestCompanyScore = (extraWeight: number, edits: number): number =>
  1 - LEAST_FOR_EXTRA_WEIGHT * Math.max(0, extraWeight) - leastEditsTerm(edits);

function compareWords(a: PreparedName, b: PreparedName): NameComparison {
  const pairing = pairTokens(a, b);
  const { pairs, leftOnly, rightOnly } = pairing;
  let edits = 0;
  let letters = 0;
  let weight = 0;
  let names = 0;
  for (const { left, leftWords, right, rightWords, cost } of pairs) {
    edits += cost;
    letters += Math.max(lengthOf(a, left, leftWords), lengthOf(b, right, rightWords));
    weight += a.tokens[left]!.weight;
    if (a.tokens[left]!.kind === 'name' || b.tokens[right]!.kind === 'name') names++;
  }
  const others = extraTerm(a, leftOnly) + extraTerm(b, rightOnly);
  const extra = names > 0 && pairs.length >= 2 && isInText(a, b, pairing) ? Math.min(IN_TEXT, others) : others;
  const single = a.tokens.length === 1 && b.tokens.length === 1 && letters < LONG_WORD;
  if (single) edits = Math.max(edits, writtenOtherwise(a.tokens[0]!, b.tokens[0]!));
  const onlyCommon = names === 0 && extra > 0 && weight < LEAST_WITHOUT_NAME;
  return comparison(
    'words of a company',
    { words_paired: pairs.length, edits },
    {
      edits_term: editsTerm(edits, letters) / (single ? ALLOWANCE_OF_SINGLE_WORD : 1),
      extra_words_term: extra,
      conflict_term: leftOnly !== 0 && rightOnly !== 0 ? CONFLICT : 0,
      everyday_word_term: isEverydayWordMisread(a, b, pairing) ? EVERYDAY_WORD : 0,
      only_common_words_term: onlyCommon ? ONLY_COMMON_WORDS : 0,
      nothing_paired_term: pairs.length === 0 ? 1 : 0,
      legal_form_term: formTerm(a.forms, b.forms),
    },
  );
}

function isEverydayWordMisread(a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean {
  if (Math.min(a.tokens.length, b.tokens.length) > SHORT_NAME) return false;
  return pairs.some(
    ({ left, right, cost }) =>
      (cost > SURELY_ONE_WORD || Math.min(a.tokens[left]!.text.length, b.tokens[right]!.text.length) <= 4) &&
      a.tokens[left]!.text !== b.tokens[right]!.text &&
      (isEverydayWord(a.tokens[left]!.text) || isEverydayWord(b.tokens[right]!.text)),
  );
}

/**
 * The least cost of two single words that sound alike and are spelled differently, such as a shop and a listed name:
 * no other word confirms that they are one name.
 */
const writtenOtherwise = (a: NameToken, b: NameToken): number =>
  a.meaning === '' && b.meaning === '' && isAlphabet(a.script) && isAlphabet(b.script)
    ? LEAST_PER_WRITTEN_LETTER * distance(a.text, b.text)
    : 0;

function lengthOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? tokens[at]!.text.length : tokens[at]!.text.length + tokens[at + 1]!.text.length;
}

function extraTerm({ tokens, marks }: PreparedName, left: number): number {
  let term = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (has(left, i)) term += extraOf(tokens[i]!) * ((marks[i]! & BRACKET_MARK) === 0 ? 1 : IN_BRACKETS);
  }
  return term;
}

function extraOf({ kind, meaning }: NameToken): number {
  switch (kind) {
    case 'region':
      return EXTRA_REGION;
    case 'place':
      return EXTRA_PLACE;
    case 'number':
      return EXTRA_NUMBER;
    case 'business':
      return meaning === GROUP ? EXTRA_GROUP : EXTRA_WORD;
    default:
      return EXTRA_NAME;
  }
}

function formTerm(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0 || a.some((form) => b.includes(form))) return 0;
  return a.includes(NONPROFIT) === b.includes(NONPROFIT) ? OTHER_FORM : PROFIT_AND_NONPROFIT;
}

/** Compares an acronym with the words that it stands for. */
function compareAcronym(a: PreparedName, b: PreparedName): NameComparison | undefined {
  const letters = isAcronymOf(a, b);
  if (letters === undefined) return undefined;
  return comparison('acronym of a company', { letters }, { acronym_term: letters < 4 ? SHORT_ACRONYM : ACRONYM });
}

/**
 * Compares names whose words are separated differently, as whole texts. Their digits must be equal, because another
 * digit would count as only one wrong letter.
 */
function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (hasGluedForm(a, b) || hasGluedForm(b, a)) {
    return comparison('whole name of a company', { edits: 0 }, { written_apart_term: WRITTEN_APART });
  }
  if (a.tokens.length === b.tokens.length && a.compact !== b.compact) return undefined;
  const letters = Math.min(a.compact.length, b.compact.length);
  if (Math.abs(a.compact.length - b.compact.length) > MAX_LETTERS_MORE) return undefined;
  if (digitsOf(a.compact) !== digitsOf(b.compact)) return undefined;
  const edits = editCost(a.compact, b.compact, allowance(letters), SPELLING);
  if (edits === Infinity) return undefined;
  return comparison(
    'whole name of a company',
    { edits },
    {
      edits_term: editsTerm(edits, letters),
      legal_form_term: formTerm(a.forms, b.forms),
      written_apart_term: WRITTEN_APART,
    },
  );
}

/** True for `KRUPPAG` compared with `Krupp AG`. */
const hasGluedForm = (glued: PreparedName, apart: PreparedName): boolean =>
  glued.forms.length === 0 &&
  apart.forms.length > 0 &&
  glued.compact.startsWith(apart.compact) &&
  isFormAbbreviation(glued.compact.slice(apart.compact.length));

const digitsOf = (text: string): string => text.replace(/[a-z]/g, '');
