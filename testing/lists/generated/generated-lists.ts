import type { WatchlistFormat } from '@probity/watchlists/importer';
import { euFile } from './eu-file';
import { ftmFile, nestedFile } from './ftm-file';
import { MAPPING_FILE, mappedFile } from './mapped-file';
import { ofacAdvancedFile } from './ofac-advanced-file';
import { ofacXmlFile } from './ofac-xml-file';
import { secoFile } from './seco-file';
import { targetsFile } from './targets-file';
import { ofsiCsvFile, ukCsvFile } from './uk-csv-file';
import { ukXmlFile } from './uk-xml-file';

/** A list that can be generated. */
export interface GeneratedList {
  title: string;
  format: WatchlistFormat;
  /** its files by their names */
  files: (seed: number, count: number) => Record<string, string>;
}

const list = (
  title: string,
  format: WatchlistFormat,
  name: string,
  make: (seed: number, count: number) => string,
): GeneratedList => ({ title, format, files: (seed, count) => ({ [name]: make(seed, count) }) });

export const GENERATED_LISTS: GeneratedList[] = [
  list("OFAC's list as XML", 'ofac-xml', 'sdn.xml', ofacXmlFile),
  list("OFAC's list as advanced XML", 'ofac-advanced', 'sdn_advanced.xml', ofacAdvancedFile),
  list("the European Union's list", 'eu-fsf', 'xmlFullSanctionsList_1_1.xml', euFile),
  list('the UK Sanctions List as CSV', 'uk-sanctions', 'UK-Sanctions-List.csv', ukCsvFile),
  list('the list of OFSI', 'uk-sanctions', 'ConList.csv', ofsiCsvFile),
  list('the UK Sanctions List as XML', 'uk-sanctions-xml', 'UK-Sanctions-List.xml', ukXmlFile),
  list("SECO's list", 'seco', 'consolidated-list.xml', secoFile),
  list('entities of FollowTheMoney', 'followthemoney', 'entities.ftm.json', ftmFile),
  list('nested entities', 'followthemoney', 'targets.nested.json', nestedFile),
  list('targets of OpenSanctions', 'opensanctions-targets', 'targets.simple.csv', targetsFile),
  {
    title: 'a CSV with its mapping',
    format: 'mapped-csv',
    files: (seed, count) => ({ 'peps.csv': mappedFile(seed, count), 'peps.mapping.json': MAPPING_FILE }),
  },
];
