import { makeToken, type NameToken, type PreparedName } from '../names/prepared-name';
import { Vocabulary } from './vocabulary';

const SHORTEST_GLUED = 6;
const SHORTEST_PART = 3;
/** What may be left over on both sides: an initial, a title, a patronymic. */
const SMALL_REST = 0.45;
const LEAST_COVERAGE = 0.35;
const LEAST_COVERAGE_OF_ONE_WORD = 0.7;
const LEAST_COVERAGE_WITH_INITIALS = 0.2;
const MOST_DIFFERENT_LETTERS = 5;
const MOST_DIFFERENT_LENGTH = 4;

interface IndexedName {
  readonly name: PreparedName;
  /** whom it belongs to; a number of the caller */
  readonly owner: number;
  readonly weight: number;
  /** a bit for each letter that occurs */
  readonly letters: number;
  readonly hasInitial: boolean;
}

/**
 * The names of one kind of bearer, and which of them are worth comparing with a given one. Names are found through
 * their words: those that share most of the weight of the lighter of both names, and those that share a word and have
 * nearly the same letters.
 */
export class NameIndex {
  private readonly vocabulary = new Vocabulary();
  /** by the number of a word: the names that it occurs in */
  private readonly postings: number[][] = [];
  private readonly names: (IndexedName | undefined)[] = [];
  private readonly free: number[] = [];
  /** by the number of a name, valid where `foundIn` is the present search: the weight of the words found so far */
  private found = new Float32Array(0);
  private foundIn = new Int32Array(0);
  /** the word of the present search that was counted last, so that each word counts once */
  private counted = new Int32Array(0);
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
    this.names[id] = undefined;
    this.free.push(id);
  }

  /** Calls `visit` with each name that may be the same as this one, and with its owner. */
  eachCandidate(query: PreparedName, visit: (name: PreparedName, owner: number) => void): void {
    const touched = this.gather(query);
    const { weight, letters, hasInitial } = indexed(query, -1);
    for (const id of touched) {
      const known = this.names[id]!;
      const initials = hasInitial || known.hasInitial;
      if (
        sharesEnough(query, known.name, this.found[id]!, weight, known.weight, initials) ||
        nearlySameLetters(query.compact, letters, known.name.compact, known.letters)
      ) {
        visit(known.name, known.owner);
      }
    }
  }

  /** The names that share a word with the query; how much they share is in `found`. */
  private gather({ tokens }: PreparedName): number[] {
    if (this.found.length < this.names.length) {
      const size = this.names.length * 2;
      this.found = new Float32Array(size);
      this.foundIn = new Int32Array(size);
      this.counted = new Int32Array(size);
      this.search = 0;
    }
    this.search++;
    const touched: number[] = [];
    let step = 0;
    const count = (word: number, weight: number, as: number): void => {
      for (const id of this.postings[word]!) {
        if (this.foundIn[id] !== this.search) {
          this.foundIn[id] = this.search;
          this.found[id] = 0;
          this.counted[id] = 0;
          touched.push(id);
        }
        if (this.counted[id] === as) continue;
        this.counted[id] = as;
        this.found[id]! += weight;
      }
    };
    tokens.forEach((token, i) => {
      if (token.kind === 'initial') return;
      step++;
      this.vocabulary.eachLike(token, (word) =>
        count(word, Math.max(token.weight, this.vocabulary.token(word).weight), step),
      );
      const next = tokens[i + 1];
      if (next && next.kind !== 'initial') {
        step++;
        this.eachGlued(token, next, (word) => count(word, token.weight + next.weight, step));
      }
      if (token.text.length >= SHORTEST_GLUED) {
        step++;
        this.eachPart(token, (word) => count(word, token.weight, step));
      }
    });
    return touched;
  }

  /** Words that are these two written as one. */
  private eachGlued(first: NameToken, second: NameToken, visit: (word: number) => void): void {
    const glued = makeToken('name', first.text + second.text, 1, first.script);
    if (glued.text.length >= SHORTEST_GLUED) this.vocabulary.eachLike(glued, visit);
  }

  /** Words that this one may be written together from. */
  private eachPart({ fold }: NameToken, visit: (word: number) => void): void {
    for (let cut = SHORTEST_PART; cut <= fold.length - SHORTEST_PART; cut++) {
      this.vocabulary.eachSpelled(fold.slice(0, cut), visit);
      this.vocabulary.eachSpelled(fold.slice(cut), visit);
    }
  }
}

function indexed(name: PreparedName, owner: number): IndexedName {
  return {
    name,
    owner,
    weight: name.tokens.reduce((sum, token) => sum + token.weight, 0),
    letters: letterBits(name.compact),
    hasInitial: name.tokens.some(({ kind }) => kind === 'initial'),
  };
}

function sharesEnough(
  a: PreparedName,
  b: PreparedName,
  shared: number,
  weightA: number,
  weightB: number,
  initials: boolean,
): boolean {
  if (Math.min(weightA, weightB) - shared > SMALL_REST) return false;
  const oneWord = (a.tokens.length === 1 && !a.titled) || (b.tokens.length === 1 && !b.titled);
  const least = oneWord ? LEAST_COVERAGE_OF_ONE_WORD : initials ? LEAST_COVERAGE_WITH_INITIALS : LEAST_COVERAGE;
  return shared >= least * Math.max(weightA, weightB);
}

function nearlySameLetters(a: string, lettersOfA: number, b: string, lettersOfB: number): boolean {
  if (Math.abs(a.length - b.length) > MOST_DIFFERENT_LENGTH) return false;
  let different = lettersOfA ^ lettersOfB;
  let count = 0;
  for (; different !== 0; different &= different - 1) count++;
  return count <= MOST_DIFFERENT_LETTERS;
}

function letterBits(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bits |= code >= 97 ? 1 << (code - 97) : 1 << 26;
  }
  return bits;
}
