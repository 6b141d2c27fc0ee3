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
import { NAME_WEIGHTS } from '../weights';

const WEIGHTS = NAME_WEIGHTS.companies;

/** Every extra word subtracts at least this much per weight; used for an upper bound of the score. */
const LEAST_FOR_EXTRA_WEIGHT = 0.35;
const LEAST_WITHOUT_NAME = 0.6;
const SHORT_NAME = 2;
const SURELY_ONE_WORD = 0.3;
/** A word of so many letters is hardly another word by chance. */
const LONG_WORD = 9;
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

/** Returns the most weight of extra words with which names can reach a score; negative if none can. */
export const mostExtraWeight = (score: number, edits: number): number =>
  (1 - leastEditsTerm(edits) - score) / LEAST_FOR_EXTRA_WEIGHT;

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
  const extra = names > 0 && pairs.length >= 2 && isInText(a, b, pairing) ? Math.min(WEIGHTS.in_text, others) : others;
  const single = a.tokens.length === 1 && b.tokens.length === 1 && letters < LONG_WORD;
  if (single) edits = Math.max(edits, writtenOtherwise(a.tokens[0]!, b.tokens[0]!));
  const onlyCommon = names === 0 && extra > 0 && weight < LEAST_WITHOUT_NAME;
  return comparison(
    'words of a company',
    { words_paired: pairs.length, edits },
    {
      edits_term: editsTerm(edits, letters) / (single ? WEIGHTS.allowance_of_single_word : 1),
      extra_words_term: extra,
      conflict_term: leftOnly !== 0 && rightOnly !== 0 ? WEIGHTS.conflict : 0,
      everyday_word_term: isEverydayWordMisread(a, b, pairing) ? WEIGHTS.everyday_word : 0,
      only_common_words_term: onlyCommon ? WEIGHTS.only_common_words : 0,
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
    ? WEIGHTS.least_per_written_letter * distance(a.text, b.text)
    : 0;

function lengthOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? tokens[at]!.text.length : tokens[at]!.text.length + tokens[at + 1]!.text.length;
}

function extraTerm({ tokens, marks }: PreparedName, left: number): number {
  let term = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (has(left, i)) term += extraOf(tokens[i]!) * ((marks[i]! & BRACKET_MARK) === 0 ? 1 : WEIGHTS.in_brackets);
  }
  return term;
}

function extraOf({ kind, meaning }: NameToken): number {
  switch (kind) {
    case 'region':
      return WEIGHTS.extra_region;
    case 'place':
      return WEIGHTS.extra_place;
    case 'number':
      return WEIGHTS.extra_number;
    case 'business':
      return meaning === GROUP ? WEIGHTS.extra_group : WEIGHTS.extra_word;
    default:
      return WEIGHTS.extra_name;
  }
}

function formTerm(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0 || a.some((form) => b.includes(form))) return 0;
  return a.includes(NONPROFIT) === b.includes(NONPROFIT) ? WEIGHTS.other_form : WEIGHTS.profit_and_nonprofit;
}

/** Compares an acronym with the words that it stands for. */
function compareAcronym(a: PreparedName, b: PreparedName): NameComparison | undefined {
  const letters = isAcronymOf(a, b);
  if (letters === undefined) return undefined;
  return comparison(
    'acronym of a company',
    { letters },
    { acronym_term: letters < 4 ? WEIGHTS.short_acronym : WEIGHTS.acronym },
  );
}

/**
 * Compares names whose words are separated differently, as whole texts. Their digits must be equal, because another
 * digit would count as only one wrong letter.
 */
function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (hasGluedForm(a, b) || hasGluedForm(b, a)) {
    return comparison('whole name of a company', { edits: 0 }, { written_apart_term: WEIGHTS.written_apart });
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
      written_apart_term: WEIGHTS.written_apart,
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
