import { csvRecords, OnFault } from './csv-records';
import { FileChunks, NotThisFormat, OnIssue, WatchlistFormat, excerptOf } from './importer';

export interface TableRow {
  line: number;
  text: string;
  /** the names in the header, as printed */
  columns: string[];
  /** the trimmed field of the column; empty when the row or the file does not have the column */
  cell(column: string): string;
  /** the trimmed field at this place in `columns`; empty when the row is too short */
  cellAt(place: number): string;
}

export interface TableLayout {
  format: WatchlistFormat;
  /** role of the file */
  file: string;
  /** a record is the header if it has all columns of one of these sets; case and the number of spaces are ignored */
  headers: string[][];
  /** how many records may come before the header */
  preamble: number;
  /** whether a row may omit empty columns at its end */
  mayBeShort: boolean;
  /** one character; a comma if omitted */
  separator?: string;
  /** whether a header with two columns of the same name is rejected; columns without a name do not count */
  distinct?: boolean;
}

/** Returns the form of a column's name that is compared. */
export function columnKey(column: string): string {
  return column.replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Reads the rows of a CSV file with a header. The columns may be in any order. A row with more fields than the
 * header is reported, because an unquoted comma has shifted its values into the wrong columns.
 *
 * @throws NotThisFormat when none of the first records is a header
 */
export async function* csvTable(chunks: FileChunks, layout: TableLayout, onIssue: OnIssue): AsyncGenerator<TableRow> {
  const { format, file } = layout;
  const malformed = (line: number, reason: string, text: string) =>
    onIssue({ file, line, kind: 'malformed', reason, excerpt: excerptOf(text) });
  const inFront: string[] = [];
  const refusal = () => {
    const found = inFront.length === 0 ? 'nothing' : inFront.map((text) => JSON.stringify(excerptOf(text))).join(', ');
    const expected = layout.headers.map((columns) => columns.join(', ')).join(' or ');
    return new NotThisFormat(format, file, `expected a header with the columns ${expected}; found ${found}`);
  };

  let columns: Map<string, number> | undefined;
  let header: string[] = [];
  let width = 0;
  /** column index by the name that the importer uses; a cache, so that `columnKey` does not run for every row */
  const places = new Map<string, number>();
  const place = (column: string): number => {
    const known = places.get(column);
    if (known !== undefined) return known;
    const at = columns?.get(columnKey(column)) ?? -1;
    places.set(column, at);
    return at;
  };
  // a malformed record before the header only shows that the file may be of another kind, so it is not reported
  const onFault: OnFault = (line, reason, text, kept) => {
    if (kept) onIssue({ file, line, kind: 'odd', reason, excerpt: excerptOf(text) });
    else if (columns) malformed(line, reason, text);
    else if (inFront.push(text) > layout.preamble) throw refusal();
  };

  for await (const { line, fields, text } of csvRecords(chunks, file, onFault, layout.separator)) {
    if (columns === undefined) {
      const names = fields.map(columnKey);
      if (layout.headers.some((wanted) => wanted.every((column) => names.includes(columnKey(column))))) {
        const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
        if (layout.distinct && twice !== undefined) {
          const detail = `the header has the column ${JSON.stringify(excerptOf(twice))} twice; give each column a name of its own`;
          throw new NotThisFormat(format, file, detail);
        }
        columns = new Map(names.map((name, at) => [name, at]));
        header = fields.map((field) => field.trim());
        width = fields.length;
      } else if (inFront.push(text) > layout.preamble) throw refusal();
      continue;
    }
    const extra = fields.slice(width).some((field) => field.trim() !== '');
    if (extra || (fields.length < width && !layout.mayBeShort)) {
      malformed(line, `the record has ${fields.length} fields and the header has ${width}`, text);
      continue;
    }
    const cellAt = (at: number) => fields[at]?.trim() ?? '';
    yield { line, text, columns: header, cell: (column) => cellAt(place(column)), cellAt };
  }
  if (columns === undefined) throw refusal();
}
