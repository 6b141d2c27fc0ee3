import { readAll } from './testing/read-list';
import { TARGETS_LIST } from './testing/invented-lists';
import { openSanctionsTargets } from './opensanctions-targets';

describe('OpenSanctions targets', () => {
  it('reads one entry from each target', async () => {
    const { entries, issues } = await readAll(openSanctionsTargets, { list: TARGETS_LIST });
    expect(entries).toEqual([
      {
        list: 'test-list',
        id: 'T-1',
        schema: 'Person',
        topics: ['sanction'],
        names: [
          { name: 'Ann Example', quality: 'primary' },
          { name: 'Annie Exemplar', quality: 'alias' },
          { name: 'Example; Ann', quality: 'alias' },
          { name: 'Анна Пример', quality: 'alias' },
        ],
        birth_dates: ['1960-01-02', '1961'],
        countries: ['BY', 'UA'],
        identifiers: [
          { type: 'identifier', value: 'AB123' },
          { type: 'identifier', value: '7700-01' },
          { type: 'email', value: 'ann@example.test' },
        ],
        programs: ['TST-1'],
        remarks:
          'Country: ua-cri; Country: suhh; Sanction: Testland Regulation - 2026; Address: 1 Test Street; Phone: +1 23; Dataset: Testland Sanctions',
      },
      expect.objectContaining({ id: 'T-2', schema: 'Company', topics: ['pep'], countries: ['DE'] }),
      expect.objectContaining({ id: 'T-4', schema: 'Vessel', topics: ['sanction'], programs: ['Testland Regulation'] }),
    ]);
    expect(issues).toMatchObject([
      { line: 4, kind: 'skipped', reason: 'Address: this kind of record is not screened' },
    ]);
  });

  it('reads the columns in any order, and without the optional columns', async () => {
    const { entries } = await readAll(openSanctionsTargets, {
      list: '\ufeffName,topics,ID,Schema\r\nAnn Example,crime.fraud;wanted,X-1,Person\r\n',
    });
    expect(entries).toMatchObject([{ id: 'X-1', names: [{ name: 'Ann Example' }], topics: ['crime', 'wanted'] }]);
  });

  it('reports rows that are cut off, duplicated, or without id or name', async () => {
    const header = TARGETS_LIST.split('\n')[0]!;
    const rest = ','.repeat(13);
    const list = `${header}\nT-1,Person,Ann${rest}\n,Person,Bob${rest}\nT-3,Person,${rest}\nT-1,Person,Ann again${rest}\nT-4,Person,Carla,cut`;
    const { entries, issues } = await readAll(openSanctionsTargets, { list });
    expect(entries.map(({ id }) => id)).toEqual(['T-1']);
    expect(issues.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'the record has no id'],
      [4, 'the record has no name'],
      [5, 'the id T-1 is duplicated; the first record was kept'],
      [6, 'the record has 4 fields and the header has 16'],
    ]);
  });

  it('rejects a file with another header', async () => {
    await expect(readAll(openSanctionsTargets, { list: 'id,name\n1,Ann\n' })).rejects.toThrow(
      /expected a header with the columns id, schema, name; found "id,name"/,
    );
  });
});
