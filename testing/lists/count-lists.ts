import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchlistFormat } from '@probity/watchlists/importer';
import { recogniseFiles } from '@probity/watchlists/importers';
import { WrongOption } from '../run-tool';
import { compareReadings, type Comparison, type Rules } from './compare-readings';
import { secondEu } from './second-eu';
import { exactRules } from './second-exact';
import { secondMapped } from './second-mapped';
import { ofacRules, secondOfac } from './second-ofac';
import { secondOfacAdvanced } from './second-ofac-advanced';
import { secondOfacXml } from './second-ofac-xml';
import { secondFtm, secondTargets } from './second-opensanctions';
import type { Reading } from './second-reading';
import { secondSeco } from './second-seco';
import { secondUkCsv, secondUkXml } from './second-uk';
import { secondUn, unRules } from './second-un';

interface SecondReader {
  /** @param files path by role */
  read: (files: Record<string, string>, folder: string) => Reading;
  rules: Rules;
}

const exact = (read: (path: string) => Reading): SecondReader => ({
  read: ({ list }) => read(list!),
  rules: exactRules,
});

const READERS: Record<WatchlistFormat, SecondReader> = {
  'ofac-sdn': { read: (_, folder) => secondOfac(folder), rules: ofacRules },
  'un-consolidated': { read: ({ list }) => secondUn(list!), rules: unRules },
  'ofac-xml': exact(secondOfacXml),
  'ofac-advanced': exact(secondOfacAdvanced),
  'uk-sanctions': exact(secondUkCsv),
  'uk-sanctions-xml': exact(secondUkXml),
  'eu-fsf': exact(secondEu),
  seco: exact(secondSeco),
  followthemoney: exact(secondFtm),
  'opensanctions-targets': exact(secondTargets),
  'mapped-csv': { read: ({ list, mapping }) => secondMapped(list!, mapping!), rules: exactRules },
};

/** @throws WrongOption when the folder has no list, or several */
export async function countLists(folder: string): Promise<Comparison> {
  const found = recogniseFiles(readdirSync(folder));
  if (!found) throw new WrongOption(`${folder} has no list, or several`);
  const files = Object.fromEntries(Object.entries(found.files).map(([role, name]) => [role, join(folder, name)]));
  const { read, rules } = READERS[found.importer.format];
  return compareReadings(found.importer, files, read(files, folder), rules);
}
