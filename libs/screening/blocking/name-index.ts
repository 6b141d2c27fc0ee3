import { backwards } from '../comparing/compare-persons';
import { mostEdits } from '../comparing/comparison';
import { has } from '../comparing/pair-tokens';
import { differentKinds, type NameToken, type PreparedName } from '../names/prepared-name';
import { foldSpelling } from '../names/spelling';
import { letterCounts, letterOf, LETTERS, oddLetters } from './letters';
import { HEAVIEST_WORD, type NameSummary } from './many-names';
import { factsOf, FactsOfNames, NO_WORD, WORDS_AT_HAND } from './name-facts';
import { NearAmounts } from './near-amounts';
import { OtherKeys } from './other-keys';
import { Postings } from './postings';
import { canReach, LEAST_COST_OF_TWO_SLIPS, leastShareOf, type Query, restOf } from './query';
import { type Match, matchesOf } from './query-matches';
import { SharedWords } from './shared-words';
import { skippedWords } from './skipped-words';
import { TwoSlips } from './two-slips';
import { Visited } from './visited';
import { Vocabulary } from './vocabulary';
import { WordAmounts } from './word-amounts';

/** So many names are looked at one by one, in less time than it takes to compare their words with those of the query. */
const FEW_NAMES = 800;
/** Cost of one wrong vowel. */
const LEAST_COST_OF_SLIP = 0.5;
/** How much names with nearly the same letters may differ. A wrong letter changes at most two kinds of letters. */
const MOST_DIFFERENT = { length: 3, kinds: 4, letters: 5 };

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
  private readonly twoSlips = new TwoSlips();
  private readonly postings = new Postings();
  /** with tokens of the vocabulary, which names share */
  private readonly names: (PreparedName | undefined)[] = [];
  private readonly owners: number[] = [];
  private readonly facts = new FactsOfNames();
  private readonly free: number[] = [];
  private readonly otherKeys = new OtherKeys();
  private readonly shared = new SharedWords();
  private readonly visited = new Visited();
  private readonly counts = new Int8Array(LETTERS);
  private readonly amounts = new WordAmounts();
  private readonly near = new NearAmounts(this.twoSlips, this.shared);
  private readonly summaryOf = (id: number): NameSummary => ({
    words: this.facts.words(id),
    weight: this.facts.weight(id),
    leastWeight: this.facts.leastWeight(id),
    abridged: this.facts.isAbridged(id),
    length: this.facts.length(id),
    kinds: this.facts.kinds(id),
    odd: oddLetters(this.names[id]!.compact),
  });

  get size(): number {
    return this.names.length - this.free.length;
  }

  /**
   * @param owner the number of the caller for the owner of the name
   * @returns the id with which the name can be removed
   */
  add(name: PreparedName, owner: number): number {
    const id = this.free.pop() ?? this.names.length;
    const words = name.tokens.map((token) => this.wordOf(token));
    const tokens = words.map((word) => this.vocabulary.token(word));
    this.names[id] = { ...name, tokens, marks: sharedMarks(name.marks), forms: sharedForms(name.forms) };
    this.owners[id] = owner;
    this.facts.set(id, words, factsOf(name));
    for (const word of new Set(words)) this.postings.add(word, id, this.summaryOf);
    this.otherKeys.add(name, id);
    return id;
  }

  remove(id: number): void {
    const removed = this.names[id];
    if (!removed) return;
    for (const word of new Set(this.facts.words(id))) this.postings.remove(word, id);
    this.otherKeys.remove(removed, id);
    this.names[id] = undefined;
    this.free.push(id);
  }

  /** Calls `visit` with each name that may reach the score, and its owner. Visits some names more than once. */
  eachCandidate(name: PreparedName, leastScore: number, visit: (name: PreparedName, owner: number) => void): void {
    const company = name.schema === 'Company';
    const slips = mostEdits(leastScore) >= LEAST_COST_OF_SLIP;
    const query: Query = { ...factsOf(name), name, company, letters: letterCounts(name.compact), leastScore, slips };
    const show = (id: number): void => visit(this.names[id]!, this.owners[id]!);
    this.visited.begin(this.names.length);
    this.twoSlips.begin();
    this.eachWithWords(query, show);
    for (const id of this.otherKeys.of(name)) show(id);
    this.eachBackwards(name, show);
  }

  private wordOf(token: NameToken): number {
    const known = this.vocabulary.size;
    const word = this.vocabulary.idOf(token);
    if (word === known && token.kind !== 'initial') this.twoSlips.add(word, token);
    return word;
  }

  /** Shows the candidates that share a word with the query. */
  private eachWithWords(query: Query, show: (id: number) => void): void {
    const matches = this.match(query);
    const { length, kinds, name, slips } = query;
    const names = matches.flat().reduce((sum, { id }) => sum + this.postings.count(id), 0);
    this.near.begin(this.vocabulary.size, slips ? name.tokens : NO_TOKENS, names <= FEW_NAMES);
    const alike = slips ? { length, kinds, odd: oddLetters(name.compact), most: MOST_DIFFERENT } : undefined;
    const wanted = { amounts: this.amounts, near: this.near, weight: query.weight, rest: restOf(query), alike };
    const consider = (id: number): void => {
      if (this.visited.add(id) && this.isCandidate(query, id)) show(id);
    };
    const skipped = skippedWords(query, matches, (word) => this.postings.count(word));
    for (const { id, cost } of matches.flat()) {
      const many = this.postings.many(id);
      if (many && skipped.has(id)) many.eachAlike(alike, consider);
      else if (many) {
        const share = leastShareOf(query, cost);
        const withNear = leastShareOf(query, cost + LEAST_COST_OF_TWO_SLIPS);
        many.eachPossible(wanted, share, withNear, consider);
      } else this.postings.each(id, consider);
    }
  }

  private isCandidate(query: Query, id: number): boolean {
    this.noteShared(id);
    return this.mayReach(query, id) || (query.slips && this.hasNearlySameLetters(query, id));
  }

  private match({ name: { tokens }, slips }: Query): Match[][] {
    const matches = tokens.map((token, i) => matchesOf(this.vocabulary, token, tokens[i + 1], slips));
    this.shared.begin(this.vocabulary.size);
    this.amounts.begin(this.vocabulary.size);
    matches.forEach((those, i) => {
      for (const { id, weight, cost } of those) {
        this.shared.add(id, i, weight, cost);
        this.amounts.add(id, weight);
      }
    });
    return matches;
  }

  private isNear(asked: NameToken, at: number, word: number): boolean {
    return this.twoSlips.isNear(asked, at, word, this.vocabulary.size);
  }

  private noteShared(id: number): void {
    this.shared.clear();
    for (let i = 0; i < WORDS_AT_HAND; i++) {
      const word = this.facts.word(id, i);
      if (word === NO_WORD) break;
      this.shared.note(word);
    }
    for (const word of this.facts.moreWords(id)) this.shared.note(word);
    this.shared.sum();
  }

  /**
   * True if the name can still reach the score. In the lighter of the two names, the words without a partner must have
   * almost no weight, except for one word that is about two letters from a word of the other name.
   */
  private mayReach(query: Query, id: number): boolean {
    const smallRest = restOf(query);
    const { words, weight: shared, edits } = this.shared;
    const rest = Math.min(query.weight, this.facts.weight(id)) - shared;
    if (rest <= smallRest) return this.allows(query, id, shared, edits);
    if (rest - HEAVIEST_WORD > smallRest) return false;
    if (!this.allows(query, id, shared + HEAVIEST_WORD, edits + LEAST_COST_OF_TWO_SLIPS)) return false;
    const { tokens } = query.name;
    for (let i = 0; i < tokens.length; i++) {
      if (!has(words, i) && rest - tokens[i]!.weight <= smallRest && this.hasWordNear(id, tokens[i]!, i)) return true;
    }
    return false;
  }

  /** True if the words of a text that the name shares are in a row, except for one of them. */
  private isInARow(id: number): boolean {
    let run = this.shared.words;
    let length = 0;
    for (; run !== 0; run &= run << 1) length++;
    return length >= Math.max(2, this.names[id]!.tokens.length - 1);
  }

  /** True if the name has a word that is about two letters from the query's word at this position. */
  private hasWordNear(id: number, asked: NameToken, at: number): boolean {
    for (let i = 0; i < WORDS_AT_HAND; i++) {
      const word = this.facts.word(id, i);
      if (word === NO_WORD) return false;
      if (this.isNear(asked, at, word)) return true;
    }
    return this.facts.moreWords(id).some((word) => this.isNear(asked, at, word));
  }

  /** True if names with this shared weight and this number of wrong letters can reach the score. */
  private allows(query: Query, id: number, shared: number, edits: number): boolean {
    if (query.shortened || this.facts.isAbridged(id)) return true;
    // The words around a name in a text count little, if the name has its words in a row.
    if (query.name.inText && this.isInARow(id)) return true;
    return canReach(query, query.company ? this.facts.weight(id) : this.facts.leastWeight(id), shared, edits);
  }

  private hasNearlySameLetters(query: Query, id: number): boolean {
    if (Math.abs(query.length - this.facts.length(id)) > MOST_DIFFERENT.length) return false;
    if (differentKinds(query.kinds, this.facts.kinds(id)) > MOST_DIFFERENT.kinds) return false;
    const counts = this.counts;
    counts.set(query.letters);
    const text = this.names[id]!.compact;
    for (let i = 0; i < text.length; i++) counts[letterOf(text, i)]!--;
    let different = 0;
    for (let letter = 0; letter < LETTERS; letter++) different += Math.abs(counts[letter]!);
    return different <= MOST_DIFFERENT.letters;
  }

  /** Shows the names that have all words of the query, spelled backwards. */
  private eachBackwards({ tokens }: PreparedName, show: (id: number) => void): void {
    let left: Set<number> | undefined;
    for (const { text } of tokens) {
      const spelled = new Set<number>();
      this.vocabulary.eachSpelled(foldSpelling(backwards(text)), (word) => {
        this.postings.each(word, (id) => {
          if (left === undefined || left.has(id)) spelled.add(id);
        });
      });
      if (spelled.size === 0) return;
      left = spelled;
    }
    left?.forEach(show);
  }
}

/** Shares one array between names of the same length without marks, to save memory. Most names have no marks. */
function sharedMarks(marks: readonly number[]): readonly number[] {
  if (marks.some((mark) => mark !== 0)) return marks;
  return (NO_MARKS[marks.length] ??= marks);
}

const NO_TOKENS: readonly NameToken[] = [];

const NO_MARKS: (readonly number[])[] = [];

/** Shares one array between names without legal forms. */
const sharedForms = (forms: readonly string[]): readonly string[] => (forms.length === 0 ? NO_FORMS : forms);

const NO_FORMS: readonly string[] = [];
