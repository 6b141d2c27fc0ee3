import { matchWords } from '../comparing/pair-tokens';
import { tokenKey, type NameToken } from '../names/prepared-name';
import { KeyTable } from './key-table';
import { eachOfSlipKeys, likenessKeys, skeletonKey, skeletonKeysToLookUp, slipKeys } from './token-keys';

/** How many words of queries are remembered with their matches: names of customers share many words. */
const MAX_REMEMBERED = 16_000;

/** The number of a search must fit into a signed 32-bit integer. */
const MAX_SEARCH = 2 ** 31 - 1;

/** A word of the index, and its number of wrong letters. */
export interface LikeWord {
  readonly id: number;
  readonly cost: number;
}

/** Stores every word of the names in an index once, and finds words that are similar to a given word. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly tokens: NameToken[] = [];
  /** of the tokens, which are far apart in memory */
  private readonly weights: number[] = [];
  private readonly keys = new KeyTable();
  /** the results of `like`, until there is a new word */
  private readonly remembered = new Map<string, readonly LikeWord[]>();
  private seen = new Int32Array(1 << 10);
  private search = 0;

  get size(): number {
    return this.tokens.length;
  }

  token(id: number): NameToken {
    return this.tokens[id]!;
  }

  weight(id: number): number {
    return this.weights[id]!;
  }

  /** Returns the id of a word. The id never changes. Adds a new word. */
  idOf(token: NameToken): number {
    const key = tokenKey(token);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.tokens.length;
    this.ids.set(key, id);
    this.tokens.push(token);
    this.weights.push(token.weight);
    if (this.remembered.size > 0) this.remembered.clear();
    if (token.kind === 'initial') return id;
    for (const own of new Set([...likenessKeys(token), ...slipKeys(token)])) this.keys.add(own, id);
    const skeleton = skeletonKey(token);
    if (skeleton !== undefined) this.keys.add(skeleton, id);
    return id;
  }

  /**
   * Returns the words that match this word, lowest cost first. Includes misspelled and transliterated words only if
   * `slips` is true.
   */
  like(token: NameToken, slips: boolean): readonly LikeWord[] {
    const key = `${slips ? '~' : '='}${tokenKey(token)}`;
    let words = this.remembered.get(key);
    if (words === undefined) {
      words = this.find(token, slips);
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      this.remembered.set(key, words);
    }
    return words;
  }

  private find(token: NameToken, slips: boolean): LikeWord[] {
    this.begin();
    const found: LikeWord[] = [];
    const consider = (id: number): void => {
      if (this.seen[id] === this.search) return;
      this.seen[id] = this.search;
      const match = matchWords(token, this.tokens[id]!);
      if (match) found.push({ id, cost: match.cost });
    };
    for (const key of likenessKeys(token)) this.keys.each(key, consider);
    if (slips) {
      eachOfSlipKeys(this.keys, token, consider);
      for (const key of skeletonKeysToLookUp(token)) this.keys.each(key, consider);
    }
    return found.sort((a, b) => a.cost - b.cost);
  }

  /** Calls `visit` with each word that has exactly this folded spelling. */
  eachSpelled(fold: string, visit: (id: number) => void): void {
    this.keys.each(`=${fold}`, (id) => {
      if (this.tokens[id]!.fold === fold) visit(id);
    });
  }

  private begin(): void {
    if (this.seen.length < this.tokens.length || this.search === MAX_SEARCH) {
      this.seen = new Int32Array(this.tokens.length * 2);
      this.search = 0;
    }
    this.search++;
  }
}
