import { distance } from 'fastest-levenshtein';
import { bestCompanyScore } from '../comparing/compare-companies';
import { backwards, bestPersonScore } from '../comparing/compare-persons';
import { has } from '../comparing/pair-tokens';
import { syllableKeys } from '../names/east-asian';
import {
  CHILD_OF_MARK,
  differentKinds,
  letterKinds,
  makeToken,
  type NameToken,
  textsOf,
  type PreparedName,
} from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;
/** What may be left over on both sides: an initial, a title, a patronymic. */
const SMALL_REST = 0.45;
/** The same of companies, where any word that is not shared tells them apart. */
const NO_REST = 0.1;
const SHORTEST_WITH_TWO_SLIPS = 4;
/** Two wrong vowels, or a little more than one wrong consonant. */
const LEAST_COST_OF_TWO_SLIPS = 1;
const MOST_DIFFERENT_LETTERS = 5;
const MOST_DIFFERENT_LENGTH = 3;
/** Both names have a letter or not; one slip changes two letters at most. */
const MOST_DIFFERENT_KINDS = 4;
/** Folding may change one more. */
const MOST_DIFFERENT_KINDS_OF_WORD = 5;

interface IndexedName {
  readonly name: PreparedName;
  /** whom it belongs to; a number of the caller */
  readonly owner: number;
  readonly weight: number;
  /** the same without what is often left out */
  readonly leastWeight: number;
  /** which letters occur, see `letterKinds` */
  readonly kinds: number;
  /** a title or an initial stands for names that are not there, so that little of the weight may be shared */
  readonly abridged: boolean;
}

/**
 * The names of one kind of bearer, and which of them are worth comparing with a given one. Names are found through
 * their words: those that share nearly all words of the shorter of both names, unless the score cannot be reached
 * any more, and those that share a word and have nearly the same letters.
 */
export class NameIndex {
  private readonly vocabulary = new Vocabulary();
  /** by the number of a word: the names that it occurs in */
  private readonly postings: number[][] = [];
  private readonly names: (IndexedName | undefined)[] = [];
  private readonly free: number[] = [];
  /** by a key of `syllableKeys`: the names of syllables that have it */
  private readonly bySyllables = new Map<string, number[]>();
  /** by the number of a name, valid where `foundIn` is the present search: the weight of the words found so far */
  private found = new Float32Array(0);
  /** and how many wrong letters they have at least */
  private edits = new Float32Array(0);
  private foundIn = new Int32Array(0);
  /** and which words of the query they are, a bit each */
  private words = new Int32Array(0);
  private search = 0;

  get size(): number {
    return this.names.length - this.free.length;
  }

  /** Answers the number under which the name is removed. */
  add(name: PreparedName, owner: number): number {
    const id = this.free.pop() ?? this.names.length;
    const tokens = name.tokens.map((token) => {
      const word = this.vocabulary.idOf(token);
      const posting = (this.postings[word] ??= []);
      if (posting.at(-1) !== id) posting.push(id);
      return this.vocabulary.token(word);
    });
    this.names[id] = indexed({ ...name, tokens }, owner);
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
    for (const token of new Set(removed.name.tokens)) {
      const posting = this.postings[this.vocabulary.idOf(token)]!;
      const at = posting.indexOf(id);
      const last = posting.pop()!;
      if (at < posting.length) posting[at] = last;
    }
    for (const key of keysOfSyllables(removed.name)) {
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
  eachCandidate(query: PreparedName, leastScore: number, visit: (name: PreparedName, owner: number) => void): void {
    const asked = indexed(query, -1);
    const letters = letterCounts(query.compact);
    for (const id of this.gather(query)) {
      const known = this.names[id]!;
      const found = { shared: this.found[id]!, edits: this.edits[id]!, words: this.words[id]! };
      if (mayReach(leastScore, asked, known, found) || nearlySameLetters(asked, known, letters)) {
        visit(known.name, known.owner);
      }
    }
    for (const id of this.elsewhere(query)) visit(this.names[id]!.name, this.names[id]!.owner);
  }

  /** The names that have no word of the query: in another transliteration of syllables, or spelled backwards. */
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

  /** The names that share a word with the query; what they share is in `found`, `edits` and `words`. */
  private gather({ tokens }: PreparedName): number[] {
    this.begin();
    const touched: number[] = [];
    const count = (word: number, weight: number, cost: number, bit: number): void => {
      for (const id of this.postings[word]!) {
        if (this.foundIn[id] !== this.search) {
          this.foundIn[id] = this.search;
          this.found[id] = 0;
          this.edits[id] = 0;
          this.words[id] = 0;
          touched.push(id);
        }
        if ((this.words[id]! & bit) !== 0) continue;
        this.words[id]! |= bit;
        this.found[id]! += weight;
        this.edits[id]! += cost;
      }
    };
    tokens.forEach((token, i) => {
      if (token.kind === 'initial') return;
      for (const { id, cost } of this.vocabulary.like(token)) {
        count(id, Math.max(token.weight, this.vocabulary.token(id).weight), cost, 1 << i);
      }
      for (const { id, weight } of this.writtenOtherwise(token, tokens[i + 1])) count(id, weight, 0, 1 << i);
    });
    return touched;
  }

  /** Words that this one and the next may be written as together, and words that this one may be written apart as. */
  private writtenOtherwise(token: NameToken, next: NameToken | undefined): { id: number; weight: number }[] {
    const words: { id: number; weight: number }[] = [];
    if (next && next.kind !== 'initial' && token.text.length + next.text.length >= SHORTEST_GLUED) {
      const glued = makeToken('name', token.text + next.text, 1, token.script);
      for (const { id } of this.vocabulary.like(glued)) words.push({ id, weight: token.weight + next.weight });
    }
    const { fold, weight } = token;
    for (let cut = SHORTEST_PART; cut <= fold.length - SHORTEST_PART; cut++) {
      for (const part of [fold.slice(0, cut), fold.slice(cut)]) {
        this.vocabulary.eachSpelled(part, (id) => words.push({ id, weight }));
      }
    }
    return words;
  }

  private begin(): void {
    if (this.found.length < this.names.length) {
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

function indexed(name: PreparedName, owner: number): IndexedName {
  let weight = 0;
  let leastWeight = 0;
  name.tokens.forEach((token, i) => {
    weight += token.weight;
    if (name.tokens.some((twin, j) => j < i && twin.text === token.text)) return;
    leastWeight += (name.marks[i]! & CHILD_OF_MARK) === 0 ? token.weight : token.weight / 2;
  });
  return {
    name,
    owner,
    weight,
    leastWeight,
    kinds: letterKinds(name.compact),
    abridged: name.titled || hasInitial(name),
  };
}

const keysOfSyllables = (name: PreparedName): string[] => (name.syllables ? syllableKeys(textsOf(name)) : []);

const hasInitial = ({ tokens }: PreparedName): boolean => tokens.some(({ kind }) => kind === 'initial');

interface Found {
  /** weight of the words that both names have */
  shared: number;
  edits: number;
  /** which words of the query they are, a bit each */
  words: number;
}

/**
 * Whether the score can still be reached. What the lighter name has beside the words that were found must be next to
 * nothing, or one word that two slips could have made of a word of the other name.
 */
function mayReach(leastScore: number, a: IndexedName, b: IndexedName, found: Found): boolean {
  const smallRest = a.name.schema === 'Company' ? NO_REST : SMALL_REST;
  const rest = Math.min(a.weight, b.weight) - found.shared;
  if (rest <= smallRest) return allows(leastScore, a, b, found.shared, found.edits);
  if (rest - 1 > smallRest) return false;
  for (let i = 0; i < a.name.tokens.length; i++) {
    const token = a.name.tokens[i]!;
    if (has(found.words, i) || rest - token.weight > smallRest) continue;
    const shared = found.shared + token.weight;
    const edits = found.edits + LEAST_COST_OF_TWO_SLIPS;
    if (allows(leastScore, a, b, shared, edits) && hasWordTwoSlipsAway(b.name, token)) return true;
  }
  return false;
}

/** Whether names that share so much with so many wrong letters can have the score. */
function allows(leastScore: number, a: IndexedName, b: IndexedName, shared: number, edits: number): boolean {
  if (a.name.schema === 'Company') return bestCompanyScore(Math.max(a.weight, b.weight) - shared, edits) >= leastScore;
  if (a.abridged || b.abridged) return true;
  const coverage = Math.min(1, shared / Math.max(a.leastWeight, b.leastWeight));
  return bestPersonScore(coverage, edits) >= leastScore;
}

/** Words that are one slip away are found by their keys already. */
function hasWordTwoSlipsAway({ tokens }: PreparedName, { letters, fold, text }: NameToken): boolean {
  for (const token of tokens) {
    if (Math.abs(token.fold.length - fold.length) > 2 || token.text.length < SHORTEST_WITH_TWO_SLIPS) continue;
    if (differentKinds(token.letters, letters) > MOST_DIFFERENT_KINDS_OF_WORD) continue;
    const slips = text.length > 8 ? 3 : 2;
    if (distance(token.text, text) <= slips || distance(token.fold, fold) <= slips) return true;
  }
  return false;
}

function nearlySameLetters(a: IndexedName, b: IndexedName, lettersOfA: Int8Array): boolean {
  const text = b.name.compact;
  if (Math.abs(a.name.compact.length - text.length) > MOST_DIFFERENT_LENGTH) return false;
  if (differentKinds(a.kinds, b.kinds) > MOST_DIFFERENT_KINDS) return false;
  const counts = lettersOfA.slice();
  for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!--;
  let different = 0;
  for (let letter = 0; letter < LETTERS; letter++) different += Math.abs(counts[letter]!);
  return different <= MOST_DIFFERENT_LETTERS;
}

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
