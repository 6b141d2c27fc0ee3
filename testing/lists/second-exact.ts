import type { ListEntry } from '@probity/screening/list-entry';
import type { Difference, Rules } from './compare-readings';
import { bare, codeOf, emptyRecord, type Field, FIELDS, type RecordRead } from './second-reading';

/** A record of a format whose second reader knows every value, so that the entry must have these and no others. */
export interface ExactRecord extends RecordRead {
  weak: Set<string>;
  notes: Set<string>;
}

export const exactRecord = (): ExactRecord => ({ ...emptyRecord(), weak: new Set(), notes: new Set() });

/** Adds a name. A name that the list has twice is weak only if it is weak both times. */
export function addName(record: ExactRecord, text: string, weak = false): void {
  const name = text.replace(/\s+/g, ' ').trim();
  if (name === '') return;
  if (!weak) record.weak.delete(name);
  else if (!record.names.has(name)) record.weak.add(name);
  record.names.add(name);
}

/** Adds a country by its printed name or by its code. What names no country must be in the remarks. */
export function addCountry(record: ExactRecord, printed: string): void {
  const text = printed.trim();
  if (text === '' || /^(?:unknown|undetermined|none identified|stateless|n\/a)$/i.test(text)) return;
  const code = /^[A-Z]{2}$/.test(text) ? text : codeOf(text);
  if (code === undefined) record.notes.add(text);
  else record.countries.add(code);
}

/** Adds a date of birth. What is no date must be in the remarks. */
export function addDate(record: ExactRecord, date: string | undefined, printed: string): void {
  if (date === undefined) record.notes.add(printed);
  else record.birth_dates.add(date);
}

/** `1962`, `1962-03` or `1962-03-17`. */
export function dateFrom(year: string, month = '', day = ''): string | undefined {
  if (!/^\d{4}$/.test(year)) return undefined;
  const padded = [month, day].map((part) => (Number(part) > 0 ? part.padStart(2, '0') : ''));
  return [year, ...padded.slice(0, padded[0] === '' ? 0 : 2)].filter((part) => part !== '').join('-');
}

/** An approximate date covers two years before and after it. */
export const circaOf = (year: string): string => `${Number(year) - 2}/${Number(year) + 2}`;

/** A name without case and punctuation, with its words in their order. */
const plain = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '')
    .join(' ');

/** One word of at most five letters is a weak alias in any list, but not in Chinese characters. */
const isShort = (name: string): boolean => !/\s/.test(name) && !/\p{Script=Han}/u.test(name) && bare(name).length <= 5;

const KEYS: Record<Field, (value: string) => string> = {
  names: plain,
  birth_dates: (date) => date,
  countries: (code) => code,
  identifiers: bare,
  programs: (program) => program,
};

const without = (set: Set<string>, other: Set<string>): Set<string> =>
  new Set([...set].filter((each) => !other.has(each)));

function valuesOf(entry: ListEntry, field: Field): string[] {
  if (field === 'names') return entry.names.map(({ name }) => name);
  if (field === 'identifiers') return entry.identifiers.map(({ value }) => value);
  return entry[field];
}

/** The aliases of the record that are weak, by their plain form. The first name of the entry never is. */
function weakIn(record: RecordRead, primary: string): Set<string> {
  const strong = new Set<string>([plain(primary)]);
  const weak = new Set<string>();
  for (const name of record.names) {
    if (record.weak?.has(name) === true || isShort(name)) weak.add(plain(name));
    else strong.add(plain(name));
  }
  return without(weak, strong);
}

function qualityDiffers(entry: ListEntry, record: RecordRead): Difference[] {
  const [primary, ...others] = entry.names;
  const wanted = weakIn(record, primary!.name);
  const found = new Set(others.filter(({ quality }) => quality === 'weak').map(({ name }) => plain(name)));
  const strong = new Set(others.filter(({ quality }) => quality !== 'weak').map(({ name }) => plain(name)));
  const difference = (value: string, missing_from: Difference['missing_from']): Difference => ({
    record: entry.id,
    field: 'quality',
    value: `weak: ${value}`,
    missing_from,
  });
  return [
    ...[...without(wanted, found)].map((value) => difference(value, 'importer')),
    ...[...without(without(found, wanted), strong)].map((value) => difference(value, 'second reader')),
  ];
}

/** Every value of the entry that the record lacks, and all else that differs. */
function others(entry: ListEntry, record: RecordRead): Difference[] {
  const found: Difference[] = FIELDS.flatMap((field) => {
    const known = new Set([...record[field]].map(KEYS[field]));
    return valuesOf(entry, field)
      .filter((value) => !known.has(KEYS[field](value)))
      .map((value): Difference => ({ record: entry.id, field, value, missing_from: 'second reader' }));
  });
  const remarks = bare(entry.remarks ?? '');
  for (const note of record.notes ?? [])
    if (!remarks.includes(bare(note)))
      found.push({ record: entry.id, field: 'remarks', value: note, missing_from: 'importer' });
  if (record.schema !== undefined && record.schema !== entry.schema)
    found.push({ record: entry.id, field: 'schema', value: record.schema, missing_from: 'importer' });
  if (record.gender !== undefined && record.gender !== (entry.gender ?? ''))
    found.push({ record: entry.id, field: 'gender', value: record.gender, missing_from: 'importer' });
  return [...found, ...qualityDiffers(entry, record)];
}

/** The entry must have exactly the values of the record. */
export const exactRules: Rules = {
  has: (entry, field, value) => {
    const wanted = KEYS[field](value);
    return valuesOf(entry, field).some((each) => KEYS[field](each) === wanted);
  },
  others,
};
