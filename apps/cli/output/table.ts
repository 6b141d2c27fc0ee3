import Table from 'cli-table3';
import { printable } from './printable';

/** A value of a table or list of facts; a missing value is shown as `-`. */
export type Cell = string | number | null | undefined;

export interface Column<Row> {
  title: string;
  value: (row: Row) => Cell;
  align?: 'left' | 'right';
}

/** At least one column: `indentedTable` indents the first. */
export type Columns<Row> = [Column<Row>, ...Column<Row>[]];

const GAP = '  ';
const BLOCK = 100;
/** No lines and no colours, so that a table looks the same on a terminal, in a file and through `grep`. */
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

/** Rows under their titles, or `nothing` when there are no rows. */
export function table<Row>(rows: Row[], columns: Column<Row>[], nothing: string): string {
  if (rows.length === 0) return nothing;
  return laidOut(
    rows.map((row) => columns.map(({ value }) => text(value(row)))),
    columns.map(({ align }) => align ?? 'left'),
    columns.map(({ title }) => title),
  );
}

/** A table for a section of a report; empty when there are no rows. */
export function indentedTable<Row>(rows: Row[], [first, ...rest]: Columns<Row>): string {
  const indented = { ...first, title: GAP + first.title, value: (row: Row) => GAP + text(first.value(row)) };
  return table(rows, [indented, ...rest], '');
}

/** Names and their values, one pair per line, indented. */
export function facts(pairs: [name: string, value: Cell][]): string {
  return laidOut(
    pairs.map(([name, value]) => [`${GAP}${name}`, text(value)]),
    ['left', 'left'],
  );
}

const text = (cell: Cell): string => String(cell ?? '-');

/** Lays rows out in blocks of equal widths: the library's time grows with the square of the number of rows. */
function laidOut(rows: string[][], colAligns: ('left' | 'right')[], head: string[] = []): string {
  const all = head.length > 0 ? [head, ...rows] : rows;
  const blocks: string[][][] = [];
  for (let start = 0; start < all.length; start += BLOCK) {
    blocks.push(all.slice(start, start + BLOCK).map((row) => row.map(printable)));
  }
  const colWidths = widest(blocks.map((block) => layOut(block, { colAligns }).widths));
  return blocks.map((block) => layOut(block, { colAligns, colWidths }).text).join('\n');
}

function layOut(rows: string[][], options: Table.TableConstructorOptions): { text: string; widths: number[] } {
  const layout = new Table({ ...options, chars: NO_LINES, style: NO_STYLE });
  layout.push(...rows);
  const lines = layout.toString().split('\n');
  // The library has now set the widths that were not given.
  return { text: lines.map((line) => line.trimEnd()).join('\n'), widths: layout.options.colWidths as number[] };
}

function widest(blocks: number[][]): number[] {
  const [first = [], ...others] = blocks;
  return first.map((width, column) => others.reduce((most, block) => Math.max(most, block[column]!), width));
}
