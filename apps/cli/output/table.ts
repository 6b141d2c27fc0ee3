import Table from 'cli-table3';
import { printable } from './printable';

export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
  align?: 'left' | 'right';
}

const GAP = '  ';
/** No lines and no colours, so that a table reads the same on a terminal, in a file and through `grep`. */
const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: GAP,
};
const NO_STYLE = { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true };

/** Rows under their titles; `nothing` when there are none. */
export function table<Row>(rows: Row[], columns: Column<Row>[], nothing: string): string {
  if (rows.length === 0) return nothing;
  return laidOut(
    rows.map((row) => columns.map(({ value }) => value(row))),
    columns.map(({ align }) => align ?? 'left'),
    columns.map(({ title }) => title),
  );
}

/** Names and their values, one pair a line, indented. */
export function facts(pairs: [name: string, value: string][]): string {
  return laidOut(
    pairs.map(([name, value]) => [`${GAP}${name}`, value]),
    ['left', 'left'],
  );
}

function laidOut(rows: string[][], colAligns: ('left' | 'right')[], head: string[] = []): string {
  const layout = new Table({ head, colAligns, chars: NO_LINES, style: NO_STYLE });
  for (const row of rows) layout.push(row.map(printable));
  return layout
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
