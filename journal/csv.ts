const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;

/**
 * The rows of a CSV text (RFC 4180: quotes are doubled, a quoted field may hold line ends). Blank
 * lines are left out.
 * @throws Error naming the row when a quote is not closed or something follows a closing quote
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
