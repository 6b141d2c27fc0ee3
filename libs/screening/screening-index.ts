import { NameIndex } from './blocking/name-index';
import { comparePrepared } from './comparing/compare-prepared';
import type { NameComparison } from './comparing/comparison';
import { identifierKey, isTelling } from './identifiers';
import type { ListEntry } from './list-entry';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';
import type { PreparedName } from './names/prepared-name';
import { leastNameScore, OTHER_SCHEMA_TERM, qualify } from './qualifiers';
import { DEFAULT_THRESHOLD } from './score-names';
import type { ScreeningMatch, ScreeningSubject } from './screening-subject';

/** What a weak alias takes off that agrees, but not to the letter. */
export const WEAK_ALIAS_TERM = -0.3;
/** What it adds that another name of the subject agrees with a name of the entry too. */
export const SECOND_NAME_TERM = 0.03;
const SECOND_NAME_SCORE = 0.8;

export interface ScreenOptions {
  /** least score of a hit, default 0.7 */
  threshold?: number;
  /** most hits that are answered, default all */
  limit?: number;
  /** which entries are looked at, default all */
  accepts?: (entry: ListEntry) => boolean;
}

interface IndexedEntry {
  readonly entry: ListEntry;
  /** numbers in the name index of its schema */
  readonly names: readonly number[];
}

/** The pair of names that fits best, of those that were compared. */
interface BestPair extends NameComparison {
  /** by the names alone; `score` is less for a weak alias */
  readonly alike: number;
  readonly matchedName: string;
  readonly subjectName: string;
  readonly weakAlias: boolean;
  /** a pair with another name of the subject agrees too */
  readonly second: boolean;
}

/**
 * Entries of watchlists in memory, found by names that may be misspelled, transliterated, reordered or incomplete,
 * and by identifiers.
 *
 * Additions and removals take effect at once; building is adding. An entry is kept as it was given and must not be
 * changed afterwards: add it again instead. Every name that reaches the threshold by `scoreNames` is found as long
 * as one of its words is right, has one slip, or sounds alike in another script; see `NameIndex`.
 */
export class ScreeningIndex {
  private readonly persons = new NameIndex();
  private readonly companies = new NameIndex();
  private readonly entries: (IndexedEntry | undefined)[] = [];
  private readonly free: number[] = [];
  private readonly slots = new Map<string, number>();
  private readonly byIdentifier = new Map<string, number[]>();

  constructor(entries: Iterable<ListEntry> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** How many entries there are. */
  get size(): number {
    return this.slots.size;
  }

  /** Adds an entry, in place of the one with the same list and id. */
  add(entry: ListEntry): void {
    this.remove(entry.list, entry.id);
    const slot = this.free.pop() ?? this.entries.length;
    const index = this.indexOf(entry);
    this.entries[slot] = { entry, names: entry.names.map(({ name }) => index.add(prepareFor(entry, name), slot)) };
    this.slots.set(keyOf(entry.list, entry.id), slot);
    for (const key of identifierKeys(entry.identifiers)) {
      const known = this.byIdentifier.get(key);
      if (known) known.push(slot);
      else this.byIdentifier.set(key, [slot]);
    }
  }

  /** Removes an entry; one that is not there is no error. */
  remove(list: string, id: string): void {
    const key = keyOf(list, id);
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    const { entry, names } = this.entries[slot]!;
    const index = this.indexOf(entry);
    for (const name of names) index.remove(name);
    for (const identifier of identifierKeys(entry.identifiers)) {
      const rest = this.byIdentifier.get(identifier)!.filter((other) => other !== slot);
      if (rest.length > 0) this.byIdentifier.set(identifier, rest);
      else this.byIdentifier.delete(identifier);
    }
    this.entries[slot] = undefined;
    this.free.push(slot);
    this.slots.delete(key);
  }

  /** The entries that may be the subject, best first; those of equal score in the order of list and id. */
  screen(subject: ScreeningSubject, options: ScreenOptions = {}): ScreeningMatch[] {
    const { threshold = DEFAULT_THRESHOLD, limit = Infinity, accepts } = options;
    const pairs = this.bestPairs(subject, threshold, accepts);
    const matches: ScreeningMatch[] = [];
    for (const [slot, pair] of pairs) {
      const match = toMatch(subject, this.entries[slot]!.entry, pair);
      if (match.score >= threshold) matches.push(match);
    }
    matches.sort((a, b) => b.score - a.score || inListOrder(a.entry, b.entry));
    return matches.length > limit ? matches.slice(0, limit) : matches;
  }

  /** By slot: the best pair of names of each entry that can still reach the threshold. */
  private bestPairs(
    subject: ScreeningSubject,
    threshold: number,
    accepts: ScreenOptions['accepts'],
  ): Map<number, BestPair> {
    const pairs = new Map<number, BestPair>();
    const least = leastNameScore(subject, threshold) - (subject.names.length > 1 ? SECOND_NAME_TERM : 0);
    const consider = (slot: number, asked: PreparedName, matched: PreparedName, leastOfPair: number): void => {
      const pair = this.comparePair(slot, asked, matched);
      if (pair.alike >= leastOfPair) pairs.set(slot, better(pairs.get(slot), pair));
    };
    for (const index of this.indexesFor(subject, threshold)) {
      for (const name of subject.names) {
        const asked = index === this.persons ? preparePerson(name) : prepareCompany(name);
        index.eachCandidate(asked, least, (matched, slot) => {
          if (!accepts || accepts(this.entries[slot]!.entry)) consider(slot, asked, matched, least);
        });
      }
    }
    for (const key of identifierKeys(subject.identifiers ?? [])) {
      for (const slot of this.byIdentifier.get(key) ?? []) {
        const { entry } = this.entries[slot]!;
        if (accepts && !accepts(entry)) continue;
        for (const asked of subject.names) {
          for (const { name } of entry.names) consider(slot, prepareFor(entry, asked), prepareFor(entry, name), 0);
        }
      }
    }
    return pairs;
  }

  private comparePair(slot: number, asked: PreparedName, matched: PreparedName): BestPair {
    const { score: alike, features } = comparePrepared(asked, matched);
    const { entry } = this.entries[slot]!;
    const quality = entry.names.find(({ name }) => name === matched.original)?.quality;
    const weakAlias = quality === 'weak' && asked.compact !== matched.compact;
    return {
      alike,
      score: weakAlias ? Math.max(0, alike + WEAK_ALIAS_TERM) : alike,
      features,
      matchedName: matched.original,
      subjectName: asked.original,
      weakAlias,
      second: false,
    };
  }

  private indexOf(entry: ListEntry): NameIndex {
    return entry.schema === 'Person' ? this.persons : this.companies;
  }

  /** Entries of another schema are looked at only where the threshold lets them through. */
  private indexesFor({ schema }: ScreeningSubject, threshold: number): NameIndex[] {
    if (schema === 'Unknown' || threshold <= 1 + OTHER_SCHEMA_TERM) return [this.persons, this.companies];
    return [schema === 'Person' ? this.persons : this.companies];
  }
}

function toMatch(subject: ScreeningSubject, entry: ListEntry, pair: BestPair): ScreeningMatch {
  const nameScore = pair.second ? Math.min(1, pair.score + SECOND_NAME_TERM) : pair.score;
  const { score, features } = qualify(subject, entry, nameScore);
  return {
    entry,
    matched_name: pair.matchedName,
    subject_name: pair.subjectName,
    score,
    features: {
      ...pair.features,
      ...(pair.weakAlias ? { weak_alias_term: WEAK_ALIAS_TERM } : {}),
      ...(pair.second ? { second_name_term: SECOND_NAME_TERM } : {}),
      ...features,
    },
  };
}

/** The better of two pairs of one entry; it remembers whether another name of the subject agrees too. */
function better(known: BestPair | undefined, found: BestPair): BestPair {
  if (!known) return found;
  const [best, other] = found.score > known.score ? [found, known] : [known, found];
  const differ = other.subjectName !== best.subjectName && other.matchedName !== best.matchedName;
  const second = known.second || (differ && other.alike >= SECOND_NAME_SCORE);
  return second === best.second ? best : { ...best, second };
}

const prepareFor = (entry: ListEntry, name: string): PreparedName =>
  entry.schema === 'Person' ? preparePerson(name) : prepareCompany(name);

const keyOf = (list: string, id: string): string => `${list}\n${id}`;

const identifierKeys = (identifiers: readonly { value: string }[]): string[] => [
  ...new Set(identifiers.map(({ value }) => identifierKey(value)).filter(isTelling)),
];

function inListOrder(a: ListEntry, b: ListEntry): number {
  if (a.list !== b.list) return a.list < b.list ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
