/** Places of a name: the search that wrote them, the words found, their weight, their wrong letters. */
const PLACES = 4;
const WORDS = 1;
const SHARED = 2;
const EDITS = 3;

/** The number of a search must fit into 31 bits, twice. */
const MAX_SEARCH = 2 ** 30 - 1;

/**
 * What one search has found out about each name so far, in one flat array that is used again: notes of an earlier
 * search count as none.
 */
export class SearchNotes {
  /** the number of the present search; it grows, but starts again when the notes are made larger */
  search = 0;
  private numbers = new Int32Array(0);
  private amounts = new Float32Array(0);

  /** Begins a search over so many names. Returns whether the numbering of searches restarted. */
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

  /** Notes that a name has a word of the query. Returns whether it is the first one. */
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

  /** Which words of the query the name has, a bit each. */
  words(id: number): number {
    return this.numbers[id * PLACES + WORDS]!;
  }

  /** What these words weigh. */
  shared(id: number): number {
    return this.amounts[id * PLACES + SHARED]!;
  }

  /** How many wrong letters they have at least. */
  edits(id: number): number {
    return this.amounts[id * PLACES + EDITS]!;
  }
}
