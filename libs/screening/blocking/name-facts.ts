import { CHILD_OF_MARK, letterKinds, type PreparedName } from '../names/prepared-name';

/** Summary of a name that usually shows whether a full comparison is necessary. */
export interface NameFacts {
  /** sum of the weights of all words */
  readonly weight: number;
  /** the weight without repeated words and with half of fathers' names, because both are often omitted */
  readonly leastWeight: number;
  /** which letters occur, see `letterKinds` */
  readonly kinds: number;
  /** number of letters */
  readonly length: number;
  /**
   * true if the share of the weight says little: a title or an initial replaces other names, or the name is in a text
   */
  readonly abridged: boolean;
  /** the same, except that the name is in a text */
  readonly shortened: boolean;
}

export function factsOf({ tokens, marks, compact, titled, inText }: PreparedName): NameFacts {
  let weight = 0;
  let leastWeight = 0;
  let shortened = titled;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    weight += token.weight;
    shortened ||= token.kind === 'initial';
    if (tokens.findIndex(({ text }) => text === token.text) < i) continue;
    leastWeight += (marks[i]! & CHILD_OF_MARK) === 0 ? token.weight : token.weight / 2;
  }
  return {
    weight,
    leastWeight,
    kinds: letterKinds(compact),
    length: compact.length,
    abridged: shortened || inText,
    shortened,
  };
}

/** The number of words of a name that are stored with its facts. */
export const WORDS_AT_HAND = 4;
export const NO_WORD = -1;
const NONE: readonly number[] = [];

/** Array elements per name: weight, least weight, kinds of letters, length with the abridged flag, and four words. */
const PLACES = 8;
const LEAST_WEIGHT = 1;
const KINDS = 2;
const LENGTH = 3;
const WORDS = 4;
const LENGTH_BITS = 0xffff;
const ABRIDGED = 0x10000;

/** The facts of all names in one flat array, which is fast to read. A search reads the facts of thousands of names. */
export class FactsOfNames {
  private numbers = new Int32Array(PLACES << 10);
  private weights = new Float32Array(this.numbers.buffer);
  /** the further words of names that have more than `WORDS_AT_HAND` */
  private readonly more = new Map<number, readonly number[]>();

  set(id: number, words: readonly number[], { weight, leastWeight, kinds, length, abridged }: NameFacts): void {
    const at = id * PLACES;
    if (at >= this.numbers.length) this.grow();
    this.weights[at] = weight;
    this.weights[at + LEAST_WEIGHT] = leastWeight;
    this.numbers[at + KINDS] = kinds;
    this.numbers[at + LENGTH] = Math.min(length, LENGTH_BITS) | (abridged ? ABRIDGED : 0);
    for (let i = 0; i < WORDS_AT_HAND; i++) this.numbers[at + WORDS + i] = words[i] ?? NO_WORD;
    if (words.length > WORDS_AT_HAND) this.more.set(id, words.slice(WORDS_AT_HAND));
    else this.more.delete(id);
  }

  weight(id: number): number {
    return this.weights[id * PLACES]!;
  }

  leastWeight(id: number): number {
    return this.weights[id * PLACES + LEAST_WEIGHT]!;
  }

  kinds(id: number): number {
    return this.numbers[id * PLACES + KINDS]!;
  }

  length(id: number): number {
    return this.numbers[id * PLACES + LENGTH]! & LENGTH_BITS;
  }

  isAbridged(id: number): boolean {
    return (this.numbers[id * PLACES + LENGTH]! & ABRIDGED) !== 0;
  }

  /** Returns the id of one of the first `WORDS_AT_HAND` words, or `NO_WORD` after the last word of the name. */
  word(id: number, at: number): number {
    return this.numbers[id * PLACES + WORDS + at]!;
  }

  /** Returns the ids of the words after the first `WORDS_AT_HAND`. */
  moreWords(id: number): readonly number[] {
    return this.word(id, WORDS_AT_HAND - 1) === NO_WORD ? NONE : (this.more.get(id) ?? NONE);
  }

  words(id: number): number[] {
    const words: number[] = [];
    for (let i = 0; i < WORDS_AT_HAND && this.word(id, i) !== NO_WORD; i++) words.push(this.word(id, i));
    return [...words, ...this.moreWords(id)];
  }

  private grow(): void {
    const numbers = new Int32Array(this.numbers.length * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.weights = new Float32Array(numbers.buffer);
  }
}
