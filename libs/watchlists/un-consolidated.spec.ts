import { readAll } from './testing/read-list';
import { UN_LIST } from './testing/invented-lists';
import { unConsolidated } from './un-consolidated';

describe('UN consolidated list', () => {
  it('reads individuals and entities', async () => {
    const { entries, issues } = await readAll(unConsolidated, { list: UN_LIST });
    expect(issues).toMatchObject([
      {
        kind: 'odd',
        line: 4,
        record: 'TLi.001',
        field: 'countries',
        reason: '"Atlantis" is the name of no country with a code; it is kept as a remark',
      },
    ]);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'TLi.001',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'ANN MARY EXAMPLE & CO', quality: 'primary' },
        { name: 'Анна Пример', quality: 'alias' },
        { name: 'Annie EXAMPLE', quality: 'alias' },
        { name: 'Anne Exemplar', quality: 'alias' },
        { name: 'The Big Sample', quality: 'weak' },
        { name: 'Образец Тестова', quality: 'alias' },
        { name: 'Obrazets Testova', quality: 'alias' },
      ],
      birth_dates: ['1971-03-12', '1966/1970', '1977/1982', '1973-11'],
      countries: ['IR', 'CD', 'OM'],
      identifiers: [
        { type: 'passport', value: 'AB123', country: 'OM' },
        { type: 'national identification number', value: '44-55' },
      ],
      programs: ['TESTLAND'],
      remarks:
        'Designation: Head of samples; Listed on: 2012-12-31; Date of birth: Nov. 1973; Place of birth: Birthville, Mali; Country: Atlantis; Address: Sampletown, Democratic Republic of the Congo; First line second line',
    });
    expect(entries[1]).toMatchObject({
      id: 'dataid-2',
      schema: 'Company',
      names: [
        { name: 'SAMPLE AIRLINES', quality: 'primary' },
        { name: 'SPECIMEN AIR', quality: 'alias' },
        { name: 'Sample Flights, Limited', quality: 'alias' },
        { name: 'SAL', quality: 'weak' },
      ],
      countries: [],
    });
  });

  it('reads what editors leave in the fields of names, and when an alias was born', async () => {
    const list = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>
<REFERENCE_NUMBER>T.1</REFERENCE_NUMBER><FIRST_NAME>ANN</FIRST_NAME><SECOND_NAME>EXAMPLE</SECOND_NAME>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>both papers have been lost) Anna Primer (combat name); na</ALIAS_NAME>
<DATE_OF_BIRTH>12 May 1970</DATE_OF_BIRTH><CITY_OF_BIRTH>Sampletown</CITY_OF_BIRTH></INDIVIDUAL_ALIAS>
</INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
    const { entries } = await readAll(unConsolidated, { list });
    expect(entries[0]).toMatchObject({
      names: [{ name: 'ANN EXAMPLE' }, { name: 'Anna Primer' }],
      birth_dates: ['1970-05-12'],
      remarks:
        'Note on a name: both papers have been lost; Note on a name: combat name; Birth of an alias: 12 May 1970, Sampletown',
    });
  });

  it('reports records without id or name and duplicate ids, with the line on which they begin', async () => {
    const list = `<CONSOLIDATED_LIST>
<INDIVIDUALS>
<INDIVIDUAL><FIRST_NAME>ANN</FIRST_NAME></INDIVIDUAL>
<INDIVIDUAL
  ><DATAID>7</DATAID></INDIVIDUAL>

<INDIVIDUAL><REFERENCE_NUMBER>T.1</REFERENCE_NUMBER><FIRST_NAME>BOB</FIRST_NAME></INDIVIDUAL>
<INDIVIDUAL><REFERENCE_NUMBER>T.1</REFERENCE_NUMBER><FIRST_NAME>BOB AGAIN</FIRST_NAME></INDIVIDUAL>
</INDIVIDUALS></CONSOLIDATED_LIST>`;
    const { entries, issues } = await readAll(unConsolidated, { list });
    expect(entries.map(({ id }) => id)).toEqual(['T.1']);
    expect(issues.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'the record has neither a REFERENCE_NUMBER nor a DATAID'],
      [4, 'the record has no name'],
      [8, 'the reference T.1 is duplicated; the first record was kept'],
    ]);
  });
});
