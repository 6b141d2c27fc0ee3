import { distance } from 'fastest-levenshtein';
import { allowedEdits } from '../comparing/token-cost';
import { tokenKey, type NameToken } from '../names/prepared-name';
import { isAlphabet } from '../names/scripts';
import { KeyTable } from './key-table';
import { likenessKeys, skeletonKey, skeletonKeysToLookUp, slipKeys } from './token-keys';

/** All different words of the names in an index, each once, and the ways to find those like a given word. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly tokens: NameToken[] = [];
  private readonly keys = new KeyTable();
  private seen = new Int32Array(1 << 10);
  private search = 0;

  get size(): number {
    return this.tokens.length;
  }

  token(id: number): NameToken {
    return this.tokens[id]!;
  }

  /** The number of a word, which stays the same; new words get the next one. */
  idOf(token: NameToken): number {
    const key = tokenKey(token);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.tokens.length;
    this.ids.set(key, id);
    this.tokens.push(token);
    if (token.kind === 'initial') return id;
    for (const own of new Set([...likenessKeys(token), ...slipKeys(token)])) this.keys.add(own, id);
    const skeleton = skeletonKey(token);
    if (skeleton !== undefined) this.keys.add(skeleton, id);
    return id;
  }

  /** Calls `visit` once with each word that could be this one: the same, misspelled or transliterated. */
  eachLike(token: NameToken, visit: (id: number) => void): void {
    this.begin();
    for (const key of likenessKeys(token)) this.keys.each(key, (id) => this.first(id) && visit(id));
    const allowed = allowedEdits(token.text.length);
    for (const key of slipKeys(token)) {
      this.keys.each(key, (id) => {
        if (this.first(id) && distance(this.tokens[id]!.fold, token.fold) <= allowed) visit(id);
      });
    }
    for (const key of skeletonKeysToLookUp(token)) {
      this.keys.each(key, (id) => {
        if (!this.first(id)) return;
        const { fold, script } = this.tokens[id]!;
        const spelled = isAlphabet(script) && isAlphabet(token.script);
        if (!spelled || distance(fold, token.fold) <= allowed + 1) visit(id);
      });
    }
  }

  /** Calls `visit` with each word of just this spelling. */
  eachSpelled(fold: string, visit: (id: number) => void): void {
    this.keys.each(`=${fold}`, (id) => {
      if (this.tokens[id]!.fold === fold) visit(id);
    });
  }

  private begin(): void {
    if (this.seen.length < this.tokens.length) this.seen = new Int32Array(this.tokens.length * 2);
    this.search++;
  }

  /** Whether the word comes up for the first time in this search. */
  private first(id: number): boolean {
    if (this.seen[id] === this.search) return false;
    this.seen[id] = this.search;
    return true;
  }
}
