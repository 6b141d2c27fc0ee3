import type { WatchlistFormat } from '@probity/watchlists/importer';
import { IMPORTERS } from '@probity/watchlists/importers';
import { usualList } from './usual-list';

describe('the list that files update', () => {
  it.each<[WatchlistFormat, Record<string, string>, string | undefined]>([
    ['ofac-sdn', { sdn: 'sdn.csv', alt: 'alt.csv' }, 'ofac-sdn'],
    ['ofac-sdn', { sdn: 'lists/cons_prim.csv', alt: 'lists/cons_alt.csv' }, 'ofac-consolidated'],
    ['ofac-sdn', { comments: 'cons_comments.csv', sdn: 'sdn.csv' }, 'ofac-sdn'],
    ['ofac-xml', { list: 'SDN.XML' }, 'ofac-sdn'],
    ['ofac-xml', { list: 'consolidated/sdn.xml' }, 'ofac-sdn'],
    ['ofac-xml', { list: 'consolidated.xml' }, 'ofac-consolidated'],
    ['ofac-xml', { list: 'ofac_consolidated.xml' }, 'ofac-consolidated'],
    ['ofac-advanced', { list: 'CONS_ADVANCED.XML' }, 'ofac-consolidated'],
    ['un-consolidated', { list: 'consolidated.xml' }, 'un-sc'],
    ['mapped-csv', { list: 'peps.csv', mapping: 'mapping.json' }, undefined],
  ])('for %s in %p is %s', (format, files, list) => {
    const importer = IMPORTERS.find((one) => one.format === format)!;
    expect(usualList({ importer, files })).toBe(list);
  });
});
