import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { readPage } from './markdown';

const PAGE = 'docs/reference/what-a-rebuild-restores.md';

/** The cells of the rows that begin with a name in code. */
const rows = readPage(PAGE)
  .split('\n')
  .filter((line) => /^\| `\w+\.\w+` /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const tablesOf = (restoredBy?: string): string[] =>
  rows
    .filter((cells) => restoredBy === undefined || cells[2] === restoredBy)
    .map(([table]) => table!.replaceAll('`', ''));

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe(PAGE, () => {
  it('has every table of the database once, in order', async () => {
    const { rows: tables } = await test.owner.query<{ name: string }>(`
      SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
      ORDER BY table_schema COLLATE "C", table_name COLLATE "C"`);
    expect(tablesOf()).toEqual(tables.map(({ name }) => name));
  });

  it('says what restores each, and why nothing does', () => {
    const known = ['`rebuild`', 'start', 'itself', 'nothing'];
    for (const [table, content, restoredBy, notes] of rows) {
      expect({ table, known: known.includes(restoredBy!) }).toEqual({ table, known: true });
      expect({ table, content }).not.toEqual({ table, content: '' });
      if (restoredBy === 'nothing') expect({ table, notes }).not.toEqual({ table, notes: '' });
    }
  });
});
