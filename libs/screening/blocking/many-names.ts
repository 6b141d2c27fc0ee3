import { countBits } from '../names/prepared-name';
import type { NearAmounts } from './near-amounts';
import type { WordAmounts } from './word-amounts';

/** What a name is found by, before it is looked at on its own. */
export interface NameSummary {
  /** ids of its words */
  readonly words: readonly number[];
  /** sum of the weights of all words */
  readonly weight: number;
  /** see `NameFacts` */
  readonly leastWeight: number;
  readonly abridged: boolean;
  /** number of letters */
  readonly length: number;
  /** which letters occur, see `letterKinds` */
  readonly kinds: number;
  /** which letters occur an odd number of times, see `oddLetters` */
  readonly odd: number;
}

/** The names to find. */
export interface Wanted {
  readonly amounts: WordAmounts;
  /** one word of a name may be near a word of the query instead */
  readonly near: NearAmounts;
  readonly weight: number;
  /** weight that may have no partner in the lighter name */
  readonly rest: number;
  /** names with nearly these letters are found too */
  readonly alike: Letters | undefined;
}

/** The least weight that a name and the query must share: a part of the heavier of the two, less an amount. */
export interface LeastShare {
  readonly part: number;
  readonly less: number;
  /** of the query; 0 if its weight says little */
  readonly own: number;
}

interface Letters {
  readonly length: number;
  readonly kinds: number;
  readonly odd: number;
  readonly most: MostDifferent;
}

/** Differences at which two names may have nearly the same letters. */
export interface MostDifferent {
  readonly length: number;
  readonly kinds: number;
  readonly letters: number;
}

/**
 * Array elements per name: id, kinds of letters, odd letters, number of letters and words, weight, the least weight or 0 if
 * the weight says little, and each other word.
 */
const WORDS = 6;
const LEAST_WEIGHT = 5;
const KINDS = 1;
const ODD = 2;
const LENGTH = 3;
const WEIGHT = 4;
const LENGTH_BITS = 0xffff;
const WORDS_SHIFT = 16;
export const HEAVIEST_WORD = 1;
/** The sums of weights are rounded. */
const LITTLE = 1e-4;

/** The ids of names that have a word, with their summaries, in a flat array: a search reads thousands of them in a row. */
export class ManyNames {
  private numbers: Int32Array<ArrayBuffer>;
  private weights: Float32Array<ArrayBuffer>;
  private end = 0;
  size = 0;

  /**
   * @param word the word that all these names have
   * @param room array elements for which there is room at the beginning
   */
  constructor(
    private readonly word: number,
    room: number,
  ) {
    this.numbers = new Int32Array(room);
    this.weights = new Float32Array(this.numbers.buffer);
  }

  add(id: number, { words, weight, leastWeight, abridged, length, kinds, odd }: NameSummary): void {
    const at = this.end;
    const others = words.filter((word) => word !== this.word);
    this.end += WORDS + others.length;
    if (this.end > this.numbers.length) this.grow();
    this.numbers[at] = id;
    this.numbers[at + KINDS] = kinds;
    this.numbers[at + ODD] = odd;
    this.numbers[at + LENGTH] = Math.min(length, LENGTH_BITS) | (others.length << WORDS_SHIFT);
    this.weights[at + WEIGHT] = weight;
    this.weights[at + LEAST_WEIGHT] = abridged ? 0 : leastWeight;
    this.numbers.set(others, at + WORDS);
    this.size++;
  }

  remove(id: number): void {
    for (let at = 0; at < this.end;) {
      const next = this.after(at);
      if (this.numbers[at] === id) {
        this.numbers.copyWithin(at, next, this.end);
        this.end -= next - at;
        this.size--;
        return;
      }
      at = next;
    }
  }

  each(visit: (id: number) => void): void {
    for (let at = 0; at < this.end; at = this.after(at)) visit(this.numbers[at]!);
  }

  /**
   * Calls `visit` with each name whose words can leave so little without a partner, or that has nearly these letters.
   *
   * @param share what a name must share by words that match
   * @param withNear what it must share by them and a word that is near
   */
  eachPossible(wanted: Wanted, share: LeastShare, withNear: LeastShare, visit: (id: number) => void): void {
    const { near, weight, rest, alike } = wanted;
    const { bits, amounts } = wanted.amounts;
    const { numbers, weights, end } = this;
    const own = LITTLE + amounts[this.word]!;
    const mostNear = near.heaviest;
    const nearOwn = near.heaviest === 0 ? 0 : near.of(this.word);
    for (let at = 0; at < end;) {
      const next = at + WORDS + (numbers[at + LENGTH]! >>> WORDS_SHIFT);
      let shared = own;
      for (let i = at + WORDS; i < next; i++) {
        const word = numbers[i]!;
        if ((bits[word >>> 5]! & (1 << word)) !== 0) shared += amounts[word]!;
      }
      const left = Math.min(weight, weights[at + WEIGHT]!) - rest - shared;
      const full = weights[at + LEAST_WEIGHT]!;
      if (
        (left <= 0 && shared >= leastOf(share, full)) ||
        (alike !== undefined && areAlike(numbers, at, alike)) ||
        (left <= mostNear &&
          shared + HEAVIEST_WORD >= leastOf(withNear, full) &&
          (left <= nearOwn || hasNear(numbers, at + WORDS, next, left, near)))
      )
        visit(numbers[at]!);
      at = next;
    }
  }

  /** Calls `visit` with each name that has nearly these letters, or whose weight says little. */
  eachAlike(alike: Letters | undefined, visit: (id: number) => void): void {
    const { numbers, weights, end } = this;
    for (let at = 0; at < end; at = this.after(at)) {
      if (weights[at + LEAST_WEIGHT] === 0 || (alike !== undefined && areAlike(numbers, at, alike)))
        visit(numbers[at]!);
    }
  }

  private after(at: number): number {
    return at + WORDS + (this.numbers[at + LENGTH]! >>> WORDS_SHIFT);
  }

  private grow(): void {
    const numbers = new Int32Array(Math.ceil(this.end * 1.4));
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.weights = new Float32Array(numbers.buffer);
  }
}

/** @param full the least weight of the name, or 0 if it says little */
const leastOf = ({ part, less, own }: LeastShare, full: number): number =>
  own === 0 || full === 0 ? 0 : part * Math.max(own, full) - less;

/** True if one of the words has so much by a word of the query that is near it. */
function hasNear(numbers: Int32Array, from: number, to: number, amount: number, near: NearAmounts): boolean {
  for (let i = from; i < to; i++) if (near.of(numbers[i]!) >= amount) return true;
  return false;
}

/**
 * True if the letters may differ by so few. A letter of an odd and an even number counts once. A letter that only one name
 * has, an even number of times, counts twice.
 */
function areAlike(numbers: Int32Array, at: number, { length, kinds, odd, most }: Letters): boolean {
  const otherKinds = numbers[at + KINDS]! ^ kinds;
  if (countBits(otherKinds) > most.kinds) return false;
  if (Math.abs((numbers[at + LENGTH]! & LENGTH_BITS) - length) > most.length) return false;
  const otherOdd = numbers[at + ODD]! ^ odd;
  return countBits(otherOdd) + 2 * countBits(otherKinds & ~otherOdd) <= most.letters;
}
