import { distance } from 'fastest-levenshtein';
import { differentKinds, letterKinds, type NameToken } from '../names/prepared-name';

/** Shorter words have no room for a slip. */
const SHORTEST = 3;
const LONG = 9;

/**
 * How the words of a vocabulary are spelled, in flat arrays that are looked through from one end to the other: for
 * tens of thousands of words that takes less time than to look up all the spellings that slips can make, and a
 * tenth of the memory.
 */
export class Spellings {
  private texts = new Int32Array(1 << 10);
  private folds = new Int32Array(1 << 10);
  private lengths = new Uint8Array(1 << 10);
  private words: NameToken[] = [];

  set(id: number, token: NameToken): void {
    if (id >= this.texts.length) this.grow();
    this.words[id] = token;
    this.texts[id] = letterKinds(token.text);
    this.folds[id] = token.letters;
    this.lengths[id] = Math.min(token.text.length, 0xff);
  }

  /**
   * Calls `visit` with each of the first `count` words that two slips, in long words three, could have made of this
   * one: each slip makes two letters different at most.
   */
  eachNear(token: NameToken, count: number, visit: (id: number) => void): void {
    const { text, fold, letters } = token;
    if (text.length < SHORTEST) return;
    const slips = text.length >= LONG ? 3 : 2;
    const kinds = letterKinds(text);
    const { texts, folds, lengths } = this;
    const shortest = Math.max(SHORTEST, text.length - slips - 1);
    const longest = text.length + slips + 1;
    for (let id = 0; id < count; id++) {
      const length = lengths[id]!;
      if (length < shortest || length > longest) continue;
      if (differentKinds(texts[id]!, kinds) > 2 * slips && differentKinds(folds[id]!, letters) > 2 * slips) continue;
      const word = this.words[id]!;
      if (distance(word.text, text) <= slips || distance(word.fold, fold) <= slips) visit(id);
    }
  }

  private grow(): void {
    const size = this.texts.length * 2;
    const { texts, folds, lengths } = this;
    (this.texts = new Int32Array(size)).set(texts);
    (this.folds = new Int32Array(size)).set(folds);
    (this.lengths = new Uint8Array(size)).set(lengths);
  }
}
