import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Importer } from '@probity/watchlists/importer';
import { ofacSdn } from '@probity/watchlists/ofac-sdn';
import { OFAC_ADD, OFAC_ALT, OFAC_COMMENTS, OFAC_SDN, UN_LIST } from '@probity/watchlists/testing/invented-lists';
import { compareReadings } from './compare-readings';
import { countLists } from './count-lists';
import { ofacRules, secondOfac } from './second-ofac';

describe('a list, read twice', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (files: Record<string, string>): void => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  };
  const OFAC = { 'sdn.csv': OFAC_SDN, 'alt.csv': OFAC_ALT, 'add.csv': OFAC_ADD, 'sdn_comments.csv': OFAC_COMMENTS };

  it('has the same values by both readers of OFAC', async () => {
    write(OFAC);
    expect(await countLists(folder)).toMatchObject({
      records: { second: 5, importer: 5 },
      values: { names: { second: 10, importer: 10 }, birth_dates: { second: 3, importer: 3 } },
      differences: [],
    });
  });

  it('has the same values by both readers of the United Nations list', async () => {
    write({ 'consolidated.xml': UN_LIST });
    expect(await countLists(folder)).toMatchObject({
      records: { second: 2, importer: 2 },
      issues: { odd: 1 },
      differences: [],
    });
  });

  it('names each value that an importer loses or invents', async () => {
    write(OFAC);
    const careless: Importer = {
      ...ofacSdn,
      async *read(...given) {
        for await (const entry of ofacSdn.read(...given)) {
          if (entry.id === '103') continue;
          const names = entry.names.filter(({ name }) => name !== 'Annie TESTER');
          const programs = entry.id === '104' ? ['SDGT', 'INVENTED'] : entry.programs;
          yield { ...entry, names, programs, birth_dates: entry.id === '105' ? [] : entry.birth_dates };
        }
      },
    };
    const files = { sdn: join(folder, 'sdn.csv'), alt: join(folder, 'alt.csv') };
    const { differences } = await compareReadings(careless, files, secondOfac(folder), ofacRules);
    expect(differences).toEqual(
      expect.arrayContaining([
        { record: '101', field: 'names', value: 'TESTER, Annie', missing_from: 'importer' },
        { record: '105', field: 'birth_dates', value: '1958/1962', missing_from: 'importer' },
        { record: '104', field: 'programs', value: 'INVENTED', missing_from: 'second reader' },
        { record: '103', field: 'record', value: '103', missing_from: 'importer' },
      ]),
    );
  });

  it('is rejected without a list', async () => {
    write({ 'notes.txt': '' });
    await expect(countLists(folder)).rejects.toThrow(/has no list, or several/);
  });
});
