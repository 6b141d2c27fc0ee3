import { countBits } from '../names/prepared-name';
import type { WordAmounts } from './word-amounts';

/** What a name is found by, before it is looked at on its own. */
export interface NameSummary {
  /** ids of its words */
  readonly words: readonly number[];
  /** sum of the weights of all words */
  readonly weight: number;
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
  readonly weight: number;
  /** weight that may have no partner in the lighter name */
  readonly rest: number;
  /** names with nearly these letters are found too */
  readonly alike: Letters | undefined;
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

/** Array elements per name: id, kinds of letters, odd letters, number of letters and words, weight, and each word. */
const WORDS = 5;
const KINDS = 1;
const ODD = 2;
const LENGTH = 3;
const WEIGHT = 4;
const LENGTH_BITS = 0xffff;
const WORDS_SHIFT = 16;
/** The sums of weights are rounded. */
const LITTLE = 1e-4;

/** The ids of names that have a word, with their summaries, in a flat array: a search reads thousands of them in a row. */
export class ManyNames {
  private numbers: Int32Array<ArrayBuffer>;
  private weights: Float32Array<ArrayBuffer>;
  private end = 0;
  size = 0;

  /** @param room array elements for which there is room at the beginning */
  constructor(room: number) {
    this.numbers = new Int32Array(room);
    this.weights = new Float32Array(this.numbers.buffer);
  }

  add(id: number, { words, weight, length, kinds, odd }: NameSummary): void {
    const at = this.end;
    this.end += WORDS + words.length;
    if (this.end > this.numbers.length) this.grow();
    this.numbers[at] = id;
    this.numbers[at + KINDS] = kinds;
    this.numbers[at + ODD] = odd;
    this.numbers[at + LENGTH] = Math.min(length, LENGTH_BITS) | (words.length << WORDS_SHIFT);
    this.weights[at + WEIGHT] = weight;
    this.numbers.set(words, at + WORDS);
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

  /** Calls `visit` with each name whose words can leave so little without a partner, or that has nearly these letters. */
  eachPossible({ amounts: { bits, amounts }, weight, rest, alike }: Wanted, visit: (id: number) => void): void {
    const { numbers, weights, end } = this;
    for (let at = 0; at < end;) {
      const next = at + WORDS + (numbers[at + LENGTH]! >>> WORDS_SHIFT);
      let left = Math.min(weight, weights[at + WEIGHT]!) - rest - LITTLE;
      for (let i = at + WORDS; i < next; i++) {
        const word = numbers[i]!;
        if ((bits[word >>> 5]! & (1 << word)) !== 0) left -= amounts[word]!;
      }
      if (left <= 0 || (alike !== undefined && areAlike(numbers, at, alike))) visit(numbers[at]!);
      at = next;
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

/**
 * True if the letters may differ by so few. A letter of an odd and an even number counts once. A letter that only one name
 * has, an even number of times, counts twice.
 */
function areAlike(numbers: Int32Array, at: number, { length, kinds, odd, most }: Letters): boolean {
  if (Math.abs((numbers[at + LENGTH]! & LENGTH_BITS) - length) > most.length) return false;
  const otherKinds = numbers[at + KINDS]! ^ kinds;
  if (countBits(otherKinds) > most.kinds) return false;
  const otherOdd = numbers[at + ODD]! ^ odd;
  return countBits(otherOdd) + 2 * countBits(otherKinds & ~otherOdd) <= most.letters;
}
