import { euFsf } from './eu-fsf';
import { readAll } from './testing/read-list';
import { EU_LIST } from './testing/invented-lists';

describe('EU financial sanctions', () => {
  it('reads persons and enterprises', async () => {
    const { entries, issues } = await readAll(euFsf, { list: EU_LIST });
    expect(issues).toMatchObject([
      {
        kind: 'odd',
        record: 'EU.1.11',
        field: 'birth_dates',
        reason: '"1380, ISLAMIC" is not read as a date; it is kept as a remark',
      },
    ]);
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'EU.1.11',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Example', quality: 'primary' },
        { name: 'A. E. "Weak"', quality: 'weak' },
        { name: 'Анна Пример', quality: 'alias' },
        { name: 'Annie Sample', quality: 'weak' },
      ],
      birth_dates: ['1964-02-21', '1958/1962', '1959-03', '1955/1957'],
      gender: 'female',
      countries: ['BY', 'SY', 'RU'],
      identifiers: [
        { type: 'email', value: 'ann@example.test' },
        { type: 'email', value: 'second@example.test' },
        { type: 'website', value: 'www.example.test' },
        { type: 'passport', value: 'AD001', country: 'RU' },
      ],
      programs: ['TST'],
      remarks: expect.stringContaining('Known to be false: national id: FAKE9'),
    });
    expect(entries[0]!.remarks).toContain('Date of birth: 1380, ISLAMIC');
    expect(entries[0]!.remarks).toContain('Citizenship: Former Atlantis');
    expect(entries[0]!.remarks).toContain('A remark \u00e4');
    expect(entries[1]).toMatchObject({
      id: 'logical-2',
      schema: 'Company',
      names: [{ name: 'Example Works GmbH', quality: 'primary' }],
      countries: ['DE'],
      identifiers: [{ type: 'registration number', value: 'HRB 4711', country: 'DE' }],
    });
  });

  it('accepts a namespace prefix, and makes a weak name primary if it is the only name', async () => {
    const list = `<fsd:export xmlns:fsd="http://eu.europa.ec/fpi/fsd/export"><fsd:sanctionEntity logicalId="3"><fsd:subjectType code="person"/><fsd:nameAlias wholeName="Ann Example" strong="false"/></fsd:sanctionEntity></fsd:export>`;
    const { entries } = await readAll(euFsf, { list });
    expect(entries).toMatchObject([{ id: 'logical-3', names: [{ name: 'Ann Example', quality: 'primary' }] }]);
  });

  it('reports records without a reference, name or type, and duplicate references', async () => {
    const list = `<export>
<sanctionEntity><subjectType code="person"/><nameAlias wholeName="No Reference"/></sanctionEntity>
<sanctionEntity logicalId="1"><subjectType code="person"/></sanctionEntity>
<sanctionEntity logicalId="2"><nameAlias wholeName="No Type"/></sanctionEntity>
<sanctionEntity logicalId="2"><subjectType code="person"/><nameAlias wholeName="Second"/></sanctionEntity>
</export>`;
    const { entries, issues } = await readAll(euFsf, { list });
    expect(entries).toMatchObject([{ id: 'logical-2', schema: 'Company' }]);
    expect(issues.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'the record has neither a euReferenceNumber nor a logicalId'],
      [3, 'the record has no name'],
      [4, 'the subjectType is missing or unknown; the record is read as an entity'],
      [5, 'the reference logical-2 is duplicated; the first record was kept'],
    ]);
  });
});
