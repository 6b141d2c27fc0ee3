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

/** The facts of many names in flat arrays, since a search looks at thousands of them. */
export class FactsOfNames {
  weights = new Float32Array(1 << 10);
  leastWeights = new Float32Array(1 << 10);
  kinds = new Int32Array(1 << 10);
  lengths = new Uint16Array(1 << 10);
  abridged = new Uint8Array(1 << 10);

  set(id: number, facts: NameFacts): void {
    const { weight, leastWeight, kinds, length, abridged } = facts;
    if (id >= this.weights.length) this.grow();
    this.weights[id] = weight;
    this.leastWeights[id] = leastWeight;
    this.kinds[id] = kinds;
    this.lengths[id] = Math.min(length, 0xffff);
    this.abridged[id] = abridged ? 1 : 0;
  }

  private grow(): void {
    const size = this.weights.length * 2;
    const { weights, leastWeights, kinds, lengths, abridged } = this;
    (this.weights = new Float32Array(size)).set(weights);
    (this.leastWeights = new Float32Array(size)).set(leastWeights);
    (this.kinds = new Int32Array(size)).set(kinds);
    (this.lengths = new Uint16Array(size)).set(lengths);
    (this.abridged = new Uint8Array(size)).set(abridged);
  }
}
