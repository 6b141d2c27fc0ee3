import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { arrayText } from './array-text';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What Postgres reads. */
async function read(type: string, values: unknown[]): Promise<unknown[]> {
  const text = arrayText(values);
  expect(typeof text).toBe('string');
  const { rows } = await test.owner.query<{ values: unknown[] }>(`SELECT $1::${type}[] AS values`, [text]);
  return rows[0]!.values;
}

describe('the text of an array', () => {
  it('is read by Postgres as the same texts, whatever they contain', async () => {
    const special = fc.string({ unit: fc.constantFrom(...'{},"\\ \n\tNULnul\'a0.-:+é€😀') });
    const value = fc.option(fc.oneof(special, fc.uuid(), fc.constantFrom('', 'null', 'NULL', 'Null', '{}', '","')));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 8 }), async (values) => {
        expect(await read('text', values)).toEqual(values);
      }),
      { numRuns: 300 },
    );
  });

  it('may have numbers, booleans, times and values that are missing', async () => {
    expect(await read('bigint', [1, -2n, undefined])).toEqual(['1', '-2', null]);
    expect(await read('boolean', [true, false])).toEqual([true, false]);
    const time = new Date('2026-02-28T23:59:59.999Z');
    expect(await read('timestamptz', [time, null])).toEqual([time, null]);
  });

  it.each([[{ a: 1 }], [['nested']], [Buffer.from('bytes')], [new Date(253_402_300_800_000)]])(
    'is left to the driver with %j',
    async (value) => {
      expect(arrayText([value])).toBeUndefined();
      const type = value instanceof Date ? 'timestamptz' : Buffer.isBuffer(value) ? 'bytea' : 'text';
      const { rows } = await test.owner.query<{ values: unknown[] }>(`SELECT $1::${type}[] AS values`, [[value]]);
      expect(rows[0]!.values).toEqual([type === 'text' && !Array.isArray(value) ? JSON.stringify(value) : value]);
    },
  );
});
