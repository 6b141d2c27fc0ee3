import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { euFsf } from '@probity/watchlists/eu-fsf';
import type { Importer } from '@probity/watchlists/importer';
import { compareReadings } from './compare-readings';
import { countLists } from './count-lists';
import { euFile } from './generated/eu-file';
import { ftmFile, nestedFile } from './generated/ftm-file';
import { MAPPING_FILE, mappedFile } from './generated/mapped-file';
import { ofacAdvancedFile } from './generated/ofac-advanced-file';
import { ofacXmlFile } from './generated/ofac-xml-file';
import { secoFile } from './generated/seco-file';
import { targetsFile } from './generated/targets-file';
import { ofsiCsvFile, ukCsvFile } from './generated/uk-csv-file';
import { ukXmlFile } from './generated/uk-xml-file';
import { secondEu } from './second-eu';
import { exactRules } from './second-exact';

const RECORDS = 400;

/** The files of a list by their name. */
type Make = (seed: number) => Record<string, string>;

const LISTS: [string, string, Make][] = [
  ['ofac-xml', "OFAC's list as XML", (seed) => ({ 'sdn.xml': ofacXmlFile(seed, RECORDS) })],
  ['ofac-advanced', "OFAC's list as advanced XML", (seed) => ({ 'sdn_advanced.xml': ofacAdvancedFile(seed, RECORDS) })],
  ['eu-fsf', "the European Union's list", (seed) => ({ 'xmlFullSanctionsList_1_1.xml': euFile(seed, RECORDS) })],
  ['uk-sanctions', 'the UK Sanctions List as CSV', (seed) => ({ 'UK-Sanctions-List.csv': ukCsvFile(seed, RECORDS) })],
  ['uk-sanctions', 'the list of OFSI', (seed) => ({ 'ConList.csv': ofsiCsvFile(seed, RECORDS) })],
  [
    'uk-sanctions-xml',
    'the UK Sanctions List as XML',
    (seed) => ({ 'UK-Sanctions-List.xml': ukXmlFile(seed, RECORDS) }),
  ],
  ['seco', "SECO's list", (seed) => ({ 'consolidated-list.xml': secoFile(seed, RECORDS) })],
  ['followthemoney', 'entities of FollowTheMoney', (seed) => ({ 'entities.ftm.json': ftmFile(seed, RECORDS) })],
  ['followthemoney', 'nested entities', (seed) => ({ 'targets.nested.json': nestedFile(seed, RECORDS) })],
  [
    'opensanctions-targets',
    'targets of OpenSanctions',
    (seed) => ({ 'targets.simple.csv': targetsFile(seed, RECORDS) }),
  ],
  [
    'mapped-csv',
    'a CSV with its mapping',
    (seed) => ({ 'peps.csv': mappedFile(seed, RECORDS), 'peps.mapping.json': MAPPING_FILE }),
  ],
];

describe('a generated list, read twice', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(LISTS)('%s: %s has the same values by both readers', async (format, _, make) => {
    for (const seed of [1, 2]) {
      for (const [name, content] of Object.entries(make(seed))) writeFileSync(join(folder, name), content);
      const comparison = await countLists(folder);
      expect(comparison.differences).toEqual([]);
      expect(comparison).toMatchObject({ format, different: 0 });
      // of SECO's list, targets that were taken off it are left out
      expect(comparison.records.importer).toBeGreaterThan(RECORDS * 0.9);
      expect(comparison.issues.malformed).toBeUndefined();
      for (const count of Object.values(comparison.values)) expect(count.importer).toBeGreaterThan(RECORDS / 4);
    }
  });

  it('names what a careless importer loses, invents or calls weak', async () => {
    writeFileSync(join(folder, 'list.xml'), euFile(3, 20));
    const careless: Importer = {
      ...euFsf,
      async *read(...given) {
        for await (const entry of euFsf.read(...given)) {
          const [primary, ...others] = entry.names;
          yield {
            ...entry,
            names: [primary!, ...others.slice(1), { name: 'Invented Name', quality: 'weak' }],
            countries: entry.countries.slice(1),
            birth_dates: [...entry.birth_dates, '1900'],
            remarks: '',
          };
        }
      },
    };
    const list = join(folder, 'list.xml');
    const { differences } = await compareReadings(careless, { list }, secondEu(list), exactRules);
    expect(new Set(differences.map(({ field, missing_from }) => `${field} ${missing_from}`))).toEqual(
      new Set([
        'names importer',
        'names second reader',
        'quality second reader',
        'countries importer',
        'birth_dates second reader',
        'remarks importer',
      ]),
    );
  });
});
