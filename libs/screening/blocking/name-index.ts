import { distance } from 'fastest-levenshtein';
import { bestCompanyScore } from '../comparing/compare-companies';
import { backwards, bestPersonScore } from '../comparing/compare-persons';
import { mostEdits } from '../comparing/comparison';
import { has } from '../comparing/pair-tokens';
import { syllableKeys } from '../names/east-asian';
import { differentKinds, makeToken, textsOf, type NameToken, type PreparedName } from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { factsOf, FactsOfNames, NO_WORD, WORDS_AT_HAND, type NameFacts } from './name-facts';
import { SearchNotes } from './search-notes';
import { Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;
/** What may be left over on both sides: an initial, a title, a patronymic. */
const SMALL_REST = 0.45;
/** The same of companies, where any word that is not shared tells them apart. */
const NO_REST = 0.1;
const HEAVIEST_WORD = 1;
const SHORTEST_WITH_TWO_SLIPS = 4;
/** One wrong vowel. */
const LEAST_COST_OF_SLIP = 0.5;
/** Two wrong vowels, or a little more than one wrong consonant. */
const LEAST_COST_OF_TWO_SLIPS = 1;
/** One slip makes two letters different at most; folding may make one more. */
const MAX_DIFFERENT_KINDS = 4;
const MAX_DIFFERENT_KINDS_OF_WORD = 5;
const MAX_DIFFERENT_LETTERS = 5;
const MAX_DIFFERENT_LENGTH = 3;

/** A name without its tokens, which are kept once in the vocabulary. */
interface StoredName extends Omit<PreparedName, 'tokens'> {
  /** their numbers, in order */
  readonly words: readonly number[];
  /** whom it belongs to; a number of the caller */
  readonly owner: number;
}

/** A name that is looked for. */
interface Query extends NameFacts {
  readonly name: PreparedName;
  readonly company: boolean;
  /** how often each letter occurs */
  readonly letters: Int8Array;
  readonly leastScore: number;
  /** whether names that reach the score may have a slip */
  readonly slips: boolean;
}

/**
 * The names of one kind of bearer, and the candidates to compare with a given name. Names are found through
 * equal, misspelled or transliterated words. Candidates share nearly all words of the shorter of both
 * names, unless they can no longer reach the score; or they do so except for one word that two slips could have
 * made; or they share a word and have nearly the same letters. Names of syllables are found through their
 * syllables too, and names that are written backwards through their words.
 */
export class NameIndex {
  private readonly vocabulary = new Vocabulary();
  /** by the number of a word: the names that it occurs in */
  private readonly postings: number[][] = [];
  private readonly names: (StoredName | undefined)[] = [];
  private readonly facts = new FactsOfNames();
  private readonly free: number[] = [];
  /** by a key of `syllableKeys`: the names of syllables that have it */
  private readonly bySyllables = new Map<string, number[]>();
  private readonly notes = new SearchNotes();
  /** by a position in the query and the number of a word: whether they are near, see `isNear` */
  private readonly near: Int32Array[] = [];
  private readonly counts = new Int8Array(LETTERS);

  get size(): number {
    return this.names.length - this.free.length;
  }

  /** Returns the number under which the name is removed. */
  add(name: PreparedName, owner: number): number {
    const id = this.free.pop() ?? this.names.length;
    const { tokens, ...rest } = name;
    const words = tokens.map((token) => this.vocabulary.idOf(token));
    for (const word of new Set(words)) (this.postings[word] ??= []).push(id);
    this.names[id] = { ...rest, words, marks: sharedMarks(name.marks), owner };
    this.facts.set(id, words, factsOf(name));
    for (const key of keysOfSyllables(name)) {
      const known = this.bySyllables.get(key);
      if (known) known.push(id);
      else this.bySyllables.set(key, [id]);
    }
    return id;
  }

  remove(id: number): void {
    const removed = this.names[id];
    if (!removed) return;
    for (const word of new Set(removed.words)) {
      const posting = this.postings[word]!;
      const at = posting.indexOf(id);
      const last = posting.pop()!;
      if (at < posting.length) posting[at] = last;
    }
    for (const key of keysOfSyllables(this.prepared(removed))) {
      const rest = this.bySyllables.get(key)!.filter((other) => other !== id);
      if (rest.length > 0) this.bySyllables.set(key, rest);
      else this.bySyllables.delete(key);
    }
    this.names[id] = undefined;
    this.free.push(id);
  }

  /**
   * Calls `visit` with each name that may reach the score when compared with this one, and with its owner; with some
   * more than once.
   */
  eachCandidate(name: PreparedName, leastScore: number, visit: (name: PreparedName, owner: number) => void): void {
    const company = name.schema === 'Company';
    const slips = mostEdits(leastScore) >= LEAST_COST_OF_SLIP;
    const query: Query = { ...factsOf(name), name, company, letters: letterCounts(name.compact), leastScore, slips };
    for (const id of this.gather(query)) {
      if (this.mayReach(query, id) || (slips && this.hasNearlySameLetters(query, id))) this.show(id, visit);
    }
    for (const id of this.elsewhere(name)) this.show(id, visit);
  }

  private show(id: number, visit: (name: PreparedName, owner: number) => void): void {
    const known = this.names[id]!;
    visit(this.prepared(known), known.owner);
  }

  private prepared({ words, owner: _owner, ...name }: StoredName): PreparedName {
    return { ...name, tokens: words.map((word) => this.vocabulary.token(word)) };
  }

  /** The names that share a word with the query; what they share is in the notes. */
  private gather({ name: { tokens }, slips }: Query): number[] {
    if (this.notes.begin(this.names.length)) this.near.length = 0;
    const touched: number[] = [];
    const count = (hit: number, word: number, weight: number, edits: number): void => {
      for (const id of this.postings[hit]!) if (this.notes.add(id, word, weight, edits)) touched.push(id);
    };
    tokens.forEach((token, i) => {
      if (token.kind === 'initial') return;
      for (const { id, cost } of this.vocabulary.like(token, slips)) {
        count(id, i, Math.max(token.weight, this.vocabulary.token(id).weight), cost);
      }
      if (!slips) return;
      for (const { id, weight } of this.writtenOtherwise(token, tokens[i + 1])) count(id, i, weight, 0);
    });
    return touched;
  }

  /** Words that this one and the next may be written as together, and words that this one may be written apart as. */
  private writtenOtherwise(token: NameToken, next: NameToken | undefined): { id: number; weight: number }[] {
    const words: { id: number; weight: number }[] = [];
    if (next && next.kind !== 'initial' && token.text.length + next.text.length >= SHORTEST_GLUED) {
      const glued = makeToken('name', token.text + next.text, 1, token.script);
      for (const { id } of this.vocabulary.like(glued, true)) words.push({ id, weight: token.weight + next.weight });
    }
    const { fold, weight } = token;
    for (let cut = SHORTEST_PART; cut <= fold.length - SHORTEST_PART; cut++) {
      for (const part of [fold.slice(0, cut), fold.slice(cut)]) {
        this.vocabulary.eachSpelled(part, (id) => words.push({ id, weight }));
      }
    }
    return words;
  }

  /**
   * Whether the score can still be reached. What the lighter name has beside the words that were found must be next
   * to nothing, or one word that two slips could have made of a word of the other name.
   */
  private mayReach(query: Query, id: number): boolean {
    const smallRest = query.company ? NO_REST : SMALL_REST;
    const shared = this.notes.shared(id);
    const edits = this.notes.edits(id);
    const rest = Math.min(query.weight, this.facts.weight(id)) - shared;
    if (rest <= smallRest) return this.allows(query, id, shared, edits);
    if (rest - HEAVIEST_WORD > smallRest) return false;
    if (!this.allows(query, id, shared + HEAVIEST_WORD, edits + LEAST_COST_OF_TWO_SLIPS)) return false;
    const found = this.notes.words(id);
    const { tokens } = query.name;
    for (let i = 0; i < tokens.length; i++) {
      if (!has(found, i) && rest - tokens[i]!.weight <= smallRest && this.hasWordNear(id, tokens[i]!, i)) return true;
    }
    return false;
  }

  /** Whether the name has a word that two slips could have made of this one, the query's word at the position. */
  private hasWordNear(id: number, token: NameToken, at: number): boolean {
    let known = this.near[at];
    if (known === undefined || known.length < this.vocabulary.size) {
      known = this.near[at] = new Int32Array(this.vocabulary.size * 2);
    }
    for (let i = 0; i < WORDS_AT_HAND; i++) {
      const word = this.facts.word(id, i);
      if (word === NO_WORD) return false;
      if (this.isNear(word, token, known)) return true;
    }
    return this.names[id]!.words.slice(WORDS_AT_HAND).some((word) => this.isNear(word, token, known));
  }

  /** Looks a word up once in a search: `known` has twice the number of the search, and one more for a yes. */
  private isNear(word: number, token: NameToken, known: Int32Array): boolean {
    const no = this.notes.search * 2;
    if (known[word]! < no) known[word] = no + (areTwoSlipsApart(token, this.vocabulary.token(word)) ? 1 : 0);
    return known[word] === no + 1;
  }

  /** Whether names that share so much with so many wrong letters can have the score. */
  private allows(query: Query, id: number, shared: number, edits: number): boolean {
    if (query.company) {
      return bestCompanyScore(Math.max(query.weight, this.facts.weight(id)) - shared, edits) >= query.leastScore;
    }
    if (query.abridged || this.facts.isAbridged(id)) return true;
    const coverage = Math.min(1, shared / Math.max(query.leastWeight, this.facts.leastWeight(id)));
    return bestPersonScore(coverage, edits) >= query.leastScore;
  }

  private hasNearlySameLetters(query: Query, id: number): boolean {
    if (Math.abs(query.length - this.facts.length(id)) > MAX_DIFFERENT_LENGTH) return false;
    if (differentKinds(query.kinds, this.facts.kinds(id)) > MAX_DIFFERENT_KINDS) return false;
    const counts = this.counts;
    counts.set(query.letters);
    const text = this.names[id]!.compact;
    for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!--;
    let different = 0;
    for (let letter = 0; letter < LETTERS; letter++) different += Math.abs(counts[letter]!);
    return different <= MAX_DIFFERENT_LETTERS;
  }

  /** The names that may have no word of the query: in another transliteration of syllables, or spelled backwards. */
  private elsewhere(query: PreparedName): Set<number> {
    const ids = new Set(keysOfSyllables(query).flatMap((key) => this.bySyllables.get(key) ?? []));
    const [first, ...others] = query.tokens.map(({ text }) => this.spelled(backwards(text)));
    for (const id of first ?? []) if (others.every((those) => those.has(id))) ids.add(id);
    return ids;
  }

  /** The names that have a word of just this spelling. */
  private spelled(text: string): Set<number> {
    const names = new Set<number>();
    this.vocabulary.eachSpelled(foldSpelling(text), (word) => this.postings[word]!.forEach((id) => names.add(id)));
    return names;
  }
}

/** Or less; but words that are one slip apart are found by their keys already. */
function areTwoSlipsApart(a: NameToken, b: NameToken): boolean {
  if (Math.abs(a.fold.length - b.fold.length) > 2 || b.text.length < SHORTEST_WITH_TWO_SLIPS) return false;
  if (differentKinds(a.letters, b.letters) > MAX_DIFFERENT_KINDS_OF_WORD) return false;
  const slips = a.text.length > 8 ? 3 : 2;
  return distance(a.text, b.text) <= slips || distance(a.fold, b.fold) <= slips;
}

/** Nearly all names have no marks: these share their arrays. */
function sharedMarks(marks: readonly number[]): readonly number[] {
  if (marks.some((mark) => mark !== 0)) return marks;
  return (NO_MARKS[marks.length] ??= marks);
}

const NO_MARKS: (readonly number[])[] = [];

const keysOfSyllables = (name: PreparedName): string[] => (name.syllables ? syllableKeys(textsOf(name)) : []);

const LETTERS = 27;

/** 0 to 25 for a to z, 26 for digits. */
function letterOf(text: string, at: number): number {
  const code = text.charCodeAt(at) - 97;
  return code >= 0 ? code : 26;
}

function letterCounts(text: string): Int8Array {
  const counts = new Int8Array(LETTERS);
  for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!++;
  return counts;
}
