import { differentKinds, DIGITS, letterKinds, type NameToken } from '../names/prepared-name';
import { LetterDistance } from './letter-distance';
import { NearWords } from './near-words';
import { WordLetters } from './word-letters';

const SHORTEST_WITH_TWO_SLIPS = 4;
const LONG_WORD = 8;
/** A wrong letter changes at most two kinds of letters, and folding can change further ones. */
const MAX_DIFFERENT_KINDS = 5;
const MAX_DIFFERENT_LENGTH = 2;
/** How many words of queries are remembered with their near words: names of customers share many words. */
const MAX_REMEMBERED = 2_000;

/** Finds the words of an index that are about two letters from a word of a query. */
export class TwoSlips {
  private readonly letters = new WordLetters();
  private readonly byFold = new NearWords();
  /** the words that folding changes */
  private readonly byText = new NearWords();
  /** the results of `near`, until there is a new word */
  private readonly remembered = new Map<string, Int32Array>();
  /** for each position in the query: twice the number of the search, plus 1 if the word of the index is near */
  private readonly known: Int32Array[] = [];
  private readonly asked: Asked[] = [];
  private search = 0;

  add(word: number, token: NameToken): void {
    const { text, fold } = token;
    if (text.length < SHORTEST_WITH_TWO_SLIPS) return;
    if (this.remembered.size > 0) this.remembered.clear();
    this.letters.add(word, token);
    this.byFold.add(word, fold);
    if (text !== fold) this.byText.add(word, text);
  }

  begin(): void {
    if (this.search >= MAX_SEARCH) {
      this.known.length = 0;
      this.search = 0;
    }
    this.search++;
  }

  /**
   * Returns all words for which `isNear` is true.
   *
   * @param at position of the query's word
   */
  near(asked: NameToken, at: number): Int32Array {
    const { text, fold } = asked;
    const key = `${text}|${fold}`;
    let words = this.remembered.get(key);
    if (words === undefined) {
      const found = new Set<number>();
      const here = this.askedAt(asked, at);
      const consider = (word: number): void => {
        if (here.isNear(word, this.letters)) found.add(word);
      };
      const slips = slipsOf(text);
      this.byFold.each(fold, slips, consider);
      this.byText.each(text, slips, consider);
      if (text !== fold) this.byFold.each(text, slips, consider);
      words = Int32Array.from(found);
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      this.remembered.set(key, words);
    }
    return words;
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
    if (known[word]! < no) known[word] = no + (this.askedAt(asked, at).isNear(word, this.letters) ? 1 : 0);
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
