import { readAll } from './testing/read-list';
import { OFSI_LIST, UK_LIST } from './testing/invented-lists';
import { ukSanctions } from './uk-sanctions';

const HEADER = 'Report Date: 01-Jan-2026\nUnique ID,Name 6,Name 1,Name type,Designation Type\n';

describe('UK sanctions lists', () => {
  it('merges the rows of an entry, also if other rows are between them', async () => {
    const { entries, issues } = await readAll(ukSanctions, { list: UK_LIST });
    expect(issues).toMatchObject([{ kind: 'odd', record: 'TST0001', field: 'countries' }]);
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'TST0001',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Mary EXAMPLE', quality: 'primary' },
        { name: 'Annie EXEMPLAR', quality: 'alias' },
        { name: 'Анна Пример', quality: 'alias' },
        { name: 'THE SAMPLE', quality: 'weak' },
      ],
      birth_dates: ['1958', '1958-03-17'],
      countries: ['RU', 'SY'],
      identifiers: [
        { type: 'passport', value: 'AB123' },
        { type: 'passport', value: 'CD456' },
        { type: 'national id', value: '7700-01' },
      ],
      programs: ['The Testland (Sanctions) Regulations 2020'],
      remarks:
        'Place of birth: Birthville; Country: Atlantis; Address: 1 Test Street, Syria; Title: Dr; First line second "line"',
    });
    expect(entries[1]).toMatchObject({
      id: 'TST0002',
      schema: 'Vessel',
      countries: ['PA'],
      identifiers: [{ type: 'imo number', value: '9000003' }],
    });
  });

  it('reads the consolidated list of OFSI, which has other column names', async () => {
    const { entries, issues } = await readAll(ukSanctions, { list: OFSI_LIST });
    expect(issues).toEqual([]);
    expect(entries).toMatchObject([
      {
        id: '7001',
        schema: 'Person',
        names: [
          { name: 'Ann EXAMPLE', quality: 'primary' },
          { name: 'Annie EXEMPLAR', quality: 'weak' },
        ],
        birth_dates: ['1958'],
        countries: ['IR'],
        identifiers: [{ type: 'passport', value: 'AB123' }],
        programs: ['Testland'],
        remarks: expect.stringContaining('Remark, with a comma'),
      },
    ]);
  });

  it('reports the line of a row, and counts the lines inside quoted fields', async () => {
    const list = `${HEADER}T1,"EXAMPLE\nON TWO LINES",Ann,Primary Name,Individual\n,NOBODY,,Primary Name,Entity\nT2,A,B,Primary Name,Individual,a comma too many\nT3,,,Primary Name,Entity\nT4,SAMPLE,,Primary Name,Balloon\nT5,SHORT\n`;
    const { entries, issues } = await readAll(ukSanctions, { list });
    expect(entries.map(({ id, names }) => [id, names[0]!.name])).toEqual([
      ['T1', 'Ann EXAMPLE ON TWO LINES'],
      ['T4', 'SAMPLE'],
      ['T5', 'SHORT'],
    ]);
    expect(issues.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'the row has neither a Unique ID nor a Group ID'],
      [6, 'the record has 6 fields and the header has 5'],
      [7, 'the entry T3 has no name'],
      [8, 'the type "Balloon" is unknown; the record is read as an entity'],
      [9, 'the type "" is unknown; the record is read as an entity'],
    ]);
  });

  it('rejects a file without its header, and says what it found', async () => {
    await expect(readAll(ukSanctions, { list: 'a,b\nc,d\n' })).rejects.toThrow(
      /uk-sanctions: expected a header with the columns Unique ID, .* or Group ID, .*; found "a,b", "c,d"/,
    );
    await expect(readAll(ukSanctions, { list: '' })).rejects.toThrow(
      expect.objectContaining({ name: 'NotThisFormat' }),
    );
  });
});
