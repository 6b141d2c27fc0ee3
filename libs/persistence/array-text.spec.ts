import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { arrayText } from './array-text';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What Postgres reads. */
async function read(values: (string | null)[]): Promise<(string | null)[]> {
  const { rows } = await test.owner.query<{ values: (string | null)[] }>('SELECT $1::text[] AS values', [
    arrayText(values),
  ]);
  return rows[0]!.values;
}

describe('the text of an array', () => {
  it('is read by Postgres as the same texts, whatever they contain', async () => {
    const special = fc.string({ unit: fc.constantFrom(...'{},"\\ \n\tNULnul\'a0.-:+é€😀') });
    const value = fc.option(fc.oneof(special, fc.uuid(), fc.constantFrom('', 'null', 'NULL', 'Null', '{}', '","')));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 8 }), async (values) => {
        expect(await read(values)).toEqual(values);
      }),
      { numRuns: 300 },
    );
  });

  it('may have numbers', async () => {
    const { rows } = await test.owner.query('SELECT $1::bigint[] AS values', [
      arrayText([1, -2, 9_007_199_254_740_991]),
    ]);
    expect(rows).toEqual([{ values: ['1', '-2', '9007199254740991'] }]);
  });
});
