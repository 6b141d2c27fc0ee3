/** Cells by the name of their column. */
export type Cells = Record<string, string>;

/** All rows of a CSV file, read sign by sign. Empty rows are left out. */
export function csvRows(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[(at += 1)];
    else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (quoted || (sign !== separator && sign !== '\n' && sign !== '\r')) cell += sign;
    else if (sign !== '\r') {
      row.push(cell);
      cell = '';
      if (sign === separator) continue;
      if (row.some((each) => each !== '')) rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** The rows after the header, which is the first row with this column. Case of the names of columns does not count. */
export function csvTable(text: string, column: string, separator = ','): Cells[] {
  const rows = csvRows(text.endsWith('\n') ? text : `${text}\n`, separator);
  const start = rows.findIndex((row) => row.includes(column));
  const names = rows[start]!.map((name) => name.trim().toLowerCase());
  return rows.slice(start + 1).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]?.trim() ?? ''])));
}
