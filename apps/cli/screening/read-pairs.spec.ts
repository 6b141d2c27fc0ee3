import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPairs } from './read-pairs';

describe('labelled pairs', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-pairs-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (...lines: string[]) => {
    writeFileSync(join(folder, 'pairs.csv'), lines.join('\r\n'));
    return readPairs(join(folder, 'pairs.csv'));
  };

  it('are read by the names of the columns', async () => {
    expect(await read('name1,name2,is_match,schema', '"Siemens, AG",Siemens,true,Company', 'a,b,FALSE,Person')).toEqual(
      [
        { schema: 'Company', name1: 'Siemens, AG', name2: 'Siemens', is_match: true },
        { schema: 'Person', name1: 'a', name2: 'b', is_match: false },
      ],
    );
  });

  it.each<[string, string[], RegExp]>([
    ['a missing column', ['schema,name1,name2', 'Person,a,b'], /pairs\.csv: row 1 has no column is_match/],
    ['an invalid label', ['schema,name1,name2,is_match', 'Person,a,b,maybe'], /row 2: is_match is "maybe"/],
    ['a short line', ['schema,name1,name2,is_match', 'Person,a'], /line 2: it has 2 fields and the header has 4/],
    ['an open quote', ['schema,name1,name2,is_match', 'Person,"a,b,true'], /line 2: a quoted field is not closed/],
  ])('are rejected for %s', async (_what, lines, message) => {
    await expect(read(...lines)).rejects.toMatchObject({ code: 'bad_pairs', message: expect.stringMatching(message) });
  });

  it('cannot be read from a missing file', async () => {
    await expect(readPairs(join(folder, 'gone.csv'))).rejects.toMatchObject({ code: 'file' });
  });
});
