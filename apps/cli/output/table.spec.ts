import { facts, table } from './table';

interface Row {
  name: string;
  size: number;
}
const COLUMNS = [
  { title: 'NAME', value: (row: Row) => row.name },
  { title: 'SIZE', value: (row: Row) => String(row.size), align: 'right' as const },
  { title: 'NAME AGAIN', value: (row: Row) => row.name },
];

describe('a table', () => {
  it('aligns values under their titles, without lines, colours or trailing blanks', () => {
    const rows = [
      { name: 'first', size: 7 },
      { name: 'the second', size: 12345 },
    ];
    expect(table(rows, COLUMNS, 'nothing')).toBe(
      [
        'NAME         SIZE  NAME AGAIN', //
        'first           7  first',
        'the second  12345  the second',
      ].join('\n'),
    );
  });

  it('shows the given text when there are no rows', () => {
    expect(table([], COLUMNS, 'There are none.')).toBe('There are none.');
  });

  it('keeps each row on its line and aligns wide characters', () => {
    const rows = [
      { name: 'a\nb', size: 1 },
      { name: '銀行', size: 2 },
    ];
    expect(table(rows, COLUMNS, '').split('\n')).toEqual([
      'NAME     SIZE  NAME AGAIN',
      'a\\u{a}b     1  a\\u{a}b',
      '銀行        2  銀行',
    ]);
  });

  it('has the same column widths from the first to the last of many rows', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ name: 'n'.repeat(1 + (index % 37)), size: index }));
    const lines = table(rows, COLUMNS, '').split('\n');
    expect(lines).toHaveLength(1_001);
    expect(lines[0]).toBe(`NAME${' '.repeat(33)}  SIZE  NAME AGAIN`);
    rows.forEach(({ name, size }, index) => {
      expect(lines[index + 1]).toBe(`${name.padEnd(37)}  ${String(size).padStart(4)}  ${name}`);
    });
  });
});

describe('facts', () => {
  it('are on one line each, indented and aligned', () => {
    expect(
      facts([
        ['id', '1'],
        ['API key', 'probity_1'],
      ]),
    ).toBe('  id       1\n  API key  probity_1');
  });
});
