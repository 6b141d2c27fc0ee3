import { businessMeaning } from '../names/business-words';
import { NONPROFIT } from '../names/legal-forms';
import { BRACKET_MARK, type NameToken, type PreparedName } from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { allowance, comparison, editsTerm, leastEditsTerm, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { has, pairTokens } from './pair-tokens';

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
const OTHER_FORM = 0.04;
const PROFIT_AND_NONPROFIT = 0.32;
const WRITTEN_APART = 0.02;
const MAX_LETTERS_MORE = 3;

const GROUP = businessMeaning(foldSpelling('group'));

/** Compares two names that were prepared as companies. The caller must pass them in a fixed order, for symmetry. */
export function compareCompanies(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  const whole = compareWhole(a, b);
  return whole && whole.score > byWords.score ? whole : byWords;
}

/** Returns the highest possible score for a weight of extra words and a number of wrong letters. */
export const bestCompanyScore = (extraWeight: number, edits: number): number =>
  1 - LEAST_FOR_EXTRA_WEIGHT * Math.max(0, extraWeight) - leastEditsTerm(edits);

function compareWords(a: PreparedName, b: PreparedName): NameComparison {
  const { pairs, leftOnly, rightOnly } = pairTokens(a, b);
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
  const extra = extraTerm(a, leftOnly) + extraTerm(b, rightOnly);
  const onlyCommon = names === 0 && extra > 0 && weight < LEAST_WITHOUT_NAME;
  return comparison(
    'words of a company',
    { words_paired: pairs.length, edits },
    {
      edits_term: editsTerm(edits, letters),
      extra_words_term: extra,
      conflict_term: leftOnly !== 0 && rightOnly !== 0 ? CONFLICT : 0,
      only_common_words_term: onlyCommon ? ONLY_COMMON_WORDS : 0,
      nothing_paired_term: pairs.length === 0 ? 1 : 0,
      legal_form_term: formTerm(a.forms, b.forms),
    },
  );
}

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

/**
 * Compares names whose words are separated differently, as whole texts. Their digits must be equal, because another
 * digit would count as only one wrong letter.
 */
function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
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

const digitsOf = (text: string): string => text.replace(/[a-z]/g, '');
