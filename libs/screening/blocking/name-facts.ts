import { CHILD_OF_MARK, letterKinds, type PreparedName } from '../names/prepared-name';

/** What decides in most cases whether a name is worth comparing. */
export interface NameFacts {
  /** of all words */
  readonly weight: number;
  /** without what is often left out: repeated words, and half of the names of fathers */
  readonly leastWeight: number;
  /** which letters occur, see `letterKinds` */
  readonly kinds: number;
  /** how many letters there are */
  readonly length: number;
  /** a title or an initial stands for names that are not there, so that little of the weight may be shared */
  readonly abridged: boolean;
}

export function factsOf({ tokens, marks, compact, titled }: PreparedName): NameFacts {
  let weight = 0;
  let leastWeight = 0;
  let abridged = titled;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    weight += token.weight;
    abridged ||= token.kind === 'initial';
    if (tokens.findIndex(({ text }) => text === token.text) < i) continue;
    leastWeight += (marks[i]! & CHILD_OF_MARK) === 0 ? token.weight : token.weight / 2;
  }
  return { weight, leastWeight, kinds: letterKinds(compact), length: compact.length, abridged };
}

/** How many words of a name are kept with its facts. */
export const WORDS_AT_HAND = 4;
export const NO_WORD = -1;

/** Places of a name: weight, least weight, kinds of letters, length and whether it is abridged, words. */
const PLACES = 8;
const LEAST_WEIGHT = 1;
const KINDS = 2;
const LENGTH = 3;
const WORDS = 4;
const LENGTH_BITS = 0xffff;
const ABRIDGED = 0x10000;

/** The facts of many names in one flat array, those of a name side by side: a search looks at thousands of them. */
export class FactsOfNames {
  private numbers = new Int32Array(PLACES << 10);
  private weights = new Float32Array(this.numbers.buffer);

  set(id: number, words: readonly number[], { weight, leastWeight, kinds, length, abridged }: NameFacts): void {
    const at = id * PLACES;
    if (at >= this.numbers.length) this.grow();
    this.weights[at] = weight;
    this.weights[at + LEAST_WEIGHT] = leastWeight;
    this.numbers[at + KINDS] = kinds;
    this.numbers[at + LENGTH] = Math.min(length, LENGTH_BITS) | (abridged ? ABRIDGED : 0);
    for (let i = 0; i < WORDS_AT_HAND; i++) this.numbers[at + WORDS + i] = words[i] ?? NO_WORD;
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

  /** The number of one of the first `WORDS_AT_HAND` words, or `NO_WORD` after the last one. */
  word(id: number, at: number): number {
    return this.numbers[id * PLACES + WORDS + at]!;
  }

  private grow(): void {
    const numbers = new Int32Array(this.numbers.length * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
    this.weights = new Float32Array(numbers.buffer);
  }
}
