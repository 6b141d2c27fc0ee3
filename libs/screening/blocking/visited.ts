const MAX_SEARCH = 2 ** 31 - 1;

/** The names that a search has visited. The flat array is reused between searches. */
export class Visited {
  private searches = new Int32Array(0);
  private search = 0;

  /** Begins a search over this number of names. */
  begin(names: number): void {
    if (this.searches.length < names || this.search === MAX_SEARCH) {
      this.searches = new Int32Array(Math.ceil(names * 1.5));
      this.search = 0;
    }
    this.search++;
  }

  /** Returns true at the first visit of the name. */
  add(id: number): boolean {
    if (this.searches[id] === this.search) return false;
    this.searches[id] = this.search;
    return true;
  }
}
