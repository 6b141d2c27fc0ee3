import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORTERS, recogniseFiles } from '@probity/watchlists/importers';
import { UsageError } from '../errors';
import { chooseFiles } from './choose-files';

describe('choosing the files of a list', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const make = (...names: string[]): string[] =>
    names.map((name) => {
      writeFileSync(join(folder, name), '');
      return join(folder, name);
    });
  const choose = (paths: string[], format?: string) => {
    const { importer, ...rest } = chooseFiles(paths, format, { importers: IMPORTERS, recognise: recogniseFiles });
    return { format: importer.format, ...rest };
  };

  it('takes a folder and leaves what is no part of the list', () => {
    const [sdn, alt] = make('sdn.csv', 'alt.csv', 'readme.txt');
    mkdirSync(join(folder, 'old.csv'));
    expect(choose([folder])).toEqual({ format: 'ofac-sdn', files: { sdn, alt }, absent: ['add', 'comments'] });
  });

  it('takes files by their names', () => {
    const [add, sdn] = make('ADD.CSV', 'SDN.CSV');
    expect(choose([add!, sdn!]).files).toEqual({ sdn, add });
    const [un] = make('un_consolidated.xml');
    expect(choose([un!])).toMatchObject({ format: 'un-consolidated', files: { list: un }, absent: [] });
  });

  it('believes whoever says what a file is', () => {
    const [odd] = make('download (1).xml');
    expect(choose([odd!], 'eu-fsf')).toMatchObject({ format: 'eu-fsf', files: { list: odd } });
    const [renamed] = make('ofac-list.csv');
    expect(choose([renamed!], 'ofac-sdn')).toMatchObject({
      files: { sdn: renamed },
      absent: ['alt', 'add', 'comments'],
    });
  });

  it.each<[string, string[], string | undefined, RegExp]>([
    ['a name that tells nothing', ['list.csv'], undefined, /not certain .* list\.csv .* --format: ofac-sdn, un-/],
    ['two lists', ['sdn.csv', 'un_consolidated.xml'], undefined, /not certain/],
    [
      'a file that plays no role',
      ['sdn.csv', 'notes.csv'],
      undefined,
      /notes\.csv is no file of .*: it has sdn, alt \(opt/,
    ],
    ['a list without its main file', ['alt.csv', 'add.csv'], 'ofac-sdn', /no file is "sdn" of ofac-sdn/],
  ])('refuses %s', (_what, names, format, message) => {
    const paths = make(...names);
    expect(() => choose(paths, format)).toThrow(UsageError);
    expect(() => choose(paths, format)).toThrow(message);
  });

  it('refuses a folder among files, the same name twice, and what is not there', () => {
    const [sdn] = make('sdn.csv');
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'sdn.csv'), '');
    expect(() => choose([sdn!, join(folder, 'more')])).toThrow(/one folder, or files/);
    expect(() => choose([sdn!, join(folder, 'more', 'sdn.csv')])).toThrow(/two of the files have the same name/);
    expect(() => choose([join(folder, 'gone')])).toThrow(/gone does not exist$/);
  });

  it('says of an empty folder that it holds no file', () => {
    expect(() => choose([folder])).toThrow(/holds no file$/);
  });
});
