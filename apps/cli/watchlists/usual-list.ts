import { basename } from 'node:path';
import type { WatchlistFormat } from '@probity/watchlists/importer';
import type { ChosenFiles } from './choose-files';

/** The list that each format updates, unless --list names another. A CSV with a mapping may be any list. */
export const USUAL_LISTS: Record<WatchlistFormat, string | undefined> = {
  'ofac-sdn': 'ofac-sdn',
  'ofac-xml': 'ofac-sdn',
  'ofac-advanced': 'ofac-sdn',
  'un-consolidated': 'un-sc',
  'uk-sanctions': 'uk-sanctions',
  'uk-sanctions-xml': 'uk-sanctions',
  'eu-fsf': 'eu-fsf',
  seco: 'ch-seco',
  'opensanctions-targets': 'opensanctions',
  followthemoney: 'opensanctions',
  'mapped-csv': undefined,
};

/** OFAC's other sanctions lists as one list. It has the formats of the SDN list. */
export const OFAC_CONSOLIDATED = 'ofac-consolidated';

/**
 * Returns the list that files update. OFAC publishes two lists in the same formats; the name of the main file tells
 * which. The main file is the required one, with the entries.
 */
export function usualList({ importer, files }: Omit<ChosenFiles, 'absent'>): string | undefined {
  const main = importer.files.find(({ required }) => required)?.role ?? '';
  const name = basename(files[main] ?? '');
  const isConsolidated = importer.format.startsWith('ofac-') && /^(?:ofac[-_. ])?cons/i.test(name);
  return isConsolidated ? OFAC_CONSOLIDATED : USUAL_LISTS[importer.format];
}
