/** What pages are read by. */
export interface PageKey<Row> {
  /** the least key that there can be, such as the UUID of zeros */
  least: string;
  keyOf: (row: Row) => string;
  /** the most rows of a page */
  size: number;
}

/**
 * Yields rows page by page, in the order of a key. The first page has the least key, too: a row with it may be forged, and
 * must not be passed over.
 *
 * @param read reads the page of rows whose key `isAfter` the given one
 */
export async function* inPages<Row>(
  { least, keyOf, size }: PageKey<Row>,
  read: (isAfter: '>' | '>=', key: string) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined; ;) {
    const { rows } = await read(after === undefined ? '>=' : '>', after ?? least);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = keyOf(rows.at(-1)!);
  }
}
