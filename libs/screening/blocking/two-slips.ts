import { differentKinds, DIGITS, letterKinds, type NameToken } from '../names/prepared-name';
import { LetterDistance } from './letter-distance';
import { WordLetters } from './word-letters';
import { MAX_DIFFERENT_KINDS, MAX_DIFFERENT_LENGTH, type Outline, outlineOf, WordOutlines } from './word-outlines';

const SHORTEST_WITH_TWO_SLIPS = 4;
const LONG_WORD = 8;

/** Finds the words of an index that are about two letters from a word of a query. */
export class TwoSlips {
  private readonly letters = new WordLetters();
  private readonly outlines = new WordOutlines();
  /** for each position in the query: twice the number of the search, plus 1 if the word of the index is near */
  private readonly known: Int32Array[] = [];
  private readonly asked: Asked[] = [];
  private search = 0;

  add(word: number, token: NameToken): void {
    if (token.text.length < SHORTEST_WITH_TWO_SLIPS) return;
    this.letters.add(word, token);
    this.outlines.add(word, token);
  }

  begin(): void {
    if (this.search >= MAX_SEARCH) {
      this.known.length = 0;
      this.search = 0;
    }
    this.search++;
  }

  /** False for nearly all words of the index that are not near, without a look at their letters. */
  mayBeNear(word: number, asked: Outline): boolean {
    return this.outlines.mayBeNear(word, asked);
  }

  /**
   * True if the word of the index differs from the query's word by at most two letters, or three letters in long words.
   * Compares each word once in a search.
   *
   * @param at position of the query's word
   * @param words number of words in the index
   */
  isNear(asked: NameToken, at: number, word: number, words: number): boolean {
    let known = this.known[at];
    if (known === undefined || known.length < words) known = this.known[at] = new Int32Array(words * 2);
    const no = this.search * 2;
    if (known[word]! < no) {
      const here = this.askedAt(asked, at);
      known[word] = no + (here.isNear(word, this.letters) ? 1 : 0);
    }
    return known[word] === no + 1;
  }

  private askedAt(asked: NameToken, at: number): Asked {
    const here = (this.asked[at] ??= new Asked());
    here.set(asked);
    return here;
  }
}

/** Twice the number of a search must fit into a signed 32-bit integer. */
const MAX_SEARCH = 2 ** 30 - 1;

/** What `mayBeNear` needs of a word of a query. */
export const nearOutline = (token: NameToken): Outline => outlineOf(token, slipsOf(token.text));

/** How many letters of a word may be wrong. */
const slipsOf = (text: string): number => (text.length > LONG_WORD ? 3 : 2);

/** A word of the query. */
class Asked {
  private token: NameToken | undefined;
  private slips = 0;
  private length = 0;
  private kinds = 0;
  private readonly text = new LetterDistance();
  private readonly fold = new LetterDistance();

  set(token: NameToken): void {
    if (this.token === token) return;
    this.token = token;
    this.slips = slipsOf(token.text);
    this.length = token.fold.length;
    this.kinds = letterKinds(token.fold);
    this.text.set(token.text);
    this.fold.set(token.fold);
  }

  isNear(word: number, letters: WordLetters): boolean {
    if (!letters.has(word)) return false;
    const at = letters.at(word);
    const length = letters.length(at);
    const folded = letters.foldedLength(at);
    if (Math.abs(this.length - (folded || length)) > MAX_DIFFERENT_LENGTH) return false;
    const fold = folded === 0 ? at : at + length;
    const { bytes } = letters;
    if (differentKinds(this.kinds, kindsOf(bytes, fold, folded || length)) > MAX_DIFFERENT_KINDS) return false;
    return this.text.to(bytes, at, length) <= this.slips || this.fold.to(bytes, fold, folded || length) <= this.slips;
  }
}

/** Like `letterKinds`. */
function kindsOf(bytes: Uint16Array, from: number, length: number): number {
  let kinds = 0;
  for (let i = from; i < from + length; i++) {
    const letter = bytes[i]! - 97;
    kinds |= letter >= 0 ? 1 << letter : DIGITS;
  }
  return kinds;
}
