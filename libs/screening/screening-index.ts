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
  /** most hits to return, default all */
  limit?: number;
  /** which entries are looked at, default all */
  accepts?: (entry: ListEntry) => boolean;
}

interface IndexedEntry {
  readonly entry: ListEntry;
  /** numbers in the name index of its schema */
  readonly names: readonly number[];
}

/** A name of the subject and one of the entry, compared. */
interface NamePair {
  /** by the names alone */
  readonly alike: number;
  /** the same, less for a weak alias */
  readonly score: number;
  readonly features: NameComparison['features'];
  readonly subjectName: string;
  readonly matchedName: string;
  /** the matched name's place among the names of the entry */
  readonly place: number;
  readonly weakAlias: boolean;
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
    const matches: ScreeningMatch[] = [];
    for (const [slot, pairs] of this.pairsBySlot(subject, threshold, accepts)) {
      const match = toMatch(subject, this.entries[slot]!.entry, pairs);
      if (match.score >= threshold) matches.push(match);
    }
    matches.sort((a, b) => b.score - a.score || inListOrder(a.entry, b.entry));
    return matches.length > limit ? matches.slice(0, limit) : matches;
  }

  /** The pairs of names of each entry that can still reach the threshold. */
  private pairsBySlot(
    subject: ScreeningSubject,
    threshold: number,
    accepts: ScreenOptions['accepts'],
  ): Map<number, NamePair[]> {
    const found = new Map<number, NamePair[]>();
    const consider = (slot: number, asked: PreparedName, matched: PreparedName, leastAlike: number): void => {
      const { entry } = this.entries[slot]!;
      if (accepts && !accepts(entry)) return;
      const pair = comparePair(entry, asked, matched);
      if (pair.alike < leastAlike) return;
      const pairs = found.get(slot);
      if (pairs) pairs.push(pair);
      else found.set(slot, [pair]);
    };
    for (const { index, prepare, schemaTerm } of this.searchesFor(subject)) {
      const second = subject.names.length > 1 ? SECOND_NAME_TERM : 0;
      const least = leastNameScore(subject, threshold - schemaTerm) - second;
      if (least > 1) continue;
      for (const name of subject.names) {
        const asked = prepare(name);
        index.eachCandidate(asked, least, (matched, slot) => consider(slot, asked, matched, least));
      }
    }
    for (const key of identifierKeys(subject.identifiers ?? [])) {
      for (const slot of this.byIdentifier.get(key) ?? []) {
        const { entry } = this.entries[slot]!;
        for (const asked of subject.names) {
          for (const { name } of entry.names) consider(slot, prepareFor(entry, asked), prepareFor(entry, name), 0);
        }
      }
    }
    return found;
  }

  private indexOf(entry: ListEntry): NameIndex {
    return entry.schema === 'Person' ? this.persons : this.companies;
  }

  /** Names of the other schema must be so much more alike as it takes off. */
  private searchesFor({ schema }: ScreeningSubject) {
    return [
      { index: this.persons, prepare: preparePerson, schemaTerm: schema === 'Company' ? OTHER_SCHEMA_TERM : 0 },
      { index: this.companies, prepare: prepareCompany, schemaTerm: schema === 'Person' ? OTHER_SCHEMA_TERM : 0 },
    ];
  }
}

function comparePair(entry: ListEntry, asked: PreparedName, matched: PreparedName): NamePair {
  const { score: alike, features } = comparePrepared(asked, matched);
  const place = entry.names.findIndex(({ name }) => name === matched.original);
  const weakAlias = entry.names[place]?.quality === 'weak' && asked.compact !== matched.compact;
  return {
    alike,
    score: weakAlias ? Math.max(0, alike + WEAK_ALIAS_TERM) : alike,
    features,
    subjectName: asked.original,
    matchedName: matched.original,
    place,
    weakAlias,
  };
}

function toMatch(subject: ScreeningSubject, entry: ListEntry, pairs: readonly NamePair[]): ScreeningMatch {
  const best = pairs.reduce((known, pair) => (isBetter(pair, known) ? pair : known));
  const second = pairs.some(
    (pair) => pair.subjectName !== best.subjectName && pair.place !== best.place && pair.alike >= SECOND_NAME_SCORE,
  );
  const { score, features } = qualify(subject, entry, Math.min(1, best.score + (second ? SECOND_NAME_TERM : 0)));
  return {
    entry,
    matched_name: best.matchedName,
    subject_name: best.subjectName,
    score,
    features: {
      ...best.features,
      ...(best.weakAlias ? { weak_alias_term: WEAK_ALIAS_TERM } : {}),
      ...(second ? { second_name_term: SECOND_NAME_TERM } : {}),
      ...features,
    },
  };
}

const isBetter = (a: NamePair, b: NamePair): boolean => a.score > b.score || (a.score === b.score && a.place < b.place);

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
