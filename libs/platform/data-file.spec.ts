import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { labelled, readDocument, readLines, readLists, UnreadableDataFile, words } from './data-file';

const folder = mkdtempSync(join(tmpdir(), 'data-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string | Buffer): string {
  const path = join(folder, `${++files}.txt`);
  writeFileSync(path, content);
  return path;
}

/** The error that reading a file with this content throws. */
function errorOf(content: string | Buffer, read: (path: string) => unknown): string {
  const path = file(content);
  try {
    read(path);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableDataFile);
    return (error as Error).message.replace(path, 'FILE');
  }
  throw new Error('the file was read');
}

describe('lines', () => {
  it('are read in order, without comments, blank lines, Windows line ends and a byte order mark', () => {
    const path = file('\uFEFF# source\r\n\r\none two\r\n  # more\r\nthree\r\n');
    expect(readLines(path, words)).toEqual([['one', 'two'], ['three']]);
  });

  it('keep the characters of every script', () => {
    expect(readLines(file('ООО: общество, 有限公司, שם בעמ, شركة'), labelled)).toEqual([
      { label: 'ООО', items: ['общество', '有限公司', 'שם בעמ', 'شركة'] },
    ]);
  });

  it('may have colons in their items', () => {
    expect(readLines(file('loopback: ::1/128'), labelled)).toEqual([{ label: 'loopback', items: ['::1/128'] }]);
  });

  it.each([
    ['a word with a capital letter', '# names\nann\nBob', words, 'FILE, line 3: "Bob" must consist of the lower-case'],
    ['no label', 'ann, bob', labelled, 'FILE, line 1: "ann, bob" must have the form "label: item, item"'],
    ['an empty label', ': ann', labelled, 'FILE, line 1: ": ann" must have the form'],
    ['two commas in a row', 'names: ann,, bob', labelled, 'FILE, line 1: " ann,, bob" must have something'],
    ['only comments', '# names\n\n', words, 'FILE: it must have lines other than comments'],
    ['nothing after the label', 'names: ', labelled, 'FILE, line 1: "names:" must have the form'],
    [
      'another encoding',
      Buffer.from('x: a\nnames: Ren\xe9', 'latin1'),
      labelled,
      'FILE, line 2: the line is not UTF-8',
    ],
  ])('with %s are rejected', (_what, content, read, message) => {
    const error = errorOf(content, (path) => readLines<unknown>(path, read));
    expect(error).toContain(message);
    expect(error).toMatch(/; correct the file and start again$/);
  });
});

describe('lists', () => {
  it('collect the items of all lines of a label', () => {
    expect(readLists(file('a: x y\nb: z\na: w'), ['a', 'b'])).toEqual({ a: ['x y', 'w'], b: ['z'] });
  });

  it('must have the labels that the caller names', () => {
    const read = (path: string) => readLists(path, ['titles', 'offices']);
    expect(errorOf('titles: mr\nranks: major', read)).toContain('FILE, line 2: "ranks" must be one of titles, offices');
    expect(errorOf('titles: mr', read)).toContain('FILE: it must have lines for offices');
    expect(errorOf('titles: mr\ntoString: x', read)).toContain('line 2: "toString" must be one of');
  });
});

describe('a document', () => {
  const read = (path: string) => readDocument(path, Compile(Type.Object({ points: Type.Array(Type.Integer()) })));

  it('is returned when it matches its schema', () => {
    expect(read(file('{"points": [1, 2]}'))).toEqual({ points: [1, 2] });
  });

  it('is rejected with the place of the mismatch', () => {
    expect(errorOf('{"points": [1, "2"]}', read)).toMatch(/^FILE, \/points\/1: must be integer; correct the file/);
    expect(errorOf('[]', read)).toMatch(/^FILE, \/: must be object/);
    expect(errorOf('{"points": [1}', read)).toMatch(/^FILE: .*JSON.*; correct the file/);
  });
});
