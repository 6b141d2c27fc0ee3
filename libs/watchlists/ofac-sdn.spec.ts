import { readAll } from './testing/read-list';
import { OFAC_ADD, OFAC_ALT, OFAC_COMMENTS, OFAC_SDN } from './testing/invented-lists';
import { ofacSdn } from './ofac-sdn';

const LIST = { sdn: OFAC_SDN, alt: OFAC_ALT, add: OFAC_ADD, comments: OFAC_COMMENTS };

/** One line of sdn.csv. */
function sdnLine(number: number | string, name: string, remarks = '-0- ', type = 'individual'): string {
  return `${number},"${name}","${type}","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\n`;
}

async function remarksOf(remarks: string, type = 'individual') {
  const { entries } = await readAll(ofacSdn, { sdn: sdnLine(1, 'EXAMPLE, Ann', remarks, type) });
  return entries[0]!;
}

describe('OFAC SDN', () => {
  it('combines the four files into entries', async () => {
    const { entries, issues } = await readAll(ofacSdn, LIST);
    expect(issues).toEqual([]);
    expect(entries.map(({ id, schema }) => [id, schema])).toEqual([
      ['101', 'Person'],
      ['102', 'Company'],
      ['103', 'Vessel'],
      ['104', 'Aircraft'],
      ['105', 'Person'],
    ]);
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: '101',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Mary EXAMPLE TESTER', quality: 'primary' },
        { name: 'Annie TESTER', quality: 'alias' },
        { name: 'ATE', quality: 'weak' },
        { name: 'THE TESTER', quality: 'weak' },
      ],
      birth_dates: ['1963-07-28', '1958/1962'],
      gender: 'female',
      countries: ['KP', 'MM', 'BZ', 'LB', 'US'],
      identifiers: [
        { type: 'passport', value: 'P0017003', country: 'BZ' },
        { type: 'passport', value: 'RL 55 66', country: 'LB' },
        { type: 'ssn', value: '000-12-3456', country: 'US' },
      ],
      programs: ['SDNTK', 'CYBER2'],
      remarks: expect.stringMatching(
        /^DOB 28 Jul 1963; .*POB Sampletown, Belize; .*Linked To: EXAMPLE TRADING; Address: 1 Test Street, Sampletown, Belize$/,
      ),
    });
  });

  it('keeps the word order of a company name, and joins remarks with their continuation', async () => {
    const { entries } = await readAll(ofacSdn, LIST);
    const company = entries[1]!;
    expect(company.names.map(({ name }) => name)).toEqual(['EXAMPLE TRADING, SHIPPING & CO., LTD.', 'EXTRA']);
    expect(company.identifiers).toEqual([
      { type: 'website', value: 'www.example.test' },
      { type: 'website', value: 'example.test' },
      { type: 'email', value: 'info@example.test' },
      { type: 'tax id', value: '7700-01', country: 'RU' },
      { type: 'registration number', value: 'HRB 4711', country: 'DE' },
      { type: 'business registration number', value: '0582030', country: 'US' },
      { type: 'digital currency address xbt', value: '1ExampleWalletAddress' },
      { type: 'swift/bic', value: 'EXMPTEST1' },
    ]);
    expect(company.countries).toEqual(['RU', 'DE', 'US', 'PA', 'PS']);
  });

  it('joins a remark that the limit of 1,000 characters cuts in the middle of a word', async () => {
    const start = `${'x'.repeat(980)}; Passport P00`.padEnd(1000, '1');
    const sdn = sdnLine(1, 'EXAMPLE, Ann', start);
    const { entries } = await readAll(ofacSdn, { sdn, comments: '1,"99 (Oman)."\n' });
    expect(entries[0]!.identifiers).toEqual([
      { type: 'passport', value: `${start.slice(start.indexOf('P00'))}99`, country: 'OM' },
    ]);
  });

  it('reads vessels and aircraft', async () => {
    const { entries } = await readAll(ofacSdn, LIST);
    expect(entries[2]).toMatchObject({
      countries: ['CK'],
      identifiers: [
        { type: 'call sign', value: 'C4LL5' },
        { type: 'imo number', value: '9000003' },
        { type: 'mmsi', value: '100000001' },
      ],
    });
    expect(entries[2]!.remarks).toContain(
      'Vessel type: Crude Oil Tanker; Tonnage: 100; Gross tonnage: 200; Owner: Example Owner',
    );
    expect(entries[3]!.identifiers).toEqual([
      { type: 'aircraft serial number', value: '1023' },
      { type: 'aircraft tail number', value: 'XX-TST1' },
    ]);
  });

  it('reads a country after a comma, a range of years and a name with a suffix', async () => {
    const { entries } = await readAll(ofacSdn, LIST);
    expect(entries[4]).toMatchObject({
      names: [{ name: 'Bob SPECIMEN JR.' }, { name: 'Robert SPECIMEN' }],
      birth_dates: ['1958/1962'],
      countries: ['KE'],
      identifiers: [{ type: 'national id', value: '1372', country: 'KE' }],
      remarks: expect.stringContaining('Title: Minister of Samples'),
    });
  });

  it.each([
    ['DOB Mar 1975', '1975-03'],
    ['DOB circa Mar 1975', '1973/1977'],
    ['DOB circa 1979-1982', '1979/1982'],
    ['DOB 01 Jan 1964 to 31 Dec 1965', '1964/1965'],
    ['DOB 01 Mar 1964 to 31 Mar 1964', '1964'],
    ['DOB 1949', '1949'],
  ])('reads %s as %s', async (remark, date) => {
    expect((await remarksOf(`${remark}.`)).birth_dates).toEqual([date]);
  });

  it.each(['DOB 31 Feb 1975', 'DOB unknown', 'DOB 1 to 2 to 3'])('keeps %s as a remark only', async (remark) => {
    expect(await remarksOf(remark)).toMatchObject({ birth_dates: [], remarks: remark });
  });

  it.each([
    ['R.F.C. ABCD-771110-HQ1 (Mexico)', { type: 'rfc', value: 'ABCD-771110-HQ1', country: 'MX' }],
    ['C.U.R.P. # ABCD67125HCHRRG06 (Mexico) issued 1968', { type: 'curp', value: 'ABCD67125HCHRRG06', country: 'MX' }],
    ['NIT # 800146749-7 (Colombia)', { type: 'nit', value: '800146749-7', country: 'CO' }],
    ['Cedula No. 162478 (Colombia)', { type: 'cedula', value: '162478', country: 'CO' }],
    ['Trade License No. C 50905 (Malta)', { type: 'trade license', value: 'C 50905', country: 'MT' }],
    ['V.A.T. Number BE 454,419,759', { type: 'vat number', value: 'BE 454,419,759' }],
    ['Identification Number IMO 5342883', { type: 'imo number', value: '5342883' }],
    ['Diplomatic Passport 008827 (Iran) issued 1999', { type: 'diplomatic passport', value: '008827', country: 'IR' }],
    ['BIK (RU) 044525607', { type: 'bik', value: '044525607' }],
    ['Some New Registry Number 12-34 (Kosovo)', { type: 'some new registry number', value: '12-34', country: 'XK' }],
  ])('reads the identifier in %s', async (remark, identifier) => {
    expect((await remarksOf(remark)).identifiers).toEqual([identifier]);
  });

  it.each([
    'Telephone No. 009613679153',
    'Aircraft Model A340-642',
    'Chinese Commercial Code 1728 4320',
    'Secondary sanctions risk: Regulations, section 510.201',
    'Executive Order 13662 Directive Determination',
    'President since 1979',
    'Passport (Iran)',
  ])('finds no identifier in %s', async (remark) => {
    expect((await remarksOf(remark)).identifiers).toEqual([]);
  });

  it('works with sdn.csv alone', async () => {
    const { entries, issues } = await readAll(ofacSdn, { sdn: OFAC_SDN });
    expect(entries).toHaveLength(5);
    expect(issues).toEqual([]);
  });

  it('does not depend on the order of the lines', async () => {
    const turned = (text: string) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .reverse()
        .join('\n');
    const expected = await readAll(ofacSdn, LIST);
    const { entries, issues } = await readAll(ofacSdn, { ...LIST, alt: turned(OFAC_ALT), add: turned(OFAC_ADD) });
    expect(issues).toEqual([]);
    const sorted = (all: typeof entries) =>
      all.map((entry) => ({ ...entry, names: entry.names.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }));
    expect(sorted(entries)).toEqual(sorted(expected.entries));
  });

  it('reports malformed records and reads the others', async () => {
    const sdn = `${sdnLine(1, 'EXAMPLE, Ann')}2,"SHORT"\n${sdnLine('x', 'NO NUMBER')}4,"OPEN,-0- ,-0- \n${sdnLine(5, 'EXAMPLE, Bob')}${sdnLine(1, 'AGAIN, Ann')}${sdnLine(6, '...')}${sdnLine(7, 'TEST', 'x', 'balloon')}`;
    const { entries, issues } = await readAll(ofacSdn, {
      sdn,
      alt: '5,1,"aka","EXAMPLE, Robert",-0- \n9,1,"aka","NOBODY",-0- \n',
    });
    expect(entries.map(({ id, schema }) => [id, schema])).toEqual([
      ['1', 'Person'],
      ['5', 'Person'],
      ['7', 'Company'],
    ]);
    expect(entries[1]!.names).toHaveLength(2);
    expect(issues.map(({ file, line, kind, reason }) => [file, line, kind, reason])).toEqual([
      ['sdn', 2, 'malformed', 'the record has 2 columns instead of 12'],
      ['sdn', 3, 'malformed', 'the first column is not the number of an entry'],
      ['sdn', 4, 'malformed', 'a quoted field is not closed on this line'],
      ['sdn', 6, 'malformed', 'the number 1 is duplicated; the first record was kept'],
      ['sdn', 7, 'malformed', 'the record has no name'],
      ['sdn', 8, 'odd', 'the type "balloon" is unknown; the record is read as an entity'],
      ['alt', 2, 'malformed', 'the number 9 is not in sdn.csv'],
    ]);
    expect(issues[0]!.excerpt).toBe('2,"SHORT"');
  });

  it('reads CRLF, a byte order mark and Windows-1252, and reports Windows-1252', async () => {
    const latin = Buffer.from(sdnLine(2, 'MU\u00d1OZ, Jos\u00e9').replace('\n', '\r\n'), 'latin1');
    const quotes = Buffer.concat([
      Buffer.from('3,"O'),
      Buffer.from([0x92]),
      Buffer.from(sdnLine(3, 'NEIL, Ann').slice(3)),
    ]);
    const sdn = Buffer.concat([
      Buffer.from(`\ufeff${sdnLine(1, 'Mu\u00f1oz, Ann').replace('\n', '\r\n')}`),
      latin,
      quotes,
    ]);
    const { entries, issues } = await readAll(ofacSdn, { sdn });
    expect(entries.map(({ names }) => names[0]!.name)).toEqual([
      'Ann Mu\u00f1oz',
      'Jos\u00e9 MU\u00d1OZ',
      'Ann O\u2019NEIL',
    ]);
    expect(issues).toMatchObject([{ line: 2, reason: expect.stringContaining('Windows-1252') }]);
  });

  it.each([
    ['an HTML page', '<!DOCTYPE html>\n<html><body>Not found</body></html>\n', /expected 12 columns.*line 1.*DOCTYPE/],
    ['an empty file', '', /the file is empty/],
    ['another CSV', 'id,schema,name\n1,2,3\n', /expected 12 columns/],
  ])('rejects %s', async (_, sdn, message) => {
    await expect(readAll(ofacSdn, { sdn })).rejects.toThrow(
      expect.objectContaining({ name: 'NotThisFormat', file: 'sdn', message: expect.stringMatching(message) }),
    );
  });

  it('rejects another file as alt.csv, but accepts an empty alt.csv', async () => {
    const sdn = sdnLine(1, 'EXAMPLE, Ann');
    await expect(readAll(ofacSdn, { sdn, alt: OFAC_ADD })).rejects.toThrow(expect.objectContaining({ file: 'alt' }));
    expect((await readAll(ofacSdn, { sdn, alt: '' })).entries).toHaveLength(1);
  });
});
