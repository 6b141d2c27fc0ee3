/** The most that a name shares with a query by each of its words, over all words of an index. */
export class WordAmounts {
  /** has the words of which `amounts` has an amount; other amounts are of earlier queries */
  bits = new Int32Array(0);
  amounts = new Float32Array(0);
  private readonly words: number[] = [];

  /** Begins a search over this number of words. */
  begin(words: number): void {
    for (const word of this.words) this.bits[word >>> 5] = 0;
    this.words.length = 0;
    if (this.amounts.length >= words) return;
    this.amounts = new Float32Array(words * 2);
    this.bits = new Int32Array((words * 2 + 31) >>> 5);
  }

  add(word: number, amount: number): void {
    const bit = 1 << word;
    if ((this.bits[word >>> 5]! & bit) === 0) {
      this.bits[word >>> 5]! |= bit;
      this.amounts[word] = 0;
      this.words.push(word);
    }
    this.amounts[word]! += amount;
  }
}
