import { comparePrepared } from '@probity/screening/comparing/compare-prepared';
import type { ListEntry } from '@probity/screening/list-entry';
import { prepareCompany } from '@probity/screening/names/prepare-company';
import { preparePerson } from '@probity/screening/names/prepare-person';
import type { PreparedName } from '@probity/screening/names/prepared-name';
import type { ScreeningSubject } from '@probity/screening/screening-subject';

/** Returns the list entries that may be the same person or company as the subject. */
export type Lookup = (subject: ScreeningSubject) => Set<ListEntry>;

/** Finds entries with a name of exactly the subject's words, as a database with an index over words could. */
export function exactWords(list: readonly ListEntry[]): Lookup {
  const byWords = new Map<string, ListEntry[]>();
  for (const entry of list) {
    for (const { name } of entry.names) {
      const key = wordsOf(name);
      const known = byWords.get(key);
      if (known) known.push(entry);
      else byWords.set(key, [entry]);
    }
  }
  return ({ names }) => new Set(names.flatMap((name) => byWords.get(wordsOf(name)) ?? []));
}

const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort()
    .join(' ');

/** Compares the subject with every name of the list, by the same rules as the index. */
export function fullScan(list: readonly ListEntry[], threshold: number): Lookup {
  const prepared = list
    .filter(({ schema }) => schema === 'Person' || schema === 'Company')
    .flatMap((entry) => {
      const prepare = entry.schema === 'Person' ? preparePerson : prepareCompany;
      return entry.names.map(({ name, quality }) => ({ entry, quality, name: prepare(name) }));
    });
  return ({ schema, names }) => {
    const found = new Set<ListEntry>();
    for (const name of names) {
      const asked: PreparedName = schema === 'Person' ? preparePerson(name) : prepareCompany(name);
      for (const { entry, quality, name: known } of prepared) {
        if (entry.schema !== schema || quality === 'weak') continue;
        if (comparePrepared(asked, known).score >= threshold) found.add(entry);
      }
    }
    return found;
  };
}
