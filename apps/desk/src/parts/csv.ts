import { inertCell } from '@probity/platform/inert-cell';

const QUOTED = /[",\r\n]/;

/** A file of RFC 4180 for spreadsheets. What others wrote stays text: nothing in it is a formula. */
export function csv(rows: readonly (readonly (string | number | boolean | null | undefined)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const inert = inertCell(value);
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
