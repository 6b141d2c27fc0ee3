import { asChunks } from './testing/read-list';
import { textLines } from './text-lines';

async function read(content: string | Buffer) {
  const lines: [number, string | undefined, boolean][] = [];
  for await (const { line, text, foreign } of textLines(asChunks(content), 'list')) lines.push([line, text, foreign]);
  return lines;
}

describe('lines of a text file', () => {
  it('end with LF or CRLF, and the last line may end without them', async () => {
    expect(await read('\ufeffa\r\n\nb\u00e4\r\nc')).toEqual([
      [1, 'a', false],
      [2, '', false],
      [3, 'b\u00e4', false],
      [4, 'c', false],
    ]);
    expect(await read('')).toEqual([]);
  });

  it('are read as Windows-1252 one by one, if they are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('\u00e4\n'), Buffer.from([0xe4, 0x80, 0x0a]), Buffer.from('\u00e4')]);
    expect(await read(bytes)).toEqual([
      [1, '\u00e4', false],
      [2, '\u00e4\u20ac', true],
      [3, '\u00e4', false],
    ]);
  });

  it('are left out if they are too long, and the next line is read', async () => {
    expect(await read(`a\n${'x'.repeat(1024 * 1024 + 1)}\nb`)).toEqual([
      [1, 'a', false],
      [2, undefined, false],
      [3, 'b', false],
    ]);
  });

  it('are rejected in UTF-16', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a\nb', 'utf16le')]);
    await expect(read(utf16)).rejects.toThrow(/line 1: the file is in UTF-16; save it as UTF-8/);
  });
});
