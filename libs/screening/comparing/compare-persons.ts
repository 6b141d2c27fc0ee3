import { distance } from 'fastest-levenshtein';
import { areOneTransliterated } from '../names/east-asian';
import { CHILD_OF_MARK, type NameToken, type PreparedName } from '../names/prepared-name';
import { allowance, MOST_ALLOWED, rounded, takenOff, type NameComparison } from './comparison';
import { editCost, SPELLING } from './edit-cost';
import { has, pairTokens, type Pairing } from './pair-tokens';

const AT_ALLOWANCE = 0.3;
const MISSING = 0.325;
const MISSING_MORE = 0.39;
const CONFLICT = 0.4;
const SMALL_CONFLICT = 0.12;
const SMALL_REST = 0.35;
const MISSING_AFTER_TITLE = 0.27;
const BACKWARDS = 0.8;
const LONE_NAME = 0.2;
const TRANSLITERATED = 0.15;
const MISSING_SYLLABLE = 0.2;
const SINGLE_WORD = 0.65;
const ONLY_INITIALS = 0.35;

export function comparePersons(a: PreparedName, b: PreparedName): NameComparison {
  const byWords = compareWords(a, b);
  const whole = compareWhole(a, b);
  return whole && whole.score > byWords.score ? whole : byWords;
}

/** The most that a comparison can reach in which so much is covered and so many letters are wrong. */
export const bestPersonScore = (coverage: number, edits: number): number =>
  1 - (AT_ALLOWANCE * edits) / MOST_ALLOWED - coverageTerm(coverage);

const coverageTerm = (coverage: number): number => (1 - coverage) * (MISSING + MISSING_MORE * (1 - coverage));

function compareWords(a: PreparedName, b: PreparedName): NameComparison {
  const pairing = pairTokens(a, b);
  let matched = 0;
  let edits = 0;
  let letters = 0;
  let named = 0;
  for (const pair of pairing.pairs) {
    const left = weightOf(a, pair.left, pair.leftWords);
    const right = weightOf(b, pair.right, pair.rightWords);
    const initial = pair.likeness === 'initial';
    matched += initial ? Math.max(left, right) : (left + right) / 2;
    edits += pair.cost;
    letters += Math.max(sizeOf(a, pair.left, pair.leftWords), sizeOf(b, pair.right, pair.rightWords));
    if (!initial && a.tokens[pair.left]!.kind === 'name') named += 1;
  }
  const leftOver = weightLeft(a, pairing.leftOnly, pairing.rightOnly === 0);
  const rightOver = weightLeft(b, pairing.rightOnly, pairing.leftOnly === 0);
  const total = matched + Math.max(leftOver, rightOver);
  const coverage = total === 0 ? 0 : matched / total;
  const conflict = conflictOf(leftOver, rightOver);
  const swapped = fatherAndChildSwapped(a, b, pairing);
  const syllableMissing = coverage < 1 && a.syllables && b.syllables && a.tokens.length !== b.tokens.length;
  const lone = coverage < 1 && named < 2 && !a.titled && !b.titled;
  const single = a.tokens.length === 1 && b.tokens.length === 1;

  const editTerm = edits === 0 ? 0 : (AT_ALLOWANCE * edits) / (allowance(letters) * (single ? SINGLE_WORD : 1));
  const familyNameOnly = isTitledFamilyName(a, b, pairing);
  const missingTerm = Math.min(familyNameOnly ? MISSING_AFTER_TITLE : 1, coverageTerm(coverage));
  let score = 1 - editTerm - missingTerm - conflict;
  if (swapped) score -= CONFLICT;
  if (lone) score -= LONE_NAME;
  if (syllableMissing) score -= MISSING_SYLLABLE;
  if (named === 0) score -= ONLY_INITIALS;
  const backwards = score < 0.5 && spelledBackwards(a, b);
  if (backwards) score = BACKWARDS;
  return {
    score: Math.max(0, Math.min(1, score)),
    features: {
      compared: 'words of a person',
      words_paired: pairing.pairs.length,
      edits: rounded(edits),
      edits_term: takenOff(editTerm),
      coverage: rounded(coverage),
      coverage_term: takenOff(missingTerm),
      conflict_term: takenOff(conflict),
      father_and_child_swapped: swapped,
      lone_name: lone,
      syllable_missing: syllableMissing,
      spelled_backwards: backwards,
    },
  };
}

function weightOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? tokens[at]!.weight : tokens[at]!.weight + tokens[at + 1]!.weight;
}

function sizeOf({ tokens }: PreparedName, at: number, words: number): number {
  return words === 1 ? size(tokens[at]!) : size(tokens[at]!) + size(tokens[at + 1]!);
}

const size = ({ native, text }: NameToken): number => (native === '' ? text.length : [...native].length);

/**
 * The weight of the words without a partner. Where the other name has all of its words paired, a word that was said
 * already counts nothing and the name of a father half, since both are often left out.
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

function conflictOf(left: number, right: number): number {
  if (Math.min(left, right) === 0) return 0;
  return Math.max(left, right) < SMALL_REST ? SMALL_CONFLICT : CONFLICT;
}

/** `A bin B` against `B bin A`. */
function fatherAndChildSwapped(a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean {
  return pairs.some(({ left, right }) => isChildAndFather(a, left, b, right) || isChildAndFather(b, right, a, left));
}

/** A word opens a name that tells the father, and is the father's name in the other. */
function isChildAndFather(x: PreparedName, child: number, y: PreparedName, father: number): boolean {
  const told = (mark: number): boolean => (mark & CHILD_OF_MARK) !== 0;
  return child === 0 && father > 0 && told(y.marks[father]!) && !told(x.marks[child]!) && x.marks.some(told);
}

/** `President Lincoln`: an office and a rare family name that is the last word of the other name. */
function isTitledFamilyName(a: PreparedName, b: PreparedName, { pairs }: Pairing): boolean {
  if (pairs.length !== 1) return false;
  const { left, right, rightWords, leftWords } = pairs[0]!;
  const opens = (x: PreparedName): boolean => x.titled && x.tokens.length === 1 && x.tokens[0]!.weight === 1;
  return (opens(a) && right + rightWords === b.tokens.length) || (opens(b) && left + leftWords === a.tokens.length);
}

/** Every word is one of the other name, from its last letter to its first. */
function spelledBackwards(a: PreparedName, b: PreparedName): boolean {
  if (a.tokens.length !== b.tokens.length || a.compact.length < 6 || a.compact.length !== b.compact.length)
    return false;
  return a.tokens.every(({ text }) => {
    const backwards = [...text].reverse().join('');
    return b.tokens.some((token) => distance(token.text, backwards) <= (text.length >= 6 ? 2 : 0));
  });
}

function compareWhole(a: PreparedName, b: PreparedName): NameComparison | undefined {
  const syllables = a.syllables && b.syllables && !sameCharacters(a, b);
  if (a.tokens.length === b.tokens.length && !syllables && a.compact !== b.compact) return undefined;
  if (
    syllables &&
    areOneTransliterated(
      a.tokens.map(({ text }) => text),
      b.tokens.map(({ text }) => text),
    )
  ) {
    return { score: 1 - TRANSLITERATED, features: { compared: 'syllables of a person', edits: 0 } };
  }
  const letters = Math.min(a.compact.length, b.compact.length);
  if (letters < 6 || Math.abs(a.compact.length - b.compact.length) > 3) return undefined;
  const edits = editCost(a.compact, b.compact, allowance(letters) * 1.2, SPELLING);
  if (edits === Infinity) return undefined;
  const score = 1 - 0.02 - (AT_ALLOWANCE * edits) / allowance(letters);
  return { score: Math.max(0, score), features: { compared: 'whole name of a person', edits: rounded(edits) } };
}

/** Both in one script of syllables: then the characters decide, not how they sound. */
const sameCharacters = (a: PreparedName, b: PreparedName): boolean =>
  a.tokens[0]!.native !== '' && a.tokens[0]!.script === b.tokens[0]!.script;
