import { IMPORTERS, recogniseFiles } from './importers';

function recognised(...fileNames: string[]) {
  const found = recogniseFiles(fileNames);
  return found && { format: found.importer.format, files: found.files };
}

describe('recognising the files of a folder', () => {
  it.each([
    [
      ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv', 'README'],
      'ofac-sdn',
      { sdn: 'sdn.csv', alt: 'alt.csv', add: 'add.csv', comments: 'sdn_comments.csv' },
    ],
    [
      ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'],
      'ofac-sdn',
      { sdn: 'cons_prim.csv', alt: 'cons_alt.csv', add: 'cons_add.csv', comments: 'cons_comments.csv' },
    ],
    [['SDN.CSV'], 'ofac-sdn', { sdn: 'SDN.CSV' }],
    [['consolidated.xml'], 'un-consolidated', { list: 'consolidated.xml' }],
    [['un_consolidated_2026.xml'], 'un-consolidated', { list: 'un_consolidated_2026.xml' }],
    [['UK-Sanctions-List.csv'], 'uk-sanctions', { list: 'UK-Sanctions-List.csv' }],
    [['ConList.csv'], 'uk-sanctions', { list: 'ConList.csv' }],
    [['20260101-FULL-1_1(xsd).xml'], 'eu-fsf', { list: '20260101-FULL-1_1(xsd).xml' }],
    [['xmlFullSanctionsList_1_1.xml'], 'eu-fsf', { list: 'xmlFullSanctionsList_1_1.xml' }],
    [['eu_consolidated.xml'], 'eu-fsf', { list: 'eu_consolidated.xml' }],
    [['SDN.XML'], 'ofac-xml', { list: 'SDN.XML' }],
    [['ofac_consolidated.xml'], 'ofac-xml', { list: 'ofac_consolidated.xml' }],
    [['SDN_ADVANCED.XML'], 'ofac-advanced', { list: 'SDN_ADVANCED.XML' }],
    [['cons_advanced.xml'], 'ofac-advanced', { list: 'cons_advanced.xml' }],
    [['UK_Sanctions_List.xml'], 'uk-sanctions-xml', { list: 'UK_Sanctions_List.xml' }],
    [['consolidated-list_2026-01-01.xml'], 'seco', { list: 'consolidated-list_2026-01-01.xml' }],
    [['ch-seco.xml'], 'seco', { list: 'ch-seco.xml' }],
    [['peps.csv', 'mapping.json'], 'mapped-csv', { list: 'peps.csv', mapping: 'mapping.json' }],
    [['targets.simple.csv'], 'opensanctions-targets', { list: 'targets.simple.csv' }],
    [['entities.ftm.json', 'index.json'], 'followthemoney', { list: 'entities.ftm.json' }],
  ])('%p has the format %s', (fileNames, format, files) => {
    expect(recognised(...fileNames)).toEqual({ format, files });
  });

  it.each([
    ['a required file is missing', ['alt.csv', 'add.csv']],
    ['two files have the same role', ['ConList.csv', 'UK-Sanctions-List.csv']],
    ['the folder has two lists', ['sdn.csv', 'consolidated.xml']],
    ['no file name is known', ['data.csv', 'list.xml', 'second.xml']],
    ['the folder is empty', []],
  ])('returns undefined when %s', (_, fileNames) => {
    expect(recognised(...fileNames)).toBeUndefined();
  });

  it('has one importer for each format', () => {
    const formats = IMPORTERS.map(({ format }) => format);
    expect(new Set(formats).size).toBe(11);
    expect(formats).toHaveLength(11);
  });
});
