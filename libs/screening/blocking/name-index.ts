import { distance } from 'fastest-levenshtein';
import { bestCompanyScore } from '../comparing/compare-companies';
import { backwards, bestPersonScore } from '../comparing/compare-persons';
import { mostEdits } from '../comparing/comparison';
import { has } from '../comparing/pair-tokens';
import { syllableKeys } from '../names/east-asian';
import { differentKinds, makeToken, textsOf, type NameToken, type PreparedName } from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { IdsByKey } from './ids-by-key';
import { factsOf, FactsOfNames, NO_WORD, WORDS_AT_HAND, type NameFacts } from './name-facts';
import { SearchNotes } from './search-notes';
import { Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;
/** Weight that may have no partner in the lighter name of a person, such as an initial, a title or a patronymic. */
const SMALL_REST = 0.45;
/** The same for companies. It is low, because any word that only one company has distinguishes them. */
const NO_REST = 0.1;
const HEAVIEST_WORD = 1;
const SHORTEST_WITH_TWO_SLIPS = 4;
/** Cost of one wrong vowel. */
const LEAST_COST_OF_SLIP = 0.5;
/** Cost of two wrong vowels. */
const LEAST_COST_OF_TWO_SLIPS = 1;
/** A wrong letter changes at most two kinds of letters, and folding can change further ones. */
const MAX_DIFFERENT_KINDS = 4;
const MAX_DIFFERENT_KINDS_OF_WORD = 5;
const MAX_DIFFERENT_LETTERS = 5;
const MAX_DIFFERENT_LENGTH = 3;

/** A stored name. Its tokens are in the vocabulary, where names share them. */
interface StoredName extends Omit<PreparedName, 'tokens'> {
  /** ids of its tokens in the vocabulary, in order */
  readonly words: readonly number[];
  /** the number that the caller gave for the owner of the name */
  readonly owner: number;
}

/** The name to search. */
interface Query extends NameFacts {
  readonly name: PreparedName;
  readonly company: boolean;
  /** the count of each letter */
  readonly letters: Int8Array;
  readonly leastScore: number;
  /** whether a name with a wrong letter can reach the score */
  readonly slips: boolean;
}

/**
 * Index of the names of persons, or of the names of companies. It returns the candidates for a full comparison with a
 * given name. A stored name is a candidate if it can reach the score and meets one of these conditions:
 *
 * - It shares nearly all words of the lighter of the two names. Shared words are equal, misspelled or transliterated.
 * - The same, except for one word that differs by about two letters.
 * - It shares a word and has nearly the same letters.
 * - It is a Chinese or Korean name with the same syllables in another transliteration.
 * - One of the two is an acronym, and the other has its initials.
 * - It has the same words, spelled backwards.
 */
export class NameIndex {
  private readonly vocabulary = new Vocabulary();
  /** ids of the names that have a word, by the id of the word */
  private readonly postings: number[][] = [];
  private readonly names: (StoredName | undefined)[] = [];
  private readonly facts = new FactsOfNames();
  private readonly free: number[] = [];
  /** ids of Chinese and Korean names, by their `syllableKeys` */
  private readonly bySyllables = new IdsByKey();
  /** ids of acronyms, and of names that have words for an acronym, by their initials */
  private readonly acronyms = new IdsByKey();
  private readonly spelledOut = new IdsByKey();
  private readonly notes = new SearchNotes();
  /** cache of `isNear`, by the position in the query and the id of the word */
  private readonly near: Int32Array[] = [];
  private readonly counts = new Int8Array(LETTERS);

  get size(): number {
    return this.names.length - this.free.length;
  }

  /** Returns the id with which the name can be removed. */
  add(name: PreparedName, owner: number): number {
    const id = this.free.pop() ?? this.names.length;
    const { tokens, ...rest } = name;
    const words = tokens.map((token) => this.vocabulary.idOf(token));
    for (const word of new Set(words)) (this.postings[word] ??= []).push(id);
    this.names[id] = { ...rest, words, marks: sharedMarks(name.marks), owner };
    this.facts.set(id, words, factsOf(name));
    for (const key of keysOfSyllables(name)) this.bySyllables.add(key, id);
    for (const key of name.initials.spellings) this.byInitials(name.initials.acronym).add(key, id);
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
    for (const key of keysOfSyllables(this.prepared(removed))) this.bySyllables.remove(key, id);
    const { spellings, acronym } = removed.initials;
    for (const key of spellings) this.byInitials(acronym).remove(key, id);
    this.names[id] = undefined;
    this.free.push(id);
  }

  /** Calls `visit` with each name that may reach the score, and its owner. Visits some names more than once. */
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

  /** Returns the names that share a word with the query. Records the shared words in the notes. */
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

  /** Returns words that equal this word and the next one written as one, and words that are parts of this word. */
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
   * True if the name can still reach the score. In the lighter of the two names, the words without a partner must have
   * almost no weight, except for one word that is about two letters from a word of the other name.
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

  /** True if the words of a text that the name shares are in a row, except for one of them. */
  private isInARow(id: number): boolean {
    let run = this.notes.words(id);
    let length = 0;
    for (; run !== 0; run &= run << 1) length++;
    return length >= Math.max(2, this.names[id]!.words.length - 1);
  }

  /** True if the name has a word that is about two letters from the query's word at this position. */
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

  /**
   * True if the words are about two letters apart. Compares each word once in a search: `known` caches twice the
   * number of the search, plus 1 if the words are near.
   */
  private isNear(word: number, token: NameToken, known: Int32Array): boolean {
    const no = this.notes.search * 2;
    if (known[word]! < no) known[word] = no + (areTwoSlipsApart(token, this.vocabulary.token(word)) ? 1 : 0);
    return known[word] === no + 1;
  }

  /** True if names with this shared weight and this number of wrong letters can reach the score. */
  private allows(query: Query, id: number, shared: number, edits: number): boolean {
    if (query.shortened || this.facts.isAbridged(id)) return true;
    // The words around a name in a text count little, if the name has its words in a row.
    if (query.name.inText && this.isInARow(id)) return true;
    if (query.company) {
      return bestCompanyScore(Math.max(query.weight, this.facts.weight(id)) - shared, edits) >= query.leastScore;
    }
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

  private byInitials(acronym: boolean): IdsByKey {
    return acronym ? this.acronyms : this.spelledOut;
  }

  /**
   * Returns names that may share no word with the query: syllables in another transliteration, an acronym and its words,
   * or backwards words.
   */
  private elsewhere(query: PreparedName): Set<number> {
    const { spellings, acronym } = query.initials;
    const ids = new Set([
      ...keysOfSyllables(query).flatMap((key) => this.bySyllables.get(key)),
      ...spellings.flatMap((key) => this.byInitials(!acronym).get(key)),
    ]);
    const [first, ...others] = query.tokens.map(({ text }) => this.spelled(backwards(text)));
    for (const id of first ?? []) if (others.every((those) => those.has(id))) ids.add(id);
    return ids;
  }

  /** Returns the names that have a word with exactly this folded spelling. */
  private spelled(text: string): Set<number> {
    const names = new Set<number>();
    this.vocabulary.eachSpelled(foldSpelling(text), (word) => this.postings[word]!.forEach((id) => names.add(id)));
    return names;
  }
}

/** True if the words differ by at most two letters, or three letters in long words. */
function areTwoSlipsApart(a: NameToken, b: NameToken): boolean {
  if (Math.abs(a.fold.length - b.fold.length) > 2 || b.text.length < SHORTEST_WITH_TWO_SLIPS) return false;
  if (differentKinds(a.letters, b.letters) > MAX_DIFFERENT_KINDS_OF_WORD) return false;
  const slips = a.text.length > 8 ? 3 : 2;
  return distance(a.text, b.text) <= slips || distance(a.fold, b.fold) <= slips;
}

/** Shares one array between names of the same length without marks, to save memory. Most names have no marks. */
function sharedMarks(marks: readonly number[]): readonly number[] {
  if (marks.some((mark) => mark !== 0)) return marks;
  return (NO_MARKS[marks.length] ??= marks);
}

const NO_MARKS: (readonly number[])[] = [];

const keysOfSyllables = (name: PreparedName): string[] => (name.syllables ? syllableKeys(textsOf(name)) : []);

const LETTERS = 27;

/** Returns 0 to 25 for a to z, and 26 for digits. */
function letterOf(text: string, at: number): number {
  const code = text.charCodeAt(at) - 97;
  return code >= 0 ? code : 26;
}

function letterCounts(text: string): Int8Array {
  const counts = new Int8Array(LETTERS);
  for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!++;
  return counts;
}
