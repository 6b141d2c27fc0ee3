import { countBits, letterKinds, type NameToken } from '../names/prepared-name';
import { LETTERS, letterOf } from './letters';

/** A wrong letter changes at most two kinds of letters, and folding can change further ones. */
export const MAX_DIFFERENT_KINDS = 5;
export const MAX_DIFFERENT_LENGTH = 2;
/** A wrong letter changes at most two pairs of adjacent letters. */
const PAIRS_OF_LETTER = 2;

/** Array elements per word: the shape, and two of the pairs of adjacent letters in either spelling. */
const PLACES = 3;
const LENGTH_SHIFT = 27;
const KINDS = (1 << LENGTH_SHIFT) - 1;
/** Longer words count as that long. */
const LONGEST = 31;
/** The beginning and the end of a word. */
const EDGE = LETTERS;
const SIGNS = LETTERS + 1;

/** What a word of a query is found by. */
export interface Outline {
  readonly shape: number;
  readonly fold: Pairs;
  readonly text: Pairs;
  /** pairs that a near word may lack */
  readonly mostMissing: number;
}

/** A bit for each pair of adjacent letters; several pairs share a bit. */
interface Pairs {
  readonly low: number;
  readonly high: number;
}

/** @param slips how many letters of a near word may be wrong */
export const outlineOf = (token: NameToken, slips: number): Outline => ({
  shape: shapeOf(token),
  fold: pairsOf(token.fold),
  text: pairsOf(token.text),
  mostMissing: slips * PAIRS_OF_LETTER,
});

/** The outlines of words in one flat array. They leave nearly all words out before letters are compared. */
export class WordOutlines {
  private numbers = new Int32Array(PLACES << 10);

  add(word: number, token: NameToken): void {
    const at = word * PLACES;
    if (at >= this.numbers.length) this.grow(at);
    const fold = pairsOf(token.fold);
    const text = pairsOf(token.text);
    this.numbers[at] = shapeOf(token);
    this.numbers[at + 1] = fold.low | text.low;
    this.numbers[at + 2] = fold.high | text.high;
  }

  /** False only for words that are not near. */
  mayBeNear(word: number, { shape, fold, text, mostMissing }: Outline): boolean {
    const at = word * PLACES;
    const theirs = this.numbers[at]!;
    const longer = (theirs >>> LENGTH_SHIFT) - (shape >>> LENGTH_SHIFT);
    if (longer > MAX_DIFFERENT_LENGTH || longer < -MAX_DIFFERENT_LENGTH) return false;
    if (countBits((theirs ^ shape) & KINDS) > MAX_DIFFERENT_KINDS) return false;
    const noLow = ~this.numbers[at + 1]!;
    const noHigh = ~this.numbers[at + 2]!;
    return (
      countBits(fold.low & noLow) + countBits(fold.high & noHigh) <= mostMissing ||
      countBits(text.low & noLow) + countBits(text.high & noHigh) <= mostMissing
    );
  }

  private grow(at: number): void {
    const numbers = new Int32Array(at * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}

/** The kinds of letters of a word, and above them the number of its letters. */
const shapeOf = ({ fold }: NameToken): number =>
  (letterKinds(fold) & KINDS) | (Math.min(fold.length, LONGEST) << LENGTH_SHIFT);

function pairsOf(text: string): Pairs {
  let low = 0;
  let high = 0;
  let before = EDGE;
  for (let i = 0; i <= text.length; i++) {
    const letter = i < text.length ? letterOf(text, i) : EDGE;
    // The high bits of the product depend on all bits of the pair.
    const bit = Math.imul(before * SIGNS + letter, 0x9e3779b1) >>> 26;
    if (bit < 32) low |= 1 << bit;
    else high |= 1 << bit;
    before = letter;
  }
  return { low, high };
}
