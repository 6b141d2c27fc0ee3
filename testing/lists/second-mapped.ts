import { readFileSync } from 'node:fs';
import { csvTable } from './second-csv';
import { addCountry, addDate, addName, dateFrom, exactRecord } from './second-exact';
import type { Reading, RecordRead } from './second-reading';

/** A mapping as this reader has it. Names of columns may be joined, and order of dates is the day first. */
interface Mapping {
  separator?: string;
  values_separator?: string;
  schema?: RecordRead['schema'];
  schemas?: Record<string, RecordRead['schema']>;
  columns: {
    id: string;
    schema?: string;
    names: (string | string[])[];
    aliases?: string[];
    weak_aliases?: string[];
    birth_dates?: string[];
    gender?: string;
    countries?: string[];
    programs?: string[];
    identifiers?: Record<string, string>;
  };
}

function dateOf(printed: string): string | undefined {
  const parts = printed.split(/[-./]/);
  const [year, month, day] = parts[0]!.length === 4 ? parts : parts.reverse();
  return dateFrom(year!, month, day);
}

/** Reads a CSV file by its mapping. Dates have the year or the day first. */
export function secondMapped(path: string, mappingPath: string): Reading {
  const {
    columns,
    separator,
    values_separator,
    schema,
    schemas = {},
  } = JSON.parse(readFileSync(mappingPath, 'utf8')) as Mapping;
  const words = new Map(Object.entries(schemas).map(([word, each]) => [word.toLowerCase(), each]));
  const records: Reading['records'] = new Map();
  for (const cells of csvTable(readFileSync(path, 'utf8'), columns.id, separator)) {
    const record = exactRecord();
    const cell = (column: string): string => cells[column.toLowerCase()] ?? '';
    const values = (all: (string | string[])[] = []): string[] =>
      all
        .flatMap((column) =>
          Array.isArray(column)
            ? [column.map(cell).join(' ')]
            : values_separator === undefined
              ? [cell(column)]
              : cell(column).split(values_separator),
        )
        .map((text) => text.trim())
        .filter((text) => text !== '');
    record.schema = columns.schema === undefined ? schema : words.get(cell(columns.schema).toLowerCase());
    values([...columns.names, ...(columns.aliases ?? [])]).forEach((name) => addName(record, name));
    values(columns.weak_aliases).forEach((name) => addName(record, name, true));
    values(columns.birth_dates).forEach((text) => addDate(record, dateOf(text), text));
    values(columns.countries).forEach((country) => addCountry(record, country));
    values(Object.keys(columns.identifiers ?? {})).forEach((number) => record.identifiers.add(number));
    values(columns.programs).forEach((program) => record.programs.add(program));
    records.set(cell(columns.id), record);
  }
  return { records };
}
