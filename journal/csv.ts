const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;

/**
 * Returns the rows of a CSV text (RFC 4180: quotes are doubled, a quoted field may contain line ends).
 * Ignores blank lines.
 * @throws Error that names the row, if a quote is not closed or a closing quote is not the end of a field
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const [whole, quoted, plain] = FIELD.exec(text)!;
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    at += whole.length;

    const end = /\r?\n|,|$/y;
    end.lastIndex = at;
    const separator = end.exec(text);
    if (!separator) throw new Error(`row ${rows.length + 1} of the CSV has a stray quote: ${text.slice(at, at + 40)}`);
    at += separator[0].length;
    if (separator[0] === ',' && at < text.length) continue;
    if (separator[0] === ',') row.push('');
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}
