import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { copyTables } from './copied-tables';
import { MAKE_COMPARED, REMEMBER_COMPARED, strayRows } from './differing-rows';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.execute('CREATE TABLE public.lists (stream text PRIMARY KEY)');
});
afterAll(() => test?.drop());

it('finds the rows of objects that were not compared, also one with an empty key, in pages', async () => {
  await test.owner.execute(`
    INSERT INTO public.lists SELECT 'list-' || n FROM generate_series(1, 1200) n;
    INSERT INTO public.lists VALUES ('')`);
  const session = await test.owner.openSession();
  try {
    await session.query(MAKE_COMPARED);
    await session.query(REMEMBER_COMPARED, [['list-7']]);
    const replaced = [{ table: 'public.lists', key: 'stream', type: 'text' as const }] as const;
    const [copied] = await copyTables(session, { replaced, completed: [] });
    const found: string[] = [];
    for await (const rows of strayRows(session, copied!)) found.push(...rows.map(({ key }) => key));
    expect(found).toHaveLength(1200);
    expect(new Set(found).size).toBe(1200);
    expect(found).toContain('');
    expect(found).not.toContain('list-7');
  } finally {
    session.end();
  }
});
