import fc from 'fast-check';
import { parseCsv } from './csv';

describe('parseCsv', () => {
  it('reads quotes, commas and line ends inside fields', () => {
    expect(parseCsv('a,"b ""c"", d"\r\n"two\nlines",\n')).toEqual([
      ['a', 'b "c", d'],
      ['two\nlines', ''],
    ]);
  });

  it('ignores blank lines', () => {
    expect(parseCsv('a\n\nb\n')).toEqual([['a'], ['b']]);
  });

  it.each(['"a" b\n', '"not closed', 'a"b'])('rejects %j', (text) => {
    expect(() => parseCsv(text)).toThrow('row 1 of the CSV has a stray quote');
  });

  it('reads back any table', () => {
    const fields = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(fields, { minLength: 2 }), { maxLength: 5 }), (rows) => {
        const lines = rows.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','));
        expect(parseCsv(lines.join('\n'))).toEqual(rows);
      }),
    );
  });
});
