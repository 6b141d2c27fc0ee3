import { checkEntry } from './check-entry';

const MINIMAL = { schema: 'Person', names: ['Ann Example'] };

function problems(change: object): string[] {
  const { entry, problems: found } = checkEntry({ ...MINIMAL, ...change });
  expect(entry === undefined).toBe(found.length > 0);
  return found;
}

describe('checking an entry that a tenant posts', () => {
  it('adds default values for fields that may be absent', () => {
    expect(checkEntry(MINIMAL)).toEqual({
      problems: [],
      entry: {
        id: expect.stringMatching(/^entry-[0-9a-f]{24}$/),
        schema: 'Person',
        topics: ['sanction'],
        names: [{ name: 'Ann Example', quality: 'primary' }],
        birth_dates: [],
        countries: [],
        identifiers: [],
        programs: [],
      },
    });
  });

  it('gives the same content the same id, and different content a different id', () => {
    const id = (input: object) => checkEntry(input).entry!.id;
    expect(id({ names: ['Ann Example'], schema: 'Person' })).toBe(id(MINIMAL));
    expect(id({ ...MINIMAL, countries: ['DE'] })).not.toBe(id(MINIMAL));
    expect(id({ ...MINIMAL, id: 'mine-1' })).toBe('mine-1');
  });

  it('accepts all fields of an entry', () => {
    const { entry } = checkEntry({
      id: 'mine-1',
      schema: 'Company',
      topics: ['pep', 'adverse-media'],
      names: [
        { name: 'Exemplar Inc' },
        { name: 'Example Works', quality: 'primary' },
        'EWG',
        { name: 'Samples', quality: 'weak' },
      ],
      birth_dates: ['1962', '1962-03', '1962-03-17', '1958/1962'],
      countries: ['de', 'XK'],
      identifiers: [{ type: 'Tax ID', value: ' 77-01 ', country: 'de' }],
      programs: ['Own list'],
      remarks: 'two\nlines',
    });
    expect(entry).toEqual({
      id: 'mine-1',
      schema: 'Company',
      topics: ['pep', 'adverse-media'],
      names: [
        { name: 'Example Works', quality: 'primary' },
        { name: 'Exemplar Inc', quality: 'alias' },
        { name: 'EWG', quality: 'weak' },
        { name: 'Samples', quality: 'weak' },
      ],
      birth_dates: ['1962', '1962-03', '1962-03-17', '1958/1962'],
      countries: ['DE', 'XK'],
      identifiers: [{ type: 'tax id', value: '77-01', country: 'DE' }],
      programs: ['Own list'],
      remarks: 'two lines',
    });
  });

  it('accepts things with their identifiers, and the gender of a person', () => {
    const identifiers = [{ type: 'imo number', value: 'IMO 9187629' }];
    const { entry } = checkEntry({ schema: 'Vessel', names: ['Sol'], identifiers });
    expect(entry).toMatchObject({ schema: 'Vessel', identifiers });
    expect(checkEntry({ ...MINIMAL, gender: 'female' }).entry).toMatchObject({ gender: 'female' });
  });

  it.each<[object, string]>([
    [{ schema: 'Ship' }, 'schema must be one of Person, Company, Vessel, Aircraft, Wallet, Other'],
    [{ schema: undefined }, 'schema must be one of Person, Company, Vessel, Aircraft, Wallet, Other'],
    [{ gender: 'f' }, 'gender must be one of female, male'],
    [{ names: undefined }, 'names is required'],
    [{ names: 'Ann' }, 'names must be a list'],
    [{ names: [] }, 'names must have at least one name'],
    [{ names: ['Ann', 7] }, 'names[1] must be a string, or an object with name and quality'],
    [{ names: ['...'] }, 'names[0] must have at least one letter or digit'],
    [{ names: ['A\u0000'] }, 'names[0] must not contain the character U+0000'],
    [{ names: ['x'.repeat(501)] }, 'names[0] must be at most 500 characters long'],
    [{ names: Array(101).fill('Ann') }, 'names must have at most 100 items'],
    [{ names: [{ name: 'Ann', quality: 'good' }] }, 'names[0].quality must be one of primary, alias, weak'],
    [{ names: [{ name: 'Ann', kind: 'x' }] }, 'names[0].kind is not a known field; the fields are name, quality'],
    [{ names: [{ name: 'Ann', quality: 'alias' }] }, 'names must have one name whose quality is primary'],
    [
      {
        names: [
          { name: 'A1', quality: 'primary' },
          { name: 'A2', quality: 'primary' },
        ],
      },
      'names must have one name whose quality is primary, not several',
    ],
    [{ topics: [] }, 'topics must have at least one topic'],
    [{ topics: ['sanctions'] }, 'topics[0] must be one of sanction, pep, crime, wanted, adverse-media, other'],
    [
      { birth_dates: ['17.03.1962'] },
      'birth_dates[0] must be a date such as 1962, 1962-03 or 1962-03-17, or a range of years such as 1958/1962',
    ],
    [
      { birth_dates: ['1962-02-30'] },
      'birth_dates[0] must be a date such as 1962, 1962-03 or 1962-03-17, or a range of years such as 1958/1962',
    ],
    [
      { birth_dates: ['1962/1958'] },
      'birth_dates[0] must be a date such as 1962, 1962-03 or 1962-03-17, or a range of years such as 1958/1962',
    ],
    [{ countries: ['Germany'] }, 'countries[0] must be an ISO 3166-1 alpha-2 country code, such as DE'],
    [{ countries: ['ZZ'] }, 'countries[0] must be an ISO 3166-1 alpha-2 country code, such as DE'],
    [{ identifiers: ['AB'] }, 'identifiers[0] must be an object with type and value, and country if it is known'],
    [{ identifiers: [{ type: 'passport' }] }, 'identifiers[0].value must be a string'],
    [
      { identifiers: [{ type: 'passport', value: 'AB1', country: 'UK' }] },
      'identifiers[0].country must be an ISO 3166-1 alpha-2 country code, such as DE',
    ],
    [{ identifiers: Array(51).fill({ type: 'a', value: 'b' }) }, 'identifiers must have at most 50 items'],
    [{ programs: [1] }, 'programs[0] must be a string'],
    [{ remarks: '\ud800' }, 'remarks must be well-formed Unicode (it has a lone surrogate)'],
    [{ id: '' }, 'id must have at least one letter or digit'],
    [
      { dob: '1962' },
      'dob is not a known field; the fields are id, schema, topics, names, birth_dates, gender, countries, identifiers, programs, remarks',
    ],
  ])('reports for %j: %s', (change, problem) => {
    expect(problems(change)).toEqual([problem]);
  });

  it('measures the limit of 16 KiB in bytes, not in characters', () => {
    expect(problems({ remarks: 'x'.repeat(16_000) })).toEqual([]);
    expect(problems({ remarks: '\u00e4'.repeat(9_000) })).toEqual([
      expect.stringMatching(/^the entry must be at most 16384 bytes of JSON; it has 18\d{3}$/),
    ]);
  });

  it.each([null, [], 'x', 7, undefined])('rejects %j', (input) => {
    expect(checkEntry(input)).toEqual({ problems: ['the entry must be a JSON object'] });
  });

  it('lists at most twenty problems, and accepts input of any depth', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, 1]));
    expect(problems(many)).toHaveLength(21);
    expect(problems(many).at(-1)).toBe('there are more problems');
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(problems({ names: deep })).toEqual(['names[0] must be a string, or an object with name and quality']);
    expect(problems({ other: deep })).toHaveLength(1);
  });
});
