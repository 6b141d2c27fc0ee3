import { readAll } from './testing/read-list';
import { UK_XML } from './testing/invented-uk-xml';
import { ukSanctionsXml } from './uk-sanctions-xml';

describe('the UK Sanctions List as XML', () => {
  it('reads a person', async () => {
    const { entries, issues } = await readAll(ukSanctionsXml, { list: UK_XML });
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'TST0001',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Mary EXAMPLE', quality: 'primary' },
        { name: 'Annie EXEMPLAR', quality: 'alias' },
        { name: 'The Sample Person', quality: 'weak' },
        { name: 'Анна Пример', quality: 'alias' },
      ],
      birth_dates: ['1958-03-17', '1959'],
      gender: 'female',
      countries: ['SY', 'RU'],
      identifiers: [
        { type: 'email', value: 'ann@example.test' },
        { type: 'passport', value: 'AB123' },
        { type: 'national id', value: '7700-01' },
      ],
      programs: ['The Testland (Sanctions) Regulations 2020'],
      remarks:
        'Designated on: 02/02/2020; OFSI group: 7001; Designation source: UK; Sanctions: Asset freeze|Travel Ban; Some information; ' +
        'Address: 1 Test Street, Sampletown, T1, Syria; Phone number: 123; Title: Dr; Date of birth: 15/08/19yy; ' +
        'Place of birth: Birthville, Mali; Passport additional information: expired; Position: Head of samples; Gender: Female',
    });
    expect(issues).toMatchObject([
      { kind: 'odd', line: 4, record: 'TST0001', field: 'birth_dates', reason: expect.stringContaining('15/08/19yy') },
    ]);
  });

  it('reads a ship, and keeps what it does not know as remarks', async () => {
    const { entries } = await readAll(ukSanctionsXml, { list: UK_XML });
    expect(entries[1]).toMatchObject({
      schema: 'Vessel',
      countries: ['PA'],
      identifiers: [{ type: 'imo number', value: 'IMO9000003' }],
      remarks: 'Previous flag: Cook Islands; Type of ship: Crude Oil Tanker',
    });
  });

  it('takes words of programs as words of the list', async () => {
    const list =
      '<Designations><Designation><UniqueID>A1</UniqueID><Names><Name><Name6>SAMPLE</Name6></Name></Names><IndividualEntityShip>constructor</IndividualEntityShip><constructor>an odd element</constructor></Designation></Designations>';
    const { entries, issues } = await readAll(ukSanctionsXml, { list });
    expect(entries).toMatchObject([{ schema: 'Company', identifiers: [], remarks: 'constructor: an odd element' }]);
    expect(issues).toMatchObject([{ kind: 'odd', field: 'schema' }]);
  });

  it('reports designations that it cannot keep', async () => {
    const list =
      '<Designations><Designation><Names/></Designation><Designation><UniqueID>A1</UniqueID><Names/></Designation></Designations>';
    const { entries, issues } = await readAll(ukSanctionsXml, { list });
    expect(entries).toEqual([]);
    expect(issues.map(({ reason }) => reason)).toEqual(['the record has no UniqueID', 'the record has no name']);
  });
});
