import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { newTransaction, untouchedKeys } from './stored-rows';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.owner.execute('CREATE TABLE public.lists (stream text PRIMARY KEY)');
});
afterAll(() => test?.drop());

it('finds the keys of rows that were not written since, also an empty key, in pages', async () => {
  await test.owner.execute(`
    INSERT INTO public.lists SELECT 'list-' || n FROM generate_series(1, 1200) n;
    INSERT INTO public.lists VALUES ('')`);
  const since = await newTransaction(test.owner);
  await test.owner.execute("INSERT INTO public.lists VALUES ('newer')");
  const found: string[] = [];
  const table = { table: 'public.lists', key: 'stream', type: 'text' as const };
  for await (const keys of untouchedKeys(test.owner, table, since)) found.push(...keys);
  expect(found).toHaveLength(1201);
  expect(new Set(found).size).toBe(1201);
  expect(found).toContain('');
  expect(found).not.toContain('newer');
});
