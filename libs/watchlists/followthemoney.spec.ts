import { followTheMoney } from './followthemoney';
import { readAll } from './testing/read-list';
import { FTM_LIST } from './testing/invented-lists';

describe('FollowTheMoney', () => {
  it('reads entities that can be screened, and reports the others with their schema', async () => {
    const { entries, issues } = await readAll(followTheMoney, { list: FTM_LIST });
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'F-1',
      schema: 'Person',
      topics: ['pep', 'sanction'],
      names: [
        { name: 'Ann Example', quality: 'primary' },
        { name: 'Анна Пример', quality: 'alias' },
        { name: 'Annie Exemplar', quality: 'alias' },
        { name: 'The Big Sample', quality: 'weak' },
      ],
      birth_dates: ['1960-01-02', '1961'],
      countries: ['BY'],
      identifiers: [
        { type: 'passport', value: 'AB123' },
        { type: 'tax id', value: '7700-01' },
      ],
      programs: [],
      remarks: 'Country: suhh; Position: Head of samples',
    });
    expect(entries.slice(1)).toMatchObject([
      { id: 'F-4', schema: 'Person', topics: ['pep'] },
      { id: 'F-5', schema: 'Vessel', topics: ['other'], countries: ['PA'] },
      { id: 'F-6', schema: 'Person', topics: ['other'] },
    ]);
    expect(issues.map(({ line, kind, reason }) => [line, kind, reason])).toEqual([
      [3, 'skipped', 'Person: not a target of its dataset and without a topic that is a reason for an entry'],
    ]);
  });

  it('makes the same entry when the properties are in another order', async () => {
    const line = (name: string[], topics: string[]) =>
      `${JSON.stringify({ id: 'F', caption: 'B', schema: 'Person', properties: { name, topics, notes: [...name] } })}\n`;
    const one = await readAll(followTheMoney, { list: line(['Anna', 'Berta', 'Carla'], ['sanction', 'crime']) });
    const other = await readAll(followTheMoney, { list: line(['Carla', 'Anna', 'Berta'], ['crime', 'sanction']) });
    expect(other).toEqual(one);
  });

  it('reports each malformed or hostile line and reads the others', async () => {
    const good = `${JSON.stringify({ id: 'F', caption: 'Ann\u0000 \ud800Example', schema: 'Person', properties: {} })}\n`;
    const deep = `{"id":"D","schema":"Person","properties":{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`;
    const long = `{"id":"L","schema":"Person","properties":{"name":["${'x'.repeat(1024 * 1024)}"]}}\n`;
    const proto = '{"id":"P","schema":"__proto__","properties":{"__proto__":["x"],"constructor":["y"]}}\n';
    const list = `${good}not json\n[1]\n{"schema":"Person"}\n{"id":"1"}\n{"id":"1","schema":"Person"}\n\n${deep}${long}${proto}${good}`;
    const { entries, issues } = await readAll(followTheMoney, { list });
    expect(entries.map(({ names }) => names[0]!.name)).toEqual(['Ann \ufffdExample']);
    expect(issues.map(({ line, reason }) => [line, reason])).toEqual([
      [2, expect.stringContaining('it is not JSON')],
      [3, 'it is not a JSON object'],
      [4, 'the record has no id'],
      [5, 'the record has no schema'],
      [6, 'the record has no properties'],
      [8, 'the record has no name'],
      [9, 'the line is longer than 1048576 bytes'],
      [10, '__proto__: this kind of record is not screened'],
      [11, 'the id F is duplicated; the first record was kept'],
    ]);
    for (const { excerpt } of issues) expect(excerpt.length).toBeLessThanOrEqual(120);
  });

  it('reads a line that is not UTF-8 as Windows-1252 and reports it', async () => {
    const line = '{"id":"F","schema":"Person","caption":"Jos\u00e9 Example","properties":{}}\n';
    const { entries, issues } = await readAll(followTheMoney, { list: Buffer.from(line, 'latin1') });
    expect(entries).toMatchObject([{ names: [{ name: 'Jos\u00e9 Example' }] }]);
    expect(issues).toMatchObject([{ line: 1, reason: 'not UTF-8: this line is read as Windows-1252' }]);
  });

  it('rejects a file that is not JSON lines', async () => {
    await expect(readAll(followTheMoney, { list: 'id,schema\n1,2\n' })).rejects.toThrow(
      /followthemoney: expected one JSON object with id, schema and properties per line; line 1 .*"id,schema"/,
    );
  });
});
