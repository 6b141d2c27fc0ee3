import { areOneTransliterated } from '../names/east-asian';
import { isServant } from '../names/prepare-person';
import { CHILD_OF_MARK, textsOf, type NameToken, type PreparedName } from '../names/prepared-name';
import { allowance, comparison, editsTerm, leastEditsTerm, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { isInText } from './in-text';
import { has, pairTokens, type Pairing } from './pair-tokens';

/** Both names have words without a partner. */
const CONFLICT = 0.4;
/** The same, if the words without a partner are at most an initial and a title in each name. */
const SMALL_CONFLICT = 0.12;
/** Both names have an initial, and not the same one. */
const OTHER_INITIALS = 0.32;
const SMALL_REST = 0.35;
/** Only one word agrees, and the other name has further words. */
const LONE_NAME = 0.2;
/** Only initials and titles agree. */
const NO_FULL_NAME = 0.35;
/** In Chinese and Korean names, a missing syllable makes another name: `Kim Chol` is not `Kim Song Chol`. */
const MISSING_SYLLABLE = 0.2;
const MAX_FOR_TITLED_FAMILY_NAME = 0.27;
/** Only common names agree, and one name has further words. */
const ONLY_COMMON = 0.12;
/** Words are missing, others are misspelled, and none that few people have is spelled the same. */
const NOTHING_CERTAIN = 0.1;
/** The wrong letters of a word that is certain: as many as a vowel of another transliteration. */
const MOST_EDITS_OF_CERTAIN = 0.2;
const LEAST_EDITS_OF_UNCERTAIN = 0.3;
/** A nickname, or the form of another language, beside words that only one name has. */
const OTHER_FORM = 0.08;
const OTHER_TRANSLITERATION = 0.15;
const SPELLED_BACKWARDS = 0.2;
/** The name is in a text, with all its words in a row. */
const IN_TEXT = 0.2;
const WRITTEN_APART = 0.02;
/** Wrong letters count more in names of a single word, because no other word confirms the match. */
const ALLOWANCE_OF_SINGLE_WORD = 0.65;
/** In Chinese and Korean names, each letter distinguishes names. */
const EDITS_IN_SYLLABLES = 1.35;
/** The same between characters and their transliteration as a whole. */
const EDITS_OF_WHOLE_ACROSS = 2.5;
const SHORTEST_WHOLE = 6;
const MAX_LETTERS_MORE = 3;

/** Compares two names that were prepared as persons. The caller must pass them in a fixed order, for symmetry. */
export function comparePersons(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  if (byWords.score >= 1 - WRITTEN_APART) return byWords;
  return [compareWhole(a, b), compareSyllables(a, b), compareBackwards(a, b)].reduce<NameComparison>(
    (best, other) => (other && other.score > best.score ? other : best),
    byWords,
  );
}

/** Returns the highest possible score for a coverage and a number of wrong letters. */
export const bestPersonScore = (coverage: number, edits: number): number =>
  1 - leastEditsTerm(edits) - coverageTerm(coverage);

/** 0.1 if a quarter of the weight is not paired, 0.26 if half of it is not. */
const coverageTerm = (coverage: number): number => (1 - coverage) * (0.32 + 0.39 * (1 - coverage));

function compareWords(a: PreparedName, b: PreparedName): NameComparison {
  const pairing = pairTokens(a, b);
  const { weight, edits, letters, fullNames } = agreement(a, b, pairing);
  const leftOnly = withoutUnansweredGeneration(a, b, pairing.leftOnly);
  const rightOnly = withoutUnansweredGeneration(b, a, pairing.rightOnly);
  const leftOver = weightLeft(a, leftOnly, rightOnly === 0);
  const rightOver = weightLeft(b, rightOnly, leftOnly === 0);
  const total = weight + Math.max(leftOver, rightOver);
  const coverage = total === 0 ? 0 : weight / total;
  const incomplete = coverage < 1;
  const single = a.tokens.length === 1 && b.tokens.length === 1;
  const inSyllables = a.syllables && b.syllables;
  const lone = incomplete && fullNames < 2 && !a.titled && !b.titled;
  const whole = fullNames >= 2 && isInText(a, b, pairing);
  const missing = whole ? Math.min(IN_TEXT, coverageTerm(coverage)) : coverageTerm(coverage);
  return comparison(
    'words of a person',
    { words_paired: pairing.pairs.length, edits, coverage },
    {
      edits_term:
        (editsTerm(edits, letters) * (inSyllables ? EDITS_IN_SYLLABLES : 1)) / (single ? ALLOWANCE_OF_SINGLE_WORD : 1),
      coverage_term: isTitledFamilyName(a, b, pairing) ? Math.min(missing, MAX_FOR_TITLED_FAMILY_NAME) : missing,
      conflict_term: haveOtherInitials(a, pairing.leftOnly, b, pairing.rightOnly)
        ? OTHER_INITIALS
        : conflictTerm(leftOver, rightOver),
      father_and_child_swapped_term: areFatherAndChildSwapped(a, b, pairing) ? CONFLICT : 0,
      lone_name_term: lone ? LONE_NAME : 0,
      missing_syllable_term: incomplete && isSyllableMissing(a, b) ? MISSING_SYLLABLE : 0,
      other_form_term: incomplete && pairing.pairs.some(({ likeness }) => likeness === 'nickname') ? OTHER_FORM : 0,
      only_common_names_term: incomplete && pairing.pairs.length > 0 && areCommon(a, b, pairing) ? ONLY_COMMON : 0,
      nothing_certain_term:
        incomplete && edits > LEAST_EDITS_OF_UNCERTAIN && !isAnyCertain(a, b, pairing) ? NOTHING_CERTAIN : 0,
      no_full_name_term: fullNames === 0 ? NO_FULL_NAME : 0,
    },
  );
}

/** Returns the weight of the paired words, their letters, their wrong letters and the number of full names. */
function agreement(a: PreparedName, b: PreparedName, { pairs }: Pairing) {
  const sum = { weight: 0, edits: 0, letters: 0, fullNames: 0 };
  for (const { left, leftWords, right, rightWords, cost, likeness } of pairs) {
    const ours = weightOf(a, left, leftWords);
    const theirs = weightOf(b, right, rightWords);
    sum.weight += likeness === 'initial' ? Math.max(ours, theirs) : (ours + theirs) / 2;
    sum.edits += cost;
    sum.letters += Math.max(sizeOf(a, left, leftWords), sizeOf(b, right, rightWords));
    if (likeness !== 'initial' && isFullName(a.tokens[left]!)) sum.fullNames++;
  }
  return sum;
}

/** True if the paired words are all names that very many people have. */
const areCommon = (a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean =>
  pairs.every(({ left, right }) => Math.max(a.tokens[left]!.weight, b.tokens[right]!.weight) < 1);

/** True if a name that not very many people have is the same in both. */
const isAnyCertain = (a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean =>
  pairs.some(
    ({ left, right, cost }) =>
      cost <= MOST_EDITS_OF_CERTAIN && Math.min(a.tokens[left]!.weight, b.tokens[right]!.weight) >= 1,
  );

const isFullName = ({ kind, text }: NameToken): boolean => kind === 'name' && !isServant(text);

function weightOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? tokens[at]!.weight : tokens[at]!.weight + tokens[at + 1]!.weight;
}

function sizeOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? size(tokens[at]!) : size(tokens[at]!) + size(tokens[at + 1]!);
}

/** A Chinese or Korean character counts as one letter, because another character makes another name. */
const size = ({ native, text }: NameToken): number => (native === '' ? text.length : [...native].length);

/** Ignores `Jr`, `Sr` or `III` if the other name has no such word: `Jr` conflicts only with `Sr` or `III`. */
function withoutUnansweredGeneration({ tokens }: PreparedName, other: PreparedName, left: number): number {
  if (other.tokens.some(({ kind }) => kind === 'generation')) return left;
  return tokens.reduce((rest, { kind }, i) => (kind === 'generation' ? rest & ~(1 << i) : rest), left);
}

/**
 * Returns the weight of the words without a partner. If all words of the other name are paired, a repeated word
 * weighs nothing and the father's name half, because both are often omitted.
 */
function weightLeft({ tokens, marks }: PreparedName, left: number, otherIsComplete: boolean): number {
  let weight = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (!has(left, i)) continue;
    const token = tokens[i]!;
    if (!otherIsComplete) weight += token.weight;
    else if (!tokens.some((twin, j) => !has(left, j) && twin.text === token.text)) {
      weight += (marks[i]! & CHILD_OF_MARK) === 0 ? token.weight : token.weight / 2;
    }
  }
  return weight;
}

function conflictTerm(left: number, right: number): number {
  if (Math.min(left, right) === 0) return 0;
  return Math.max(left, right) < SMALL_REST ? SMALL_CONFLICT : CONFLICT;
}

/** True for `John A. Smith` and `John B. Smith`: the only words without a partner are initials. */
function haveOtherInitials(a: PreparedName, leftOnly: number, b: PreparedName, rightOnly: number): boolean {
  const initials = ({ tokens }: PreparedName, left: number): boolean =>
    left !== 0 && tokens.every(({ kind }, i) => !has(left, i) || kind === 'initial');
  return initials(a, leftOnly) && initials(b, rightOnly);
}

/** True for `A bin B` compared with `B bin A`. */
function areFatherAndChildSwapped(a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean {
  return pairs.some(({ left, right }) => isChildAndFather(a, left, b, right) || isChildAndFather(b, right, a, left));
}

/** True if the word is the first name in `x`, which also names a father, and is the father's name in `y`. */
function isChildAndFather(x: PreparedName, child: number, y: PreparedName, father: number): boolean {
  const told = (mark: number): boolean => (mark & CHILD_OF_MARK) !== 0;
  return child === 0 && father > 0 && told(y.marks[father]!) && !told(x.marks[child]!) && x.marks.some(told);
}

/** True for a name such as `President Lincoln`: an office, and a rare name that is the last word of the other name. */
function isTitledFamilyName(a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean {
  if (pairs.length !== 1) return false;
  const { left, right, rightWords, leftWords } = pairs[0]!;
  const opens = (x: PreparedName): boolean => x.titled && x.tokens.length === 1 && x.tokens[0]!.weight === 1;
  return (opens(a) && right + rightWords === b.tokens.length) || (opens(b) && left + leftWords === a.tokens.length);
}

const isSyllableMissing = (a: PreparedName, b: PreparedName): boolean =>
  a.syllables && b.syllables && a.tokens.length !== b.tokens.length;

/** Compares names whose words are separated differently or written as one, as whole texts. */
function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
  const syllables = a.syllables && b.syllables && !areCharacters(a, b);
  if (a.tokens.length === b.tokens.length && !syllables && a.compact !== b.compact) return undefined;
  const letters = Math.min(a.compact.length, b.compact.length);
  if (letters < SHORTEST_WHOLE || Math.abs(a.compact.length - b.compact.length) > MAX_LETTERS_MORE) return undefined;
  const edits = editCost(a.compact, b.compact, allowance(letters), SPELLING);
  if (edits === Infinity) return undefined;
  return comparison(
    'whole name of a person',
    { edits },
    {
      edits_term: editsTerm(edits, letters) * (isAcross(a, b) ? EDITS_OF_WHOLE_ACROSS : 1),
      written_apart_term: WRITTEN_APART,
    },
  );
}

/** True if one name is in Chinese or Korean characters, and the other one in letters. */
const isAcross = (a: PreparedName, b: PreparedName): boolean =>
  (a.tokens[0]!.native === '') !== (b.tokens[0]!.native === '');

/** True if both names are in the same Chinese or Korean script. Then the characters are compared, not their sound. */
const areCharacters = (a: PreparedName, b: PreparedName): boolean =>
  a.tokens[0]!.native !== '' && a.tokens[0]!.script === b.tokens[0]!.script;

function compareSyllables(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (!a.syllables || !b.syllables || areCharacters(a, b)) return undefined;
  if (!areOneTransliterated(textsOf(a), textsOf(b))) return undefined;
  return comparison('syllables of a person', {}, { other_transliteration_term: OTHER_TRANSLITERATION });
}

/** Finds names whose words are spelled backwards, which some people do to avoid screening. */
function compareBackwards(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (a.tokens.length !== b.tokens.length || a.compact.length !== b.compact.length) return undefined;
  if (a.compact.length < SHORTEST_WHOLE) return undefined;
  const theirs = textsOf(b).sort().join(' ');
  const ours = textsOf(a).map(backwards).sort().join(' ');
  if (ours !== theirs) return undefined;
  return comparison('words of a person backwards', {}, { spelled_backwards_term: SPELLED_BACKWARDS });
}

export const backwards = (text: string): string => [...text].reverse().join('');
