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

  it('accepts a folder and ignores files that are not part of the list', () => {
    const [sdn, alt] = make('sdn.csv', 'alt.csv', 'readme.txt');
    mkdirSync(join(folder, 'old.csv'));
    expect(choose([folder])).toEqual({ format: 'ofac-sdn', files: { sdn, alt }, absent: ['add', 'comments'] });
  });

  it('recognises files by their names', () => {
    const [add, sdn] = make('ADD.CSV', 'SDN.CSV');
    expect(choose([add!, sdn!]).files).toEqual({ sdn, add });
    const [un] = make('un_consolidated.xml');
    expect(choose([un!])).toMatchObject({ format: 'un-consolidated', files: { list: un }, absent: [] });
  });

  it('prefers the given format to the name of a file', () => {
    const [odd] = make('download (1).xml');
    expect(choose([odd!], 'eu-fsf')).toMatchObject({ format: 'eu-fsf', files: { list: odd } });
    const [renamed] = make('ofac-list.csv');
    expect(choose([renamed!], 'ofac-sdn')).toMatchObject({
      files: { sdn: renamed },
      absent: ['alt', 'add', 'comments'],
    });
  });

  it.each<[string, string[], string | undefined, RegExp]>([
    [
      'an unknown name',
      ['list.csv'],
      undefined,
      /do not identify the list of list\.csv; .* --format: ofac-sdn, ofac-xml, /,
    ],
    ['two lists', ['sdn.csv', 'un_consolidated.xml'], undefined, /do not identify the list of /],
    [
      'a file without a role',
      ['sdn.csv', 'notes.csv'],
      undefined,
      /notes\.csv is not a file of .*: it has sdn, alt \(opt/,
    ],
    ['a list without its main file', ['alt.csv', 'add.csv'], 'ofac-sdn', /no file matches "sdn" of ofac-sdn/],
  ])('rejects %s', (_what, names, format, message) => {
    const paths = make(...names);
    expect(() => choose(paths, format)).toThrow(UsageError);
    expect(() => choose(paths, format)).toThrow(message);
  });

  it('rejects a folder among files, a duplicate name, and a missing file', () => {
    const [sdn] = make('sdn.csv');
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'sdn.csv'), '');
    expect(() => choose([sdn!, join(folder, 'more')])).toThrow(/either one folder or files/);
    expect(() => choose([sdn!, join(folder, 'more', 'sdn.csv')])).toThrow(/two of the files have the same name/);
    expect(() => choose([join(folder, 'gone')])).toThrow(/gone does not exist$/);
  });

  it('says that a folder is empty', () => {
    expect(() => choose([folder])).toThrow(/contains no file$/);
  });
});
