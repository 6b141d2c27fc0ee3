import { mappedCsv } from './mapped-csv';
import { MAPPED_LIST, MAPPING } from './testing/invented-mapped';
import { readAll } from './testing/read-list';

const SIMPLE = { schema: 'Person', topic: 'pep', columns: { id: 'id', names: ['name'] } };
const read = (list: string, mapping: object | string) =>
  readAll(mappedCsv, { list, mapping: typeof mapping === 'string' ? mapping : JSON.stringify(mapping) });

const unknown = (word: string, outcome = ''): string =>
  `the mapping does not know the word "${word}"; it is kept as a remark${outcome}`;

describe('a CSV with a mapping', () => {
  it('is read as the mapping says, and keeps other columns as remarks', async () => {
    const { entries } = await read(MAPPED_LIST, MAPPING);
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: 'P-1',
      schema: 'Person',
      topics: ['pep'],
      names: [
        { name: 'Ann Example', quality: 'primary' },
        { name: 'Annie Exemplar', quality: 'alias' },
        { name: 'Anne Example', quality: 'alias' },
      ],
      birth_dates: ['1962-03-17', '1963'],
      countries: ['BY'],
      identifiers: [{ type: 'passport', value: 'AB123' }],
      programs: [],
      remarks: 'Country: Atlantis; Note: Head of samples; Clerk: x1',
    });
    expect(entries.slice(1)).toMatchObject([
      { id: 'P-2', schema: 'Company', topics: ['crime'], names: [{ name: 'Example; Works' }], countries: ['DE'] },
      { id: 'P-3', schema: 'Company', topics: ['other'], remarks: 'Kind: Balloon; Why: Unheard of' },
    ]);
  });

  it('reports rows that it cannot keep, and what is odd in others', async () => {
    const { issues } = await read(MAPPED_LIST, MAPPING);
    expect(issues.map(({ kind, line, field, reason }) => [kind, line, field, reason])).toEqual([
      ['odd', 3, 'countries', '"Atlantis" is the name of no country with a code; it is kept as a remark'],
      [
        'odd',
        5,
        'schema',
        'the mapping does not know the word "Balloon"; it is kept as a remark; the record is read as an entity',
      ],
      [
        'odd',
        5,
        'topics',
        'the mapping does not know the word "Unheard of"; it is kept as a remark; the entry has the topic "other"',
      ],
      ['malformed', 6, undefined, 'the column "Ref" is empty, so the record has no id'],
      ['malformed', 7, undefined, 'the id P-1 is duplicated; the first record was kept'],
      ['malformed', 8, undefined, 'the record has no name'],
      ['malformed', 9, undefined, 'the record has 2 fields and the header has 11'],
    ]);
  });

  it.each([
    ['year-first', '1962-03-17', '1962-03-17'],
    ['year-first', '1962/03/17', '1962-03-17'],
    ['year-first', '1962.3.17', '1962-03-17'],
    ['year-first', '1962/03', '1962-03'],
    ['day-first', '03/04/1962', '1962-04-03'],
    ['month-first', '03/04/1962', '1962-03-04'],
    ['year-first', '17 Mar 1962', '1962-03-17'],
  ])('reads dates that are %s: %s', async (date_order, printed, expected) => {
    const mapping = { ...SIMPLE, date_order, columns: { ...SIMPLE.columns, birth_dates: ['born'] } };
    const { entries } = await read(`id,name,born\n1,Ann,${printed}\n`, mapping);
    expect(entries[0]!.birth_dates).toEqual([expected]);
  });

  it('keeps each word that the mapping does not know, beside the words that it knows', async () => {
    const columns = { ...SIMPLE.columns, schema: 'kind', topics: 'why' };
    const words = { schemas: { firm: 'Company' }, topics: { Politics: 'pep' }, values_separator: '|' };
    const list = 'id,name,kind,why\n1,Ann,robot,Politics|Fraud\n2,Ann,,Gossip\n3,Ann,FIRM,\n';
    const { entries, issues } = await read(list, { ...SIMPLE, topic: 'crime', ...words, columns });
    expect(entries).toMatchObject([
      { id: '1', schema: 'Person', topics: ['pep'], remarks: 'kind: robot; why: Fraud' },
      { id: '2', schema: 'Person', topics: ['crime'], remarks: 'why: Gossip' },
      { id: '3', schema: 'Company', topics: ['crime'] },
    ]);
    expect(issues.map(({ record, field, reason }) => [record, field, reason])).toEqual([
      ['1', 'schema', unknown('robot', '; the record is read as a person')],
      ['1', 'topics', unknown('Fraud')],
      ['2', 'topics', unknown('Gossip', '; the entry has the topic "crime"')],
    ]);
  });

  it('reports an empty type or topic when the mapping has no other', async () => {
    const columns = { ...SIMPLE.columns, schema: 'kind', topics: 'why' };
    const mapping = { schemas: { firm: 'Company' }, topics: { politics: 'pep' }, columns };
    const { issues } = await read('id,name,kind,why\n1,Ann,,\n', mapping);
    expect(issues.map(({ reason }) => reason)).toEqual([
      'the column "kind" is empty; the record is read as an entity',
      'the column "why" is empty; the entry has the topic "other"',
    ]);
  });

  it('compares the names of columns without regard to spaces and case', async () => {
    const columns = { id: 'id', names: ['Full  Name'] };
    const { entries } = await read('ID,full name\n1,Ann\n', { ...SIMPLE, columns });
    expect(entries).toMatchObject([{ names: [{ name: 'Ann' }] }]);
    expect(entries[0]).not.toHaveProperty('remarks');
  });

  it('keeps the text of each column without a name', async () => {
    const { entries } = await read('id,name,,\n1,Ann,one,two\n', SIMPLE);
    expect(entries[0]!.remarks).toBe('one; two');
  });

  it('reads quoted fields between tabs', async () => {
    const mapping = { ...SIMPLE, separator: '\t', columns: { ...SIMPLE.columns, countries: ['country'] } };
    const { entries, issues } = await read('"id"\t"name"\t"country"\n"1"\t"Ann"\t"Belarus"\n2\t"Bob"\t\n', mapping);
    expect(entries).toMatchObject([
      { id: '1', names: [{ name: 'Ann' }], countries: ['BY'] },
      { id: '2', names: [{ name: 'Bob' }], countries: [] },
    ]);
    expect(issues).toEqual([]);
  });

  it('ignores other columns if the mapping says so', async () => {
    const { entries } = await read('id,name,clerk\n1,Ann,x\n', { ...SIMPLE, other_columns: 'ignore' });
    expect(entries[0]).not.toHaveProperty('remarks');
  });

  it.each<[string, object | string, RegExp]>([
    ['is not JSON', '{', /"mapping" is not of the format mapped-csv: it is not JSON/],
    ['is too long', ' '.repeat(65_537), /it has more than 65536 bytes/],
    ['lacks the columns', { schema: 'Person', topic: 'pep' }, /columns/],
    ['has an unknown field', { ...SIMPLE, colums: {} }, /has unknown fields: colums/],
    ['has an unknown schema', { ...SIMPLE, schema: 'Human' }, /schema must be equal to one of/],
    [
      'does not say what the entries are',
      { ...SIMPLE, schema: undefined },
      /schema is missing: give one of Person, Company, Vessel/,
    ],
    ['does not say why they are listed', { ...SIMPLE, topic: undefined }, /topic is missing: say why a party/],
    [
      'has no words for its column',
      { ...SIMPLE, columns: { ...SIMPLE.columns, topics: 'why' } },
      /topics is missing: say which/,
    ],
    ['has no name', { ...SIMPLE, columns: { id: 'id', names: [] } }, /columns\.names must have at least one column/],
  ])('is rejected with a mapping that %s', async (_, mapping, message) => {
    await expect(read('id,name\n1,Ann\n', mapping)).rejects.toThrow(
      expect.objectContaining({ name: 'NotThisFormat', file: 'mapping', message: expect.stringMatching(message) }),
    );
  });

  it('is rejected with two columns of the same name', async () => {
    await expect(read('id,name,Clerk,clerk\n1,Ann,x,y\n', SIMPLE)).rejects.toThrow(
      /"list" is not of the format mapped-csv: the header has the column "clerk" twice; give each column a name of/,
    );
  });

  it('is rejected without a column that the mapping names', async () => {
    await expect(read('id,title\n1,Ann\n', SIMPLE)).rejects.toThrow(
      /"list" is not of the format mapped-csv: expected a header with the columns id, name; found "id,title"/,
    );
  });
});
