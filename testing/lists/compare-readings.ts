import { createReadStream } from 'node:fs';
import type { ListEntry } from '@probity/screening/list-entry';
import type { Importer, ImportIssue } from '@probity/watchlists/importer';
import { bare, type Field, FIELDS, type Reading, type RecordRead, words } from './second-reading';

export interface Difference {
  record: string;
  field: Field | 'record' | 'quality' | 'schema' | 'gender' | 'remarks';
  /** the value that one reader has and the other lacks */
  value: string;
  /** the reader that lacks it */
  missing_from: 'importer' | 'second reader';
}

export interface Comparison {
  format: string;
  records: { second: number; importer: number };
  /** the number of values of each field, by both readers */
  values: Record<Field, { second: number; importer: number }>;
  /** how many issues the importer reported, by kind */
  issues: Record<string, number>;
  /** how many values one reader has and the other lacks */
  different: number;
  /** the first hundred of them */
  differences: Difference[];
}

/** How the values of an entry and of a record are compared. */
export interface Rules {
  /** whether an entry has a value that the second reader found */
  has: (entry: ListEntry, field: Field, value: string) => boolean;
  /** what else differs; the default looks for values of the entry of which the text of the record has no trace */
  others?: (entry: ListEntry, record: RecordRead) => Difference[];
}

const MAX_SHOWN = 100;

/**
 * Compares an importer with a second reader of the same files, in both directions.
 *
 * @param files path by role
 */
export async function compareReadings(
  importer: Importer,
  files: Record<string, string>,
  { records }: Reading,
  { has, others = notInRecord }: Rules,
): Promise<Comparison> {
  const all: Difference[] = [];
  const values = Object.fromEntries(FIELDS.map((field) => [field, { second: 0, importer: 0 }])) as Comparison['values'];
  const issues: Comparison['issues'] = {};
  const left = new Set(records.keys());
  let entries = 0;
  for (const { names, birth_dates, countries, identifiers, programs } of records.values()) {
    const found = { names, birth_dates, countries, identifiers, programs };
    for (const field of FIELDS) values[field].second += found[field].size;
  }
  const chunks = Object.fromEntries(Object.entries(files).map(([role, path]) => [role, createReadStream(path)]));
  const count = ({ kind }: ImportIssue) => (issues[kind] = (issues[kind] ?? 0) + 1);
  for await (const entry of importer.read(chunks, 'compared', count)) {
    entries += 1;
    for (const field of FIELDS) values[field].importer += entry[field].length;
    const record = records.get(entry.id);
    left.delete(entry.id);
    if (record === undefined)
      all.push({ record: entry.id, field: 'record', value: entry.names[0]!.name, missing_from: 'second reader' });
    else all.push(...missingFromEntry(entry, record, has), ...others(entry, record));
  }
  for (const id of left) all.push({ record: id, field: 'record', value: id, missing_from: 'importer' });
  return {
    format: importer.format,
    records: { second: records.size, importer: entries },
    values,
    issues,
    different: all.length,
    differences: all.slice(0, MAX_SHOWN),
  };
}

function missingFromEntry(
  entry: ListEntry,
  record: RecordRead,
  has: (entry: ListEntry, field: Field, value: string) => boolean,
): Difference[] {
  return FIELDS.flatMap((field) =>
    [...record[field]]
      .filter((value) => !has(entry, field, value))
      .map((value): Difference => ({ record: entry.id, field, value, missing_from: 'importer' })),
  );
}

/** Names, identifiers and programmes of the entry of which the record has no trace. */
function notInRecord(entry: ListEntry, record: RecordRead): Difference[] {
  const text = bare(record.text);
  const known = new Set(words(record.text));
  const lost = (field: Field, value: string): Difference => ({
    record: entry.id,
    field,
    value,
    missing_from: 'second reader',
  });
  return [
    ...entry.names
      .filter(({ name }) => !words(name).every((word) => known.has(word)))
      .map(({ name }) => lost('names', name)),
    ...entry.identifiers
      .filter(({ value }) => !text.includes(bare(value)))
      .map(({ value }) => lost('identifiers', value)),
    ...entry.programs.filter((program) => !text.includes(bare(program))).map((program) => lost('programs', program)),
  ];
}
