import { readPage } from './markdown';

export const PAGE = 'docs/reference/what-a-rebuild-restores.md';

export type RestoredBy = 'rebuild' | 'rebuild --all' | 'itself' | 'nothing';
const KNOWN: readonly string[] = ['rebuild', 'rebuild --all', 'itself', 'nothing'] satisfies RestoredBy[];

/** The rows of the page about tables. */
export const tablesOfPage = readPage(PAGE)
  .split('\n')
  .filter((line) => /^\| `\w+\.\w+` /.test(line))
  .map((line) => {
    const [table, content, restoredBy, notes] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')) as [string, string, string, string];
    if (!KNOWN.includes(restoredBy) || content === '') throw new Error(`${PAGE}: the row of ${table} is incomplete`);
    return { table, restoredBy: restoredBy as RestoredBy, notes };
  });

export const restoredTables = (by: RestoredBy): string[] =>
  tablesOfPage.filter(({ restoredBy }) => restoredBy === by).map(({ table }) => table);
