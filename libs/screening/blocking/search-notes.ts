/** Array elements per name: number of the search that wrote them, words found, their weight, their wrong letters. */
const PLACES = 4;
const WORDS = 1;
const SHARED = 2;
const EDITS = 3;

/** Twice the number of a search must fit into a signed 32-bit integer. */
const MAX_SEARCH = 2 ** 30 - 1;

/**
 * Records what the current search has found about each name. The flat array is reused between searches. Notes with the
 * number of an earlier search are ignored.
 */
export class SearchNotes {
  /** number of the current search; it increases, and restarts when the array is enlarged */
  search = 0;
  private numbers = new Int32Array(0);
  private amounts = new Float32Array(0);

  /** Begins a search over this number of names. Returns true if the numbering of searches restarted. */
  begin(names: number): boolean {
    const anew = this.numbers.length < names * PLACES || this.search >= MAX_SEARCH;
    if (anew) {
      this.numbers = new Int32Array(names * 2 * PLACES);
      this.amounts = new Float32Array(this.numbers.buffer);
      this.search = 0;
    }
    this.search++;
    return anew;
  }

  /** Records that a name has a word of the query. Returns true if it is the first such word of the name. */
  add(id: number, word: number, weight: number, edits: number): boolean {
    const at = id * PLACES;
    const first = this.numbers[at] !== this.search;
    if (first) {
      this.numbers[at] = this.search;
      this.numbers[at + WORDS] = 1 << word;
      this.amounts[at + SHARED] = weight;
      this.amounts[at + EDITS] = edits;
    } else if ((this.numbers[at + WORDS]! & (1 << word)) === 0) {
      this.numbers[at + WORDS]! |= 1 << word;
      this.amounts[at + SHARED]! += weight;
      this.amounts[at + EDITS]! += edits;
    }
    return first;
  }

  /** Returns a bit mask of the words of the query that the name has. */
  words(id: number): number {
    return this.numbers[id * PLACES + WORDS]!;
  }

  /** Returns the weight of these words. */
  shared(id: number): number {
    return this.amounts[id * PLACES + SHARED]!;
  }

  /** Returns the least number of wrong letters in these words. */
  edits(id: number): number {
    return this.amounts[id * PLACES + EDITS]!;
  }
}
