import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { euFsf } from '@probity/watchlists/eu-fsf';
import type { Importer } from '@probity/watchlists/importer';
import { compareReadings } from './compare-readings';
import { countLists } from './count-lists';
import { euFile } from './generated/eu-file';
import { GENERATED_LISTS } from './generated/generated-lists';
import { secondEu } from './second-eu';
import { exactRules } from './second-exact';

const RECORDS = 250;

describe('a generated list, read twice', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each(GENERATED_LISTS)('has the same values by both readers: $title', async ({ format, files }) => {
    for (const [name, content] of Object.entries(files(1, RECORDS))) writeFileSync(join(folder, name), content);
    const comparison = await countLists(folder);
    expect(comparison.differences).toEqual([]);
    expect(comparison).toMatchObject({ format, different: 0 });
    // of SECO's list, targets that were taken off it are left out
    expect(comparison.records.importer).toBeGreaterThan(RECORDS * 0.9);
    expect(comparison.issues.malformed).toBeUndefined();
    for (const count of Object.values(comparison.values)) expect(count.importer).toBeGreaterThan(RECORDS / 4);
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
    expect(differences.map(({ field, missing_from }) => `${field} ${missing_from}`)).toEqual(
      expect.arrayContaining([
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
