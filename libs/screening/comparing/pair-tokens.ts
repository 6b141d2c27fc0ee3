import { businessMeaning } from '../names/business-words';
import { PARTNERSHIP } from '../names/legal-forms';
import { DIGITS, makeToken, type NameToken, type PreparedName } from '../names/prepared-name';
import { NAME_WEIGHTS } from '../weights';
import { isInitialOf, matchTokens, type Likeness, type TokenMatch } from './token-cost';

const COSTS = NAME_WEIGHTS.wrong_letters;

/** One or two words of one name, and the matching one or two words of the other name. */
export interface TokenPair {
  /** position of the word in the first name */
  readonly left: number;
  /** 2 if this word and the next one are written as one word in the other name, else 1 */
  readonly leftWords: 1 | 2;
  readonly right: number;
  readonly rightWords: 1 | 2;
  readonly cost: number;
  readonly likeness: Likeness;
}

export interface Pairing {
  readonly pairs: readonly TokenPair[];
  /** bit mask of the positions of words without a partner */
  readonly leftOnly: number;
  readonly rightOnly: number;
}

const TRUST = businessMeaning('trust');
const MAX_EDITS_OF_KNOWN_WORD = 1.1;

/** Bit masks of the words that still have no partner. */
interface Free {
  left: number;
  right: number;
}

/**
 * Pairs the words of two names: first equal words, then similar words (most similar first), then initials. The order
 * of the words does not matter, but two adjacent words can match one word of the other name. Every word has at most
 * one partner.
 */
export function pairTokens(a: PreparedName, b: PreparedName): Pairing {
  const free: Free = { left: (1 << a.tokens.length) - 1, right: (1 << b.tokens.length) - 1 };
  const pairs: TokenPair[] = [];
  pairEqual(a.tokens, b.tokens, free, pairs);
  if (free.left !== 0 && free.right !== 0) pairAlike(a, b, free, pairs);
  if (free.left !== 0 && free.right !== 0) pairInitials(a.tokens, b.tokens, free, pairs);
  return { pairs, leftOnly: free.left, rightOnly: free.right };
}

export const has = (bits: number, at: number): boolean => (bits & (1 << at)) !== 0;

function pairEqual(a: readonly NameToken[], b: readonly NameToken[], free: Free, pairs: TokenPair[]): void {
  for (let i = 0; i < a.length; i++) {
    const token = a[i]!;
    if (token.kind === 'initial') continue;
    let partner = -1;
    for (let j = 0; j < b.length; j++) {
      const other = b[j]!;
      if (other.text !== token.text || !has(free.right, j) || !isSameWriting(token, other)) continue;
      if (partner < 0 || Math.abs(j - i) < Math.abs(partner - i)) partner = j;
    }
    if (partner < 0) continue;
    pairs.push({ left: i, leftWords: 1, right: partner, rightWords: 1, cost: 0, likeness: 'equal' });
    free.left &= ~(1 << i);
    free.right &= ~(1 << partner);
  }
}

const isSameWriting = (a: NameToken, b: NameToken): boolean =>
  b.kind !== 'initial' && (a.native === b.native || a.kind === 'number');

interface Candidate extends TokenPair {
  /** cost per letter; the pair with the lowest doubt is chosen first */
  readonly doubt: number;
}

function pairAlike({ tokens: a, forms }: PreparedName, other: PreparedName, free: Free, pairs: TokenPair[]): void {
  const b = other.tokens;
  const ofSeries = isVehicle(a, forms) && isVehicle(b, other.forms);
  const candidates: Candidate[] = [];
  const consider = (
    left: number,
    right: number,
    words: 1 | 2,
    more: 1 | 2,
    match: TokenMatch | undefined,
    letters: number,
  ): void => {
    if (!match) return;
    const { cost, likeness } = match;
    candidates.push({ left, leftWords: words, right, rightWords: more, cost, likeness, doubt: cost / letters });
  };
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    if (x.kind === 'initial' || !has(free.left, i)) continue;
    for (let j = 0; j < b.length; j++) {
      const y = b[j]!;
      if (y.kind === 'initial' || !has(free.right, j)) continue;
      consider(i, j, 1, 1, matchWords(x, y, ofSeries), Math.min(x.text.length, y.text.length));
      if (has(free.right, j + 1)) consider(i, j, 1, 2, matchGlued(x, y, b[j + 1]!), x.text.length);
      if (has(free.left, i + 1)) consider(i, j, 2, 1, matchGlued(y, x, a[i + 1]!), y.text.length);
    }
  }
  if (candidates.length > 1) candidates.sort(surestFirst);
  for (const { doubt: _doubt, ...pair } of candidates) {
    const left = ((1 << pair.leftWords) - 1) << pair.left;
    const right = ((1 << pair.rightWords) - 1) << pair.right;
    if ((free.left & left) !== left || (free.right & right) !== right) continue;
    pairs.push(pair);
    free.left &= ~left;
    free.right &= ~right;
  }
}

const surestFirst = (x: Candidate, y: Candidate): number =>
  x.doubt - y.doubt || y.leftWords + y.rightWords - x.leftWords - x.rightWords;

function pairInitials(a: readonly NameToken[], b: readonly NameToken[], free: Free, pairs: TokenPair[]): void {
  for (let i = 0; i < a.length; i++) {
    if (!has(free.left, i)) continue;
    for (let j = 0; j < b.length; j++) {
      if (!has(free.right, j) || !isInitialOf(a[i]!, b[j]!)) continue;
      const match: TokenMatch =
        a[i]!.kind === b[j]!.kind ? { cost: 0, likeness: 'equal' } : { cost: COSTS.initial, likeness: 'initial' };
      pairs.push({ left: i, leftWords: 1, right: j, rightWords: 1, ...match });
      free.left &= ~(1 << i);
      free.right &= ~(1 << j);
      break;
    }
  }
}

/** Like `matchTokens`, but words with a known meaning (numbers, places, business words) match by meaning. Symmetric. */
export function matchWords(a: NameToken, b: NameToken, ofSeries = false): TokenMatch | undefined {
  if (a.meaning === '' && b.meaning === '') return isCode(a) && isCode(b) ? matchCodes(a, b) : matchTokens(a, b);
  if (a.kind === 'number' || b.kind === 'number') return matchNumbers(a, b, ofSeries);
  if (a.meaning === b.meaning) return { cost: COSTS.same_meaning, likeness: 'meaning' };
  if (a.meaning !== '' && b.meaning !== '') return undefined;
  const match = matchTokens(a, b);
  return match && match.cost <= MAX_EDITS_OF_KNOWN_WORD ? match : undefined;
}

/** Partnerships and trusts come in series of one sponsor. */
const isVehicle = (tokens: readonly NameToken[], forms: readonly string[]): boolean =>
  forms.includes(PARTNERSHIP) || tokens.some(({ meaning }) => meaning === TRUST);

/** Another number makes another vessel, plant or fund, except in a series of one sponsor. */
function matchNumbers(a: NameToken, b: NameToken, ofSeries: boolean): TokenMatch | undefined {
  if (a.kind !== b.kind) return undefined;
  if (a.meaning === b.meaning) return { cost: 0, likeness: 'equal' };
  const inDigits = a.native === '' && b.native === '';
  return ofSeries && inDigits && areOfOneSeries(a.meaning, b.meaning)
    ? { cost: COSTS.number_of_series, likeness: 'number' }
    : undefined;
}

/** True for a word with letters and digits, such as `AHL1`. */
const isCode = ({ letters }: NameToken): boolean => letters > DIGITS;

/** The letters of codes may have spelling mistakes. Their digits are compared as numbers. */
function matchCodes(a: NameToken, b: NameToken): TokenMatch | undefined {
  if (a.text === b.text) return { cost: 0, likeness: 'equal' };
  const digitsOfA = a.text.replace(/[a-z]/g, '');
  const digitsOfB = b.text.replace(/[a-z]/g, '');
  if (digitsOfA === digitsOfB || !/^[a-z]+\d+$/.test(a.text) || !/^[a-z]+\d+$/.test(b.text)) return matchTokens(a, b);
  const series = a.text.replace(/\d/g, '') === b.text.replace(/\d/g, '') && areOfOneSeries(digitsOfA, digitsOfB);
  return series ? { cost: COSTS.number_of_series, likeness: 'number' } : undefined;
}

/** True for two small numbers, such as those of the funds or tranches of one series. */
const areOfOneSeries = (a: string, b: string): boolean => Number(a) <= 30 && Number(b) <= 30;

/** Compares one word with two words that may be the same word with a space in it. */
function matchGlued(whole: NameToken, first: NameToken, second: NameToken): TokenMatch | undefined {
  if (whole.native !== '' || first.kind === 'initial' || second.kind === 'initial') return undefined;
  const length = first.text.length + second.text.length;
  if (Math.abs(length - whole.text.length) > 2 || whole.text[0] !== first.text[0]) return undefined;
  const match = matchTokens(whole, makeToken('name', first.text + second.text, 1, first.script));
  return match && { cost: match.cost + COSTS.written_as_one, likeness: match.likeness };
}
