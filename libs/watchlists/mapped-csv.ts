import type { ListTopic } from '@probity/contracts/alerts/match-kind';
import { ListEntry, ListSchema } from '@probity/screening/list-entry';
import { britishDate, dateInWords, isoDate } from './birth-dates';
import { columnsOf, Mapping, MAX_MAPPING_BYTES, readMapping } from './csv-mapping';
import { columnKey, csvTable, TableRow } from './csv-table';
import { EntryDraft } from './entry-draft';
import { excerptOf, FileChunks, Importer, ImporterFiles, NotThisFormat, OnIssue } from './importer';
import { reportOdd } from './report-odd';
import { SeenIds } from './seen-ids';
import { bytesOf } from './text-lines';

/**
 * Any list as CSV with a header and one row for each entry. A second file, the mapping, says which column has what. A
 * column that the mapping does not name becomes a remark, unless the mapping says otherwise.
 */

async function mappingIn(chunks: FileChunks): Promise<Mapping> {
  const refusal = (detail: string) => new NotThisFormat('mapped-csv', 'mapping', detail);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of bytesOf(chunks)) {
    length += bytes.length;
    if (length > MAX_MAPPING_BYTES) throw refusal(`it has more than ${MAX_MAPPING_BYTES} bytes`);
    parts.push(bytes);
  }
  const mapping = readMapping(
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  if ('problems' in mapping) throw refusal(mapping.problems.join('; '));
  return mapping;
}

const READ_AS: Record<ListSchema, string> = {
  Person: 'a person',
  Company: 'an entity',
  Vessel: 'a vessel',
  Aircraft: 'an aircraft',
  Wallet: 'a wallet',
  Other: 'a thing',
};

/** One row of the list, read as the mapping says. */
class MappedRow {
  constructor(
    private readonly mapping: Mapping,
    private readonly row: TableRow,
  ) {}

  get id(): string {
    return this.row.cell(this.mapping.columns.id);
  }

  draft(list: string): EntryDraft {
    const { columns } = this.mapping;
    const draft = new EntryDraft(list, this.id, 'Company');
    this.setSchema(draft);
    this.values(columns.names).forEach((name, n) => draft.addName(name, n === 0 ? 'primary' : 'alias'));
    this.values(columns.aliases).forEach((name) => draft.addName(name));
    this.values(columns.weak_aliases).forEach((name) => draft.addName(name, 'weak'));
    this.values(columns.birth_dates).forEach((text) => draft.addBirthDate(this.date(text), text));
    if (columns.gender !== undefined) draft.addGender(this.row.cell(columns.gender));
    this.values(columns.countries).forEach((text) => draft.addCountry(text));
    this.values(columns.programs).forEach((text) => draft.addProgram(text));
    for (const [column, type] of Object.entries(columns.identifiers ?? {}))
      this.values([column]).forEach((text) => draft.addIdentifier(type.toLowerCase(), text));
    for (const [column, label] of Object.entries(columns.remarks ?? {})) draft.addRemark(label, this.row.cell(column));
    this.addTopics(draft);
    return draft;
  }

  private setSchema(draft: EntryDraft): void {
    const { columns, schema, schemas = {} } = this.mapping;
    const word = columns.schema === undefined ? '' : this.row.cell(columns.schema);
    const found = Object.entries(schemas).find(([each]) => each.toLowerCase() === word.toLowerCase())?.[1];
    draft.schema = found ?? schema ?? 'Company';
    if (found !== undefined || (word === '' && schema !== undefined)) return;
    const outcome = `the record is read as ${READ_AS[draft.schema]}`;
    this.addUnknown(draft, 'schema', word, outcome);
  }

  private addTopics(draft: EntryDraft): void {
    const { columns, topic, topics = {} } = this.mapping;
    const known = new Map<string, ListTopic>(Object.entries(topics).map(([word, each]) => [word.toLowerCase(), each]));
    const words = columns.topics === undefined ? [] : this.values([columns.topics]);
    const found = words.flatMap((word) => known.get(word.toLowerCase()) ?? []);
    found.forEach((each) => draft.addTopic(each));
    if (found.length === 0 && topic !== undefined) draft.addTopic(topic);
    const outcome = found.length === 0 ? `the entry has the topic "${topic ?? 'other'}"` : '';
    for (const word of words) if (!known.has(word.toLowerCase())) this.addUnknown(draft, 'topics', word, outcome);
    if (words.length === 0 && topic === undefined) this.addUnknown(draft, 'topics', '', outcome);
  }

  /** Reports a word that the mapping does not know, and keeps it as a remark. An empty word is an empty cell. */
  private addUnknown(draft: EntryDraft, field: 'schema' | 'topics', word: string, outcome: string): void {
    const column = this.mapping.columns[field] ?? '';
    const problem =
      word === ''
        ? `the column ${JSON.stringify(column)} is empty`
        : `the mapping does not know the word ${JSON.stringify(excerptOf(word))}; it is kept as a remark`;
    draft.addOddity(field, outcome === '' ? problem : `${problem}; ${outcome}`).addRemark(column, word);
  }

  /** The values of some columns. Joined columns are one value. */
  private values(columns: Mapping['columns']['names'] = []): string[] {
    return columns
      .flatMap((column) => {
        if (typeof column !== 'string') return [column.map((part) => this.row.cell(part)).join(' ')];
        const { values_separator } = this.mapping;
        const text = this.row.cell(column);
        return values_separator === undefined ? [text] : text.split(values_separator);
      })
      .map((text) => text.trim())
      .filter((text) => text !== '');
  }

  private date(text: string): string | undefined {
    const inOrder = text.replace(/[.-]/g, '/');
    const turned = inOrder.replace(/^(\d{1,2})\/(\d{1,2})\/(?=\d{4}$)/, '$2/$1/');
    const order = this.mapping.date_order ?? 'year-first';
    const ordered =
      order === 'day-first' ? britishDate(inOrder) : order === 'month-first' ? britishDate(turned) : undefined;
    return isoDate(text.replace(/[./]/g, '-')) ?? ordered ?? dateInWords(text);
  }
}

async function* read(files: ImporterFiles, list: string, onIssue: OnIssue): AsyncGenerator<ListEntry> {
  const mapping = await mappingIn(files.mapping!);
  const wanted = columnsOf(mapping);
  const layout = {
    format: 'mapped-csv' as const,
    file: 'list',
    headers: [wanted],
    preamble: mapping.lines_before_header ?? 0,
    mayBeShort: false,
    distinct: true,
    ...(mapping.separator !== undefined && { separator: mapping.separator }),
  };
  const named = new Set(wanted.map(columnKey));
  const seen = new SeenIds();
  for await (const row of csvTable(files.list!, layout, onIssue)) {
    const malformed = (reason: string) =>
      onIssue({ file: 'list', line: row.line, kind: 'malformed', reason, excerpt: excerptOf(row.text) });
    const mapped = new MappedRow(mapping, row);
    if (mapped.id === '') {
      malformed(`the column "${mapping.columns.id}" is empty, so the record has no id`);
      continue;
    }
    if (mapped.id.length > 200) {
      malformed(`the column "${mapping.columns.id}" has more than 200 characters`);
      continue;
    }
    const draft = mapped.draft(list);
    if (mapping.other_columns !== 'ignore') {
      row.columns.forEach((column, at) => {
        if (!named.has(columnKey(column))) draft.addRemark(column, row.cellAt(at));
      });
    }
    const entry = draft.finish();
    if (!entry) malformed('the record has no name');
    else if (!seen.add(mapped.id)) malformed(`the id ${excerptOf(mapped.id)} is duplicated; the first record was kept`);
    else {
      reportOdd(draft, { file: 'list', line: row.line, text: row.text }, onIssue);
      yield entry;
    }
  }
}

export const mappedCsv: Importer = {
  format: 'mapped-csv',
  title: 'any list as CSV, with a mapping',
  files: [
    { role: 'list', required: true, names: /\.csv$/i },
    { role: 'mapping', required: true, names: /(?:^|[-_. ])mapping\.json$/i },
  ],
  read,
};
