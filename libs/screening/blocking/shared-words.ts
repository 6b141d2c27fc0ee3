import { MAX_TOKENS } from '../names/prepared-name';

const NONE = -1;
const MAX_SEARCH = 2 ** 31 - 1;

/**
 * The words of the index that the words of a query match, and what a name shares with the query by them. A name has a word
 * of the query by the first match that was added.
 */
export class SharedWords {
  /** bit mask of the words of the query that the last name has */
  words = 0;
  /** the weight of these words */
  weight = 0;
  /** the least number of wrong letters in these words */
  edits = 0;

  private search = 0;
  /** the last match of a word of the index, and the search that it is of */
  private lasts = new Int32Array(0);
  private searches = new Int32Array(0);
  /** of each match: the position in the query, the weight, the wrong letters, and the next match of the same word */
  private readonly places: number[] = [];
  private readonly weights: number[] = [];
  private readonly costs: number[] = [];
  private readonly nexts: number[] = [];
  private readonly firsts = new Int32Array(MAX_TOKENS).fill(NONE);

  /** Begins a search over this number of words. */
  begin(words: number): void {
    if (this.lasts.length < words || this.search === MAX_SEARCH) {
      this.lasts = new Int32Array(words * 2);
      this.searches = new Int32Array(words * 2);
      this.search = 0;
    }
    this.search++;
    this.places.length = this.weights.length = this.costs.length = this.nexts.length = 0;
  }

  /** @param place position of the word in the query */
  add(word: number, place: number, weight: number, edits: number): void {
    this.nexts.push(this.searches[word] === this.search ? this.lasts[word]! : NONE);
    this.searches[word] = this.search;
    this.lasts[word] = this.places.length;
    this.places.push(place);
    this.weights.push(weight);
    this.costs.push(edits);
  }

  /** True if the word matches the query's word at this position. */
  has(word: number, place: number): boolean {
    for (let match = this.matchOf(word); match !== NONE; match = this.nexts[match]!) {
      if (this.places[match] === place) return true;
    }
    return false;
  }

  /** Begins with another name. */
  clear(): void {
    this.words = 0;
  }

  /** Takes in a word of the name. */
  note(word: number): void {
    for (let match = this.matchOf(word); match !== NONE; match = this.nexts[match]!) {
      const place = this.places[match]!;
      if ((this.words & (1 << place)) === 0 || match < this.firsts[place]!) this.firsts[place] = match;
      this.words |= 1 << place;
    }
  }

  /** Call it after the last word of the name. */
  sum(): void {
    this.weight = 0;
    this.edits = 0;
    for (let rest = this.words; rest !== 0; rest &= rest - 1) {
      const match = this.firsts[31 - Math.clz32(rest & -rest)]!;
      this.weight = Math.fround(this.weight + this.weights[match]!);
      this.edits = Math.fround(this.edits + this.costs[match]!);
    }
  }

  private matchOf(word: number): number {
    return this.searches[word] === this.search ? this.lasts[word]! : NONE;
  }
}
