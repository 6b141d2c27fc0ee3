import { csvRecords, separatedValues } from './csv-records';
import { asChunks } from './testing/read-list';

async function read(content: string) {
  const records: [number, ...string[]][] = [];
  const faults: [number, string][] = [];
  const onMalformed = (line: number, reason: string) => void faults.push([line, reason]);
  for await (const { line, fields } of csvRecords(asChunks(content), 'list', onMalformed))
    records.push([line, ...fields]);
  return { records, faults };
}

describe('records of a CSV file', () => {
  it('may have quoted fields with several lines, and have the line on which they begin', async () => {
    expect(await read('a,"b\nc ""d""",e\r\n\n"f" ,g"h,\n\u001a\ni')).toEqual({
      records: [
        [1, 'a', 'b\nc "d"', 'e'],
        [4, 'f', 'g"h', ''],
        [6, 'i'],
      ],
      faults: [],
    });
  });

  it.each([
    [
      'not closed, and the next line has quotes',
      '1,"a\n2,"b"\n3,"c"\n',
      [2, 3],
      [[1, 'a quoted field is not closed on this line']],
    ],
    ['not closed, and nothing after it has quotes', '1,"a\n2,b\n3,c\n', [2, 3], [[1, 'a quoted field is not closed']]],
    ['followed by text', '1,"a"b\n2,c\n', [2], [[1, 'there is text after the closing quote of field 2']]],
    ['opened after a stray quote', '1,x"y,"z\n2,c\n', [2], [[1, 'a quoted field is not closed']]],
    ['not closed on the last line', '1,a\n2,"b', [1], [[2, 'a quoted field is not closed']]],
  ])('lose only one line if a quoted field is %s', async (_, content, lines, faults) => {
    const outcome = await read(content);
    expect(outcome.records.map(([line]) => line)).toEqual(lines);
    expect(outcome.faults).toEqual(faults);
  });

  it('leave out a line that is too long, and a line whose quoted field is too long', async () => {
    const long = 'x'.repeat(1024 * 1024 + 1);
    expect(await read(`1\n${long}\n3\n`)).toEqual({
      records: [
        [1, '1'],
        [3, '3'],
      ],
      faults: [[2, 'the line is longer than 1048576 bytes']],
    });

    const many = 'x'.repeat(1024).concat('\n').repeat(1025);
    const { records, faults } = await read(`1\n2,"\n${many}4\n`);
    expect(faults).toEqual([[2, 'a quoted field is not closed within 1048576 characters']]);
    expect(records).toHaveLength(1027);
    expect(records.at(-1)).toEqual([1028, '4']);

    const broken = await read(`1,"a\n${long}\n3\n`);
    expect(broken.records).toEqual([[3, '3']]);
    expect(broken.faults.map(([line]) => line)).toEqual([1, 2]);
  });

  it('are read in linear time even if every line opens a quoted field', async () => {
    const { records, faults } = await read('abc","def","ghi\n'.repeat(20_000));
    expect(records).toEqual([]);
    expect(faults).toHaveLength(20_000);
  });

  it('may have fields with several values, separated by semicolons', () => {
    expect(separatedValues('a;"b;c";""', ';')).toEqual(['a', 'b;c', '']);
    expect(separatedValues('a;"b', ';')).toBeUndefined();
  });
});
