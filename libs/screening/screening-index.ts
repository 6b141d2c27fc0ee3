import { IdsByKey } from './blocking/ids-by-key';
import { NameIndex } from './blocking/name-index';
import { TextIndex } from './blocking/text-index';
import { identifiersOf, keysOfIdentifier, withIdentifiersRead } from './identifiers';
import type { ListEntry } from './list-entry';
import { type NamePair, namesInTexts, pairFrom, pairsInText, prepareAs, readingsOfEntry } from './name-pair';
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
  /** ids of its names in the name index of its schema; none of an aircraft or a wallet */
  readonly names: readonly number[];
}

/** Names with which the names of a subject are compared. */
interface Search {
  readonly index: NameIndex;
  readonly prepare: (name: string) => PreparedName;
  /** the term for the schema of these entries, so that they must have a higher name score */
  readonly schemaTerm: number;
  /** only entries of this schema */
  readonly only?: ListEntry['schema'];
}

/**
 * Holds watchlist entries in memory and finds them by identifiers and by names, which may be misspelled,
 * transliterated, reordered or incomplete. In texts, it finds whole names of persons and companies (see `TextIndex`).
 *
 * Additions and removals take effect immediately. Do not change an entry after adding it; add the changed entry
 * instead. A name that reaches the threshold in `scoreNames` is found if one of its words is spelled correctly, has
 * one wrong letter, or sounds similar in another script. Other names can be missed; see `NameIndex`.
 */
export class ScreeningIndex {
  private readonly persons = new NameIndex();
  private readonly companies = new NameIndex();
  /** of vessels, and of entries that are `Other`; undefined as long as there was none */
  private things: NameIndex | undefined;
  private readonly texts = new TextIndex();
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
    if (isThing(entry)) this.things ??= new NameIndex();
    const index = this.indexOf(entry);
    const readings = index ? readingsOfEntry(entry) : [];
    const names = readings.flat().map((reading) => index!.add(reading, slot));
    for (const key of namesInTexts(entry).keys()) this.texts.add(key, slot);
    this.entries[slot] = { entry, names };
    this.slots.set(keyOf(entry.list, entry.id), slot);
    for (const key of identifierKeys(identifiersOf(entry))) {
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
    for (const name of names) index!.remove(name);
    for (const key of namesInTexts(entry).keys()) this.texts.remove(key, slot);
    for (const identifier of identifierKeys(identifiersOf(entry))) {
      this.byIdentifier.remove(identifier, slot);
    }
    this.entries[slot] = undefined;
    this.free.push(slot);
    this.slots.delete(key);
  }

  /** Returns the entries that may be the subject, best score first, then by list and id. */
  screen(given: ScreeningSubject, options: ScreenOptions = {}): ScreeningMatch[] {
    const subject = withIdentifiersRead(given);
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
    const keep = (slot: number, pair: NamePair): void => {
      const pairs = found.get(slot);
      if (pairs) pairs.push(pair);
      else found.set(slot, [pair]);
    };
    const consider = (slot: number, asked: PreparedName, matched: PreparedName, leastAlike: number): void => {
      const { entry } = this.entries[slot]!;
      if (accepts && !accepts(entry)) return;
      const pair = pairFrom(leastAlike, entry, asked, matched, weights);
      if (pair) keep(slot, pair);
    };
    for (const { index, prepare, schemaTerm, only } of this.searchesFor(subject)) {
      const second = subject.names.length > 1 ? WEIGHTS.second_name : 0;
      const least = leastNameScore(subject, threshold - schemaTerm) - second;
      if (least > 1) continue;
      const isSearched = (slot: number): boolean => only === undefined || this.entries[slot]!.entry.schema === only;
      for (const name of subject.names) {
        for (const asked of preparedReadings(name, prepare)) {
          index.eachCandidate(asked, least, (matched, slot) => {
            if (isSearched(slot)) consider(slot, asked, matched, least);
          });
        }
      }
    }
    if (subject.schema === 'Text') {
      const namesOf = new Map<number, Map<string, PreparedName[]>>();
      for (const text of subject.names) {
        this.texts.eachFound(text, subject.except ?? [], (slot, key, passage) => {
          const { entry } = this.entries[slot]!;
          if (accepts && !accepts(entry)) return;
          const names = namesOf.get(slot) ?? namesInTexts(entry);
          namesOf.set(slot, names);
          for (const pair of pairsInText(entry, names.get(key) ?? [], { passage, key }, weights)) keep(slot, pair);
        });
      }
    }
    for (const key of identifierKeys(subject.identifiers ?? [])) {
      for (const slot of this.byIdentifier.get(key)) {
        const { entry } = this.entries[slot]!;
        const prepare = prepareAs(entry.schema);
        for (const asked of subject.names) {
          for (const { name } of entry.names) consider(slot, prepare(asked), prepare(name), 0);
        }
      }
    }
    return found;
  }

  /** Undefined for entries that are found only by their identifiers. */
  private indexOf(entry: ListEntry): NameIndex | undefined {
    if (entry.schema === 'Person') return this.persons;
    if (entry.schema === 'Company') return this.companies;
    return isThing(entry) ? this.things : undefined;
  }

  private searchesFor({ schema }: ScreeningSubject): Search[] {
    const among = (index: NameIndex, ofEntries: ListEntry['schema'], schemaTerm = 0): Search => ({
      index,
      prepare: prepareAs(ofEntries),
      schemaTerm,
    });
    const { other_schema } = WEIGHTS;
    const { things } = this;
    switch (schema) {
      case 'Person':
        return [among(this.persons, 'Person'), among(this.companies, 'Company', other_schema)];
      case 'Company':
        return [among(this.persons, 'Person', other_schema), among(this.companies, 'Company')];
      case 'Unknown':
        return [
          among(this.persons, 'Person'),
          among(this.companies, 'Company'),
          ...(things ? [{ ...among(things, 'Other'), only: 'Other' as const }] : []),
        ];
      case 'Vessel':
        return things ? [among(things, 'Vessel')] : [];
      default:
        return [];
    }
  }
}

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

const isThing = ({ schema }: ListEntry): boolean => schema === 'Vessel' || schema === 'Other';

const keyOf = (list: string, id: string): string => `${list}\n${id}`;

const identifierKeys = (identifiers: readonly { type?: string; value: string }[]): string[] => [
  ...new Set(identifiers.flatMap(keysOfIdentifier)),
];

function inListOrder(a: ListEntry, b: ListEntry): number {
  if (a.list !== b.list) return a.list < b.list ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
