import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recogniseFiles } from '@probity/watchlists/importers';
import { WrongOption } from '../run-tool';
import { compareReadings, type Comparison } from './compare-readings';
import { ofacHas, secondOfac } from './second-ofac';
import { secondUn, unHas } from './second-un';

/** @throws WrongOption when the folder has no list with a second reader */
export async function countLists(folder: string): Promise<Comparison> {
  const found = recogniseFiles(readdirSync(folder));
  const files = Object.fromEntries(
    Object.entries(found?.files ?? {}).map(([role, name]) => [role, join(folder, name)]),
  );
  switch (found?.importer.format) {
    case 'ofac-sdn':
      return compareReadings(found.importer, files, secondOfac(folder), ofacHas);
    case 'un-consolidated':
      return compareReadings(found.importer, files, secondUn(files.list!), unHas);
    default:
      throw new WrongOption(`${folder} has neither sdn.csv nor the XML of the United Nations`);
  }
}
