import type { NameToken } from '../names/prepared-name';
import type { SharedWords } from './shared-words';
import { nearOutline, type TwoSlips } from './two-slips';
import type { Outline } from './word-outlines';

/** The most that a name shares with a query by a word that is about two letters from a word of the query. */
export class NearAmounts {
  /** has the words that were compared with the query; other amounts are of earlier queries */
  private compared = new Int32Array(0);
  private amounts = new Float32Array(0);
  /** the most that a word can have */
  heaviest = 0;
  private tokens: readonly NameToken[] = [];
  private outlines: readonly Outline[] = [];
  private words = 0;
  private all = false;

  constructor(
    private readonly twoSlips: TwoSlips,
    private readonly shared: SharedWords,
  ) {}

  /**
   * Begins a search over this number of words.
   *
   * @param tokens words of the query; none of them has a word near it if there are none
   * @param all takes every word as near, without comparing it
   */
  begin(words: number, tokens: readonly NameToken[], all: boolean): void {
    this.all = all;
    this.tokens = tokens;
    this.words = words;
    this.outlines = tokens.map(nearOutline);
    this.heaviest = tokens.reduce((most, { weight }) => Math.max(most, weight), 0);
    if (this.amounts.length < words) {
      this.amounts = new Float32Array(words * 2);
      this.compared = new Int32Array((words * 2 + 31) >>> 5);
    } else this.compared.fill(0);
  }

  /** The weight of the heaviest word of the query that this word of the index is near; 0 if it is near none. */
  of(word: number): number {
    if (this.all) return this.heaviest;
    return (this.compared[word >>> 5]! & (1 << word)) === 0 ? this.compare(word) : this.amounts[word]!;
  }

  private compare(word: number): number {
    const { tokens, outlines, twoSlips, shared } = this;
    let most = 0;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (token.weight <= most || !twoSlips.mayBeNear(word, outlines[at]!)) continue;
      if (!twoSlips.isNear(token, at, word, this.words) || shared.has(word, at)) continue;
      most = token.weight;
    }
    this.compared[word >>> 5]! |= 1 << word;
    return (this.amounts[word] = most);
  }
}
