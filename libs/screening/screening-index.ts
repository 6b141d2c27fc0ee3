import { IdsByKey } from './blocking/ids-by-key';
import { NameIndex } from './blocking/name-index';
import { comparePrepared } from './comparing/compare-prepared';
import type { NameComparison } from './comparing/comparison';
import { identifierKey, isTelling } from './identifiers';
import type { ListEntry } from './list-entry';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';
import type { PreparedName } from './names/prepared-name';
import { preparedReadings } from './names/prepared-readings';
import { leastNameScore, qualify } from './qualifiers';
import { DEFAULT_THRESHOLD } from './score-names';
import type { ScreeningMatch, ScreeningSubject } from './screening-subject';
import { type Weights, WEIGHTS } from './weights';

const SECOND_NAME_SCORE = 0.8;

export interface ScreenOptions {
  /** lowest score of a hit, default 0.7 */
  threshold?: number;
  /** maximum number of hits, default all */
  limit?: number;
  /** returns true for entries to compare, default all */
  accepts?: (entry: ListEntry) => boolean;
  /** returns the lowest score of a hit with an entry, if it differs between entries; never below `threshold` */
  thresholdOf?: (entry: ListEntry) => number;
  /**
   * other weights, for a measurement with `threshold` 0. With a higher one, entries can be missed that only these
   * weights lift to it.
   */
  weights?: Readonly<Weights>;
}

interface IndexedEntry {
  readonly entry: ListEntry;
  /** ids of its names in the name index of its schema */
  readonly names: readonly number[];
}

/** The result of comparing a name of the subject with a name of the entry. */
interface NamePair {
  /** the score of the names alone */
  readonly alike: number;
  /** `alike`, reduced for a weak alias */
  readonly score: number;
  readonly features: NameComparison['features'];
  readonly subjectName: string;
  readonly matchedName: string;
  /** index of the matched name in the names of the entry */
  readonly place: number;
  readonly weakAlias: boolean;
}

/**
 * Holds watchlist entries in memory and finds them by identifiers and by names, which may be misspelled,
 * transliterated, reordered or incomplete.
 *
 * Additions and removals take effect immediately. Do not change an entry after adding it; add the changed entry
 * instead. A name that reaches the threshold in `scoreNames` is found if one of its words is spelled correctly, has
 * one wrong letter, or sounds similar in another script. Other names can be missed; see `NameIndex`.
 */
export class ScreeningIndex {
  private readonly persons = new NameIndex();
  private readonly companies = new NameIndex();
  private readonly entries: (IndexedEntry | undefined)[] = [];
  private readonly free: number[] = [];
  private readonly slots = new Map<string, number>();
  private readonly byIdentifier = new IdsByKey();

  constructor(entries: Iterable<ListEntry> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** The number of entries. */
  get size(): number {
    return this.slots.size;
  }

  /** Adds an entry. Replaces the entry with the same list and id. */
  add(entry: ListEntry): void {
    this.remove(entry.list, entry.id);
    const slot = this.free.pop() ?? this.entries.length;
    const index = this.indexOf(entry);
    const prepare = entry.schema === 'Person' ? preparePerson : prepareCompany;
    const names = entry.names.flatMap(({ name }) =>
      preparedReadings(name, prepare, { ofList: true }).map((reading) => index.add(reading, slot)),
    );
    this.entries[slot] = { entry, names };
    this.slots.set(keyOf(entry.list, entry.id), slot);
    for (const key of identifierKeys(entry.identifiers)) {
      this.byIdentifier.add(key, slot);
    }
  }

  /** Removes an entry. Does nothing if the entry does not exist. */
  remove(list: string, id: string): void {
    const key = keyOf(list, id);
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    const { entry, names } = this.entries[slot]!;
    const index = this.indexOf(entry);
    for (const name of names) index.remove(name);
    for (const identifier of identifierKeys(entry.identifiers)) {
      this.byIdentifier.remove(identifier, slot);
    }
    this.entries[slot] = undefined;
    this.free.push(slot);
    this.slots.delete(key);
  }

  /** Returns the entries that may be the subject, best score first, then by list and id. */
  screen(subject: ScreeningSubject, options: ScreenOptions = {}): ScreeningMatch[] {
    const { threshold = DEFAULT_THRESHOLD, limit = Infinity, accepts, thresholdOf, weights = WEIGHTS } = options;
    const matches: ScreeningMatch[] = [];
    for (const [slot, pairs] of this.pairsBySlot(subject, threshold, weights, accepts)) {
      const match = toMatch(subject, this.entries[slot]!.entry, pairs, weights);
      const least = thresholdOf ? thresholdOf(match.entry) : threshold;
      if (match.score >= least) matches.push(match);
    }
    matches.sort((a, b) => b.score - a.score || inListOrder(a.entry, b.entry));
    return matches.length > limit ? matches.slice(0, limit) : matches;
  }

  /** Returns, by the slot of the entry, the pairs of names with which the entry can still reach the threshold. */
  private pairsBySlot(
    subject: ScreeningSubject,
    threshold: number,
    weights: Readonly<Weights>,
    accepts: ScreenOptions['accepts'],
  ): Map<number, NamePair[]> {
    const found = new Map<number, NamePair[]>();
    const consider = (slot: number, asked: PreparedName, matched: PreparedName, leastAlike: number): void => {
      const { entry } = this.entries[slot]!;
      if (accepts && !accepts(entry)) return;
      const pair = comparePair(entry, asked, matched, weights);
      if (pair.alike < leastAlike) return;
      const pairs = found.get(slot);
      if (pairs) pairs.push(pair);
      else found.set(slot, [pair]);
    };
    for (const { index, prepare, schemaTerm } of this.searchesFor(subject)) {
      const second = subject.names.length > 1 ? WEIGHTS.second_name : 0;
      const least = leastNameScore(subject, threshold - schemaTerm) - second;
      if (least > 1) continue;
      for (const name of subject.names) {
        for (const asked of preparedReadings(name, prepare)) {
          index.eachCandidate(asked, least, (matched, slot) => consider(slot, asked, matched, least));
        }
      }
    }
    for (const key of identifierKeys(subject.identifiers ?? [])) {
      for (const slot of this.byIdentifier.get(key)) {
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

  /** The schema term is passed on, so that candidates of the other schema must have a higher name score. */
  private searchesFor({ schema }: ScreeningSubject) {
    return [
      { index: this.persons, prepare: preparePerson, schemaTerm: schema === 'Company' ? WEIGHTS.other_schema : 0 },
      { index: this.companies, prepare: prepareCompany, schemaTerm: schema === 'Person' ? WEIGHTS.other_schema : 0 },
    ];
  }
}

function comparePair(
  entry: ListEntry,
  asked: PreparedName,
  matched: PreparedName,
  { weak_alias }: Readonly<Weights>,
): NamePair {
  const { score: alike, features } = withWordsAdded(comparePrepared(asked, matched), asked, matched);
  const place = entry.names.findIndex(({ name }) => name === matched.original);
  const weakAlias = entry.names[place]?.quality === 'weak' && asked.compact !== matched.compact;
  return {
    alike,
    score: weakAlias ? Math.max(0, alike + weak_alias) : alike,
    features,
    subjectName: asked.original,
    matchedName: matched.original,
    place,
    weakAlias,
  };
}

/**
 * Common names alone are weak when the entry has further words. A subject that adds words to the common name of an
 * entry does not escape so.
 */
function withWordsAdded(compared: NameComparison, asked: PreparedName, matched: PreparedName): NameComparison {
  const term = Number(compared.features.only_common_names_term ?? 0);
  if (term === 0 || weightOf(asked) <= weightOf(matched)) return compared;
  return { score: Math.min(1, compared.score - term), features: { ...compared.features, only_common_names_term: 0 } };
}

const weightOf = ({ tokens }: PreparedName): number => tokens.reduce((sum, { weight }) => sum + weight, 0);

function toMatch(
  subject: ScreeningSubject,
  entry: ListEntry,
  pairs: readonly NamePair[],
  weights: Readonly<Weights>,
): ScreeningMatch {
  const best = pairs.reduce((known, pair) => (isBetter(pair, known) ? pair : known));
  const second = pairs.some(
    (pair) => pair.subjectName !== best.subjectName && pair.place !== best.place && pair.alike >= SECOND_NAME_SCORE,
  );
  const nameScore = Math.min(1, best.score + (second ? weights.second_name : 0));
  const { score, features } = qualify(subject, entry, nameScore, weights);
  return {
    entry,
    matched_name: best.matchedName,
    subject_name: best.subjectName,
    score,
    features: {
      ...best.features,
      ...(best.weakAlias ? { weak_alias_term: weights.weak_alias } : {}),
      ...(second ? { second_name_term: weights.second_name } : {}),
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
