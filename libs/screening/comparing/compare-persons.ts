import { areOneTransliterated } from '../names/east-asian';
import { isChainName, isOftenLeftOut, shareGroup } from '../names/nicknames';
import { isServant } from '../names/prepare-person';
import { CHILD_OF_MARK, textsOf, type NameToken, type PreparedName } from '../names/prepared-name';
import { allowance, comparison, editsTerm, leastEditsTerm, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { isInText } from './in-text';
import { has, pairTokens, type Pairing } from './pair-tokens';
import { NAME_WEIGHTS } from '../weights';

const WEIGHTS = NAME_WEIGHTS.persons;

const SMALL_REST = 0.35;
/** The wrong letters of a word that is certain: as many as a vowel of another transliteration. */
const MOST_EDITS_OF_CERTAIN = 0.2;
const LEAST_EDITS_OF_UNCERTAIN = 0.3;
const SHORTEST_WHOLE = 6;
const MAX_LETTERS_MORE = 3;

/** Compares two names that were prepared as persons. The caller must pass them in a fixed order, for symmetry. */
export function comparePersons(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  if (byWords.score >= 1 - WEIGHTS.written_apart) return byWords;
  return [compareWhole(a, b), compareSyllables(a, b), compareBackwards(a, b)].reduce<NameComparison>(
    (best, other) => (other && other.score > best.score ? other : best),
    byWords,
  );
}

/** Returns the highest possible score for a coverage and a number of wrong letters. */
export const bestPersonScore = (coverage: number, edits: number): number =>
  1 - leastEditsTerm(edits) - coverageTerm(coverage);

/** Returns the least coverage with which names with this number of wrong letters can reach a score; above 1 if none can. */
export function leastCoverage(score: number, edits: number): number {
  const most = 1 - leastEditsTerm(edits) - score;
  if (most < 0) return Infinity;
  const { missing, much_missing: much } = WEIGHTS;
  return 1 - (Math.sqrt(missing * missing + 4 * much * most) - missing) / (2 * much);
}

/** 0.1 if a quarter of the weight is not paired, 0.26 if half of it is not. */
const coverageTerm = (coverage: number): number =>
  (1 - coverage) * (WEIGHTS.missing + WEIGHTS.much_missing * (1 - coverage));

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
  const onlyChain = incomplete && isOnlyChain(a, b, pairing);
  const missing = whole ? Math.min(WEIGHTS.in_text, coverageTerm(coverage)) : coverageTerm(coverage);
  return comparison(
    'words of a person',
    { words_paired: pairing.pairs.length, edits, coverage },
    {
      edits_term:
        (editsTerm(edits, letters) * (inSyllables ? WEIGHTS.edits_in_syllables : 1)) /
        (single ? WEIGHTS.allowance_of_single_word : 1),
      coverage_term: isTitledFamilyName(a, b, pairing) ? Math.min(missing, WEIGHTS.titled_family_name) : missing,
      conflict_term: haveOtherInitials(a, pairing.leftOnly, b, pairing.rightOnly)
        ? WEIGHTS.other_initials
        : conflictTerm(leftOver, rightOver),
      father_and_child_swapped_term: areFatherAndChildSwapped(a, b, pairing) ? WEIGHTS.conflict : 0,
      lone_name_term: lone ? WEIGHTS.lone_name : 0,
      missing_syllable_term: incomplete && isSyllableMissing(a, b) ? WEIGHTS.missing_syllable : 0,
      other_form_term:
        incomplete && pairing.pairs.some(({ likeness }) => likeness === 'nickname') ? WEIGHTS.other_form : 0,
      only_common_names_term:
        incomplete && !onlyChain && pairing.pairs.length > 0 && areCommon(a, b, pairing)
          ? WEIGHTS.only_common_names
          : 0,
      nothing_certain_term:
        incomplete && !onlyChain && edits > LEAST_EDITS_OF_UNCERTAIN && !isAnyCertain(a, b, pairing)
          ? WEIGHTS.nothing_certain
          : 0,
      only_chain_names_term: onlyChain ? Math.max(0, WEIGHTS.only_chain_names - missing) : 0,
      many_names_missing_term:
        whole || a.titled || b.titled
          ? 0
          : WEIGHTS.many_names_missing *
            Math.max(0, furtherWeight(a, pairing.leftOnly), furtherWeight(b, pairing.rightOnly)),
      other_own_name_term:
        isOwnNameOther(a, b, pairing) || isOwnNameOther(b, a, swapped(pairing)) ? WEIGHTS.other_own_name : 0,
      no_full_name_term: fullNames === 0 ? WEIGHTS.no_full_name : 0,
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

/** True if all paired words are names of a chain, such as own name and father's name, and one person has further names. */
function isOnlyChain(a: PreparedName, b: PreparedName, { pairs, leftOnly, rightOnly }: Pairing): boolean {
  const hasName = ({ tokens }: PreparedName, left: number): boolean =>
    tokens.some(({ kind, text }, i) => has(left, i) && kind === 'name' && /^[a-z]{3,}$/.test(text));
  return (
    pairs.length > 0 &&
    (hasName(a, leftOnly) || hasName(b, rightOnly)) &&
    pairs.every(({ left, right }) => isChainName(a.tokens[left]!.fold) || isChainName(b.tokens[right]!.fold))
  );
}

/**
 * True for `Husayn Muhammad al-Masri` compared with `Muhammad al-Masri`: in a chain of given names, the first is the own
 * name, and those after it are names of fathers. `Muhammad` as the first one is often left out.
 */
function isOwnNameOther(longer: PreparedName, shorter: PreparedName, { pairs, leftOnly, rightOnly }: Pairing): boolean {
  const own = longer.tokens[0]!;
  if (!has(leftOnly, 0) || rightOnly !== 0 || own.kind !== 'name' || !isChainName(own.fold)) return false;
  if (isOftenLeftOut(own.fold) || !isChainName(shorter.tokens[0]!.fold)) return false;
  return pairs.some(({ left, right }) => left === 1 && right === 0);
}

const swapped = ({ pairs, leftOnly, rightOnly }: Pairing): Pairing => ({
  pairs: pairs.map((pair) => ({
    ...pair,
    left: pair.right,
    leftWords: pair.rightWords,
    right: pair.left,
    rightWords: pair.leftWords,
  })),
  leftOnly: rightOnly,
  rightOnly: leftOnly,
});

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

/**
 * The weight of the full names that only one person has, beyond one such name. Repeated names and those of fathers do not
 * count: they are often left out.
 */
const furtherWeight = ({ tokens, marks }: PreparedName, left: number): number =>
  tokens.reduce((sum, token, i) => {
    const isRepeated = tokens.some((twin, j) => (j < i || !has(left, j)) && j !== i && isSameName(twin, token));
    return has(left, i) && isFullName(token) && !isRepeated && (marks[i]! & CHILD_OF_MARK) === 0
      ? sum + token.weight
      : sum;
  }, -1);

const isSameName = (a: NameToken, b: NameToken): boolean => a.fold === b.fold || shareGroup(a.spellings, b.spellings);

function conflictTerm(left: number, right: number): number {
  if (Math.min(left, right) === 0) return 0;
  return Math.max(left, right) < SMALL_REST ? WEIGHTS.small_conflict : WEIGHTS.conflict;
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
      edits_term: editsTerm(edits, letters) * (isAcross(a, b) ? WEIGHTS.edits_of_whole_across_scripts : 1),
      written_apart_term: WEIGHTS.written_apart,
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
  return comparison('syllables of a person', {}, { other_transliteration_term: WEIGHTS.other_transliteration });
}

/** Finds names whose words are spelled backwards, which some people do to avoid screening. */
function compareBackwards(a: PreparedName, b: PreparedName): NameComparison | undefined {
  if (a.tokens.length !== b.tokens.length || a.compact.length !== b.compact.length) return undefined;
  if (a.compact.length < SHORTEST_WHOLE) return undefined;
  const theirs = textsOf(b).sort().join(' ');
  const ours = textsOf(a).map(backwards).sort().join(' ');
  if (ours !== theirs) return undefined;
  return comparison('words of a person backwards', {}, { spelled_backwards_term: WEIGHTS.spelled_backwards });
}

export const backwards = (text: string): string => [...text].reverse().join('');
