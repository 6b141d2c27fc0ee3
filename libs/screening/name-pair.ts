import { nameInPassage, type Passage, readingsAsText, textKey } from './blocking/text-index';
import { comparePrepared } from './comparing/compare-prepared';
import type { NameComparison } from './comparing/comparison';
import type { ListEntry } from './list-entry';
import { prepareCompany } from './names/prepare-company';
import { preparePerson } from './names/prepare-person';
import { prepareVessel } from './names/prepare-vessel';
import type { PreparedName } from './names/prepared-name';
import { preparedReadings } from './names/prepared-readings';
import { NAME_WEIGHTS, type Weights } from './weights';

/** Names of an entry that are the same in texts. Entries with hundreds of spellings cost no more. */
const MOST_OF_ONE_KEY = 4;

/** The most that `withWordsAdded` adds to a score, rounded up. */
const MOST_ADDED = NAME_WEIGHTS.persons.only_common_names + 0.001;

/** The result of comparing a name of the subject with a name of the entry. */
export interface NamePair {
  /** the score of the names alone */
  readonly alike: number;
  /** `alike`, reduced for a weak alias and for a name in a text */
  readonly score: number;
  readonly features: NameComparison['features'];
  readonly subjectName: string;
  readonly matchedName: string;
  /** index of the matched name in the names of the entry */
  readonly place: number;
  readonly weakAlias: boolean;
}

/** Prepares a name as the names of such entries are. */
export function prepareAs(schema: ListEntry['schema']): (name: string) => PreparedName {
  if (schema === 'Person') return preparePerson;
  return schema === 'Vessel' || schema === 'Other' ? prepareVessel : prepareCompany;
}

/** The readings of each name of an entry, by the place of the name. */
export const readingsOfEntry = ({ schema, names }: ListEntry): PreparedName[][] =>
  names.map(({ name }) => preparedReadings(name, prepareAs(schema), { ofList: true }));

/** The names of an entry that are searched in texts, by their keys: of persons and companies, without weak aliases. */
export function namesInTexts({ schema, names }: ListEntry): Map<string, PreparedName[]> {
  const byKey = new Map<string, PreparedName[]>();
  if (schema !== 'Person' && schema !== 'Company') return byKey;
  for (const { name, quality } of names) {
    if (quality === 'weak') continue;
    for (const reading of readingsAsText(schema, name)) {
      const key = textKey(reading);
      if (key === undefined) continue;
      const same = byKey.get(key);
      if (!same) byKey.set(key, [reading]);
      else if (same.length < MOST_OF_ONE_KEY) same.push(reading);
    }
  }
  return byKey;
}

export function comparePair(
  entry: ListEntry,
  asked: PreparedName,
  matched: PreparedName,
  weights: Readonly<Weights>,
): NamePair {
  return pairOf(entry, asked, matched, comparePrepared(asked, matched), weights);
}

/** Like `comparePair`, but undefined if the names are less alike than `least`. */
export function pairFrom(
  least: number,
  entry: ListEntry,
  asked: PreparedName,
  matched: PreparedName,
  weights: Readonly<Weights>,
): NamePair | undefined {
  const compared = comparePrepared(asked, matched);
  if (compared.score + MOST_ADDED < least) return undefined;
  const pair = pairOf(entry, asked, matched, compared, weights);
  return pair.alike >= least ? pair : undefined;
}

function pairOf(
  entry: ListEntry,
  asked: PreparedName,
  matched: PreparedName,
  compared: NameComparison,
  { weak_alias }: Readonly<Weights>,
): NamePair {
  const { score: alike, features } = withWordsAdded(compared, asked, matched);
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
 * Names of an entry with this key, each with the part of the passage that it equals. If the words of the passage make the
 * key only beside others, that is the whole passage. Empty if another name has the key by chance.
 */
export function pairsInText(
  entry: ListEntry,
  names: readonly PreparedName[],
  { passage, key }: { passage: Passage; key: string },
  weights: Readonly<Weights>,
): NamePair[] {
  if (names.length === 0) return [];
  const asked = nameInPassage(passage, key, names[0]!.schema) ?? { ...names[0]!, original: passage.join(' ') };
  return names.map((name) => {
    const pair = comparePair(entry, asked, name, weights);
    const features = { ...pair.features, in_text_term: weights.in_text };
    return { ...pair, score: Math.max(0, pair.alike + weights.in_text), features };
  });
}

/**
 * Common names alone are weak when the entry has further words. A subject that adds words to the common name of an
 * entry does not escape so.
 */
function withWordsAdded(compared: NameComparison, asked: PreparedName, matched: PreparedName): NameComparison {
  if (weightOf(asked) <= weightOf(matched)) return compared;
  const term = Number(compared.features.only_common_names_term ?? 0);
  if (term === 0) return compared;
  return { score: Math.min(1, compared.score - term), features: { ...compared.features, only_common_names_term: 0 } };
}

const weightOf = ({ tokens }: PreparedName): number => tokens.reduce((sum, { weight }) => sum + weight, 0);
