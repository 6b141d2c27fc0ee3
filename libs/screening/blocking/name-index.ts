import { bestCompanyScore } from '../comparing/compare-companies';
import { backwards, bestPersonScore } from '../comparing/compare-persons';
import { syllableKeys } from '../names/east-asian';
import { differentKinds, makeToken, textsOf, type NameToken, type PreparedName } from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { factsOf, FactsOfNames, type NameFacts } from './name-facts';
import { Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;
/** What may be left over on both sides: an initial, a title, a patronymic. */
const SMALL_REST = 0.45;
/** The same of companies, where any word that is not shared tells them apart. */
const NO_REST = 0.1;
/** One slip makes two letters different at most. */
const MOST_DIFFERENT_KINDS = 4;
const MOST_DIFFERENT_LETTERS = 5;
const MOST_DIFFERENT_LENGTH = 3;

/** A name without its tokens, which are kept once in the vocabulary. */
interface StoredName extends Omit<PreparedName, 'tokens'> {
  /** their numbers, in order */
  readonly words: readonly number[];
  /** whom it belongs to; a number of the caller */
  readonly owner: number;
}

/** A word of the index that may be one of the query's. */
interface Hit {
  readonly id: number;
  readonly weight: number;
  readonly cost: number;
}

/** Everything that is looked for under one word of the query. */
interface WordSearch {
  /** of the word */
  readonly bit: number;
  readonly hits: readonly Hit[];
  /** how many names the hits have, those that have two of them counted twice */
  readonly names: number;
  /** of the heaviest hit */
  readonly weight: number;
}

/** A name that is looked for. */
interface Query extends NameFacts {
  readonly name: PreparedName;
  readonly company: boolean;
  /** how often each letter occurs */
  readonly letters: Int8Array;
  readonly leastScore: number;
}

/**
 * The names of one kind of bearer, and which of them are worth comparing with a given one. Names are found through
 * their words, equal, misspelled or transliterated ones: those that share nearly all words of the shorter of both
 * names, unless the score cannot be reached any more, and those that share a word and have nearly the same letters. Names of syllables are found through their
 * syllables too, and names that somebody wrote backwards through their words.
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
  /** by the number of a name, valid where `foundIn` is the present search: the weight of the words found so far */
  private found = new Float32Array(0);
  /** and how many wrong letters they have at least */
  private edits = new Float32Array(0);
  /** and which words of the query they are, a bit each */
  private words = new Int32Array(0);
  private foundIn = new Int32Array(0);
  private search = 0;
  private readonly counts = new Int8Array(LETTERS);

  get size(): number {
    return this.names.length - this.free.length;
  }

  /** Answers the number under which the name is removed. */
  add(name: PreparedName, owner: number): number {
    const id = this.free.pop() ?? this.names.length;
    const { tokens, ...rest } = name;
    const words = tokens.map((token) => this.vocabulary.idOf(token));
    for (const word of new Set(words)) (this.postings[word] ??= []).push(id);
    this.names[id] = { ...rest, words, marks: sharedMarks(name.marks), owner };
    this.facts.set(id, factsOf(name));
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
    const query: Query = { ...factsOf(name), name, company, letters: letterCounts(name.compact), leastScore };
    for (const id of this.gather(query)) {
      if (this.mayReach(query, id) || this.hasNearlySameLetters(query, id)) this.show(id, visit);
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

  /**
   * The names that share a word with the query, unless nothing but words that too many names have is shared; what
   * they share is in `found`, `edits` and `words`.
   */
  private gather(query: Query): number[] {
    this.begin();
    const searches = this.searchesOf(query.name.tokens);
    let left = searches.reduce((sum, { weight }) => sum + weight, 0);
    const touched: number[] = [];
    for (const { bit, hits, weight } of searches) {
      const enough = couldReach(query, left);
      for (const hit of hits) {
        for (const id of this.postings[hit.id]!) {
          if (this.foundIn[id] !== this.search) {
            if (!enough && this.facts.abridged[id] === 0) continue;
            this.foundIn[id] = this.search;
            this.found[id] = 0;
            this.edits[id] = 0;
            this.words[id] = 0;
            touched.push(id);
          }
          if ((this.words[id]! & bit) !== 0) continue;
          this.words[id]! |= bit;
          this.found[id]! += hit.weight;
          this.edits[id]! += hit.cost;
        }
      }
      left -= weight;
    }
    return touched;
  }

  /** What is looked for under each word of the query, words that few names have first. */
  private searchesOf(tokens: readonly NameToken[]): WordSearch[] {
    const searches: WordSearch[] = [];
    tokens.forEach((token, i) => {
      if (token.kind === 'initial') return;
      const hits: Hit[] = this.vocabulary
        .like(token)
        .map(({ id, cost }) => ({ id, cost, weight: Math.max(token.weight, this.vocabulary.token(id).weight) }))
        .concat(this.writtenOtherwise(token, tokens[i + 1]));
      const names = hits.reduce((sum, { id }) => sum + this.postings[id]!.length, 0);
      searches.push({ bit: 1 << i, hits, names, weight: Math.max(0, ...hits.map(({ weight }) => weight)) });
    });
    return searches.sort((a, b) => a.names - b.names);
  }

  /** Words that this one and the next may be written as together, and words that this one may be written apart as. */
  private writtenOtherwise(token: NameToken, next: NameToken | undefined): Hit[] {
    const hits: Hit[] = [];
    if (next && next.kind !== 'initial' && token.text.length + next.text.length >= SHORTEST_GLUED) {
      const glued = makeToken('name', token.text + next.text, 1, token.script);
      const weight = token.weight + next.weight;
      for (const { id } of this.vocabulary.like(glued)) hits.push({ id, weight, cost: 0 });
    }
    const { fold, weight } = token;
    for (let cut = SHORTEST_PART; cut <= fold.length - SHORTEST_PART; cut++) {
      for (const part of [fold.slice(0, cut), fold.slice(cut)]) {
        this.vocabulary.eachSpelled(part, (id) => hits.push({ id, weight, cost: 0 }));
      }
    }
    return hits;
  }

  /**
   * Whether the score can still be reached with the words that were found. The lighter name must have next to nothing
   * beside them.
   */
  private mayReach(query: Query, id: number): boolean {
    const shared = this.found[id]!;
    const edits = this.edits[id]!;
    const heavier = Math.max(query.weight, this.facts.weights[id]!);
    if (Math.min(query.weight, this.facts.weights[id]!) - shared > (query.company ? NO_REST : SMALL_REST)) return false;
    if (query.company) return bestCompanyScore(heavier - shared, edits) >= query.leastScore;
    if (query.abridged || this.facts.abridged[id] === 1) return true;
    const coverage = Math.min(1, shared / Math.max(query.leastWeight, this.facts.leastWeights[id]!));
    return bestPersonScore(coverage, edits) >= query.leastScore;
  }

  private hasNearlySameLetters(query: Query, id: number): boolean {
    if (Math.abs(query.length - this.facts.lengths[id]!) > MOST_DIFFERENT_LENGTH) return false;
    if (differentKinds(query.kinds, this.facts.kinds[id]!) > MOST_DIFFERENT_KINDS) return false;
    const counts = this.counts;
    counts.set(query.letters);
    const text = this.names[id]!.compact;
    for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!--;
    let different = 0;
    for (let letter = 0; letter < LETTERS; letter++) different += Math.abs(counts[letter]!);
    return different <= MOST_DIFFERENT_LETTERS;
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

  private begin(): void {
    if (this.found.length < this.names.length || this.search === LAST_SEARCH) {
      const size = this.names.length * 2;
      this.found = new Float32Array(size);
      this.edits = new Float32Array(size);
      this.foundIn = new Int32Array(size);
      this.words = new Int32Array(size);
      this.search = 0;
    }
    this.search++;
  }
}

/** Whether a name that shares words of so much weight with the query, and no others, could reach the score. */
function couldReach(query: Query, weight: number): boolean {
  if (query.abridged) return true;
  if (query.company) return bestCompanyScore(query.weight - weight, 0) >= query.leastScore;
  return bestPersonScore(Math.min(1, weight / query.leastWeight), 0) >= query.leastScore;
}

/** Nearly all names have no marks: these share their arrays. */
function sharedMarks(marks: readonly number[]): readonly number[] {
  if (marks.some((mark) => mark !== 0)) return marks;
  return (NO_MARKS[marks.length] ??= marks);
}

const NO_MARKS: (readonly number[])[] = [];

const keysOfSyllables = (name: PreparedName): string[] => (name.syllables ? syllableKeys(textsOf(name)) : []);

/** The number of a search must fit into 32 bits. */
const LAST_SEARCH = 2 ** 31 - 1;

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
