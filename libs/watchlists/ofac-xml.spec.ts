import { ofacAdvanced } from './ofac-advanced';
import { ofacXml } from './ofac-xml';
import { OFAC_ADVANCED, OFAC_XML } from './testing/invented-ofac-xml';
import { readAll } from './testing/read-list';

describe('OFAC XML', () => {
  it('reads a person with all that the list has', async () => {
    const { entries, issues } = await readAll(ofacXml, { list: OFAC_XML });
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: '101',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Mary EXAMPLE TESTER', quality: 'primary' },
        { name: 'Annie TESTER', quality: 'alias' },
        { name: 'THE TESTER', quality: 'weak' },
      ],
      birth_dates: ['1963-07-28', '1958/1962'],
      gender: 'female',
      countries: ['KP', 'BZ', 'OM'],
      identifiers: [
        { type: 'passport', value: 'P0017003', country: 'BZ' },
        { type: 'digital currency address xbt', value: '1ExampleWalletAddress' },
        { type: 'email', value: 'ann@example.test' },
        { type: 'residency permit', value: 'RP-778', country: 'OM' },
      ],
      programs: ['SDNTK', 'CYBER2'],
      remarks: expect.stringMatching(
        /^Title: Minister of Samples; Place of birth: Sampletown, Belize; Country: Atlantis; Passport: P0017003 \(Belize\) issued 01 Feb 2001 expires 01 Feb 2011; Gender: Female; .*Address: 1 Test Street, Sampletown, Belize; \(Linked To: EXAMPLE TRADING\)$/,
      ),
    });
    expect(issues).toMatchObject([{ kind: 'odd', line: 4, record: '101', field: 'countries' }]);
  });

  it('makes no identifiers of what the list of documents says about an entry', async () => {
    const id = (type: string, number: string): string =>
      `<id><idType>${type}</idType><idNumber>${number}</idNumber></id>`;
    const described = id('Listing Date (EO 14024 Directive 1a):', '24 Feb 2022') + id('Vessel Tonnage', '115000');
    const long = id(`${'x '.repeat(100_000)}`, '12345');
    const list = `<sdnList><sdnEntry><uid>1</uid><lastName>SAMPLE</lastName><sdnType>Entity</sdnType><idList>${described}${long}</idList></sdnEntry></sdnList>`;
    const { entries } = await readAll(ofacXml, { list });
    expect(entries[0]!.identifiers).toEqual([]);
    expect(entries[0]!.remarks).toMatch(
      /^Listing Date \(EO 14024 Directive 1a\):: 24 Feb 2022; Vessel Tonnage: 115000; /,
    );
  });

  it('reads a vessel', async () => {
    const { entries } = await readAll(ofacXml, { list: OFAC_XML });
    expect(entries[1]).toMatchObject({
      id: '103',
      schema: 'Vessel',
      countries: ['CK'],
      identifiers: [
        { type: 'imo number', value: '9000003' },
        { type: 'call sign', value: 'C4LL5' },
      ],
      remarks:
        'Vessel Registration Identification: IMO 9000003; Vessel type: Crude Oil Tanker; Owner: Example Owner; Tonnage: 100',
    });
  });

  it('reports records that it cannot keep, and reads the others', async () => {
    const entry = (content: string): string => `<sdnEntry>${content}<sdnType>Entity</sdnType></sdnEntry>`;
    const list = `<sdnList>${entry('<lastName>NO NUMBER</lastName>')}${entry('<uid>1</uid>')}${entry('<uid>2</uid><lastName>KEPT</lastName>')}${entry('<uid>2</uid><lastName>AGAIN</lastName>')}<sdnEntry><uid>3</uid><lastName>BALLOON</lastName><sdnType>Balloon</sdnType></sdnEntry></sdnList>`;
    const { entries, issues } = await readAll(ofacXml, { list });
    expect(entries.map(({ id }) => id)).toEqual(['2', '3']);
    expect(issues.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['malformed', 'the record has no uid'],
      ['malformed', 'the record has no name'],
      ['malformed', 'the uid 2 is duplicated; the first record was kept'],
      ['odd', 'the sdnType "Balloon" is unknown; the record is read as an entity'],
    ]);
  });
});

describe('OFAC advanced XML', () => {
  it('joins a party with its places, documents, programmes and relationships', async () => {
    const { entries } = await readAll(ofacAdvanced, { list: OFAC_ADVANCED });
    expect(entries[0]).toEqual({
      list: 'test-list',
      id: '101',
      schema: 'Person',
      topics: ['sanction'],
      names: [
        { name: 'Ann Mary EXAMPLE TESTER', quality: 'primary' },
        { name: 'Анна Тестер', quality: 'alias' },
        { name: 'THE TESTER', quality: 'weak' },
      ],
      birth_dates: ['1963-07-28', '1958/1962', '1958-03', '1955/1957'],
      gender: 'female',
      countries: ['BZ', 'KP', 'PS'],
      identifiers: [
        { type: 'passport', value: 'P0017003', country: 'BZ' },
        { type: 'digital currency address xbt', value: '1ExampleWalletAddress' },
      ],
      programs: ['SDNTK', 'CYBER2'],
      remarks: expect.stringMatching(
        /^Passport: P0017003 \(Belize\); Place of Birth: Birthville, Mali; .*Address: 1 Test Street, Sampletown, Belize; .*Gender: Female; .*Associate Of: SAMPLE STAR$/,
      ),
    });
    expect(entries[1]).toMatchObject({
      id: '103',
      schema: 'Vessel',
      names: [{ name: 'SAMPLE STAR' }],
      countries: ['CK'],
      identifiers: [
        { type: 'imo number', value: '9000003' },
        { type: 'call sign', value: 'C4LL5' },
        { type: 'business registration number', value: '1127746' },
        { type: 'mmsi', value: '572469210' },
        { type: 'website', value: 'www.example.test' },
      ],
      programs: ['IRAN-TEST'],
      remarks: expect.stringContaining(
        'Vessel Gross Registered Tonnage: 61991; Vessel Tonnage: 115000; Title: Deputy of Unit 61398; ' +
          'Listing Date (EO 14024 Directive 1a): 24 Feb 2022; Business Registration Number: 1127746;',
      ),
    });
    expect(entries[1]!.remarks).toContain('A new feature: No. 12345');
  });

  it('reads a type and a feature of any length in time that does not grow faster than they', async () => {
    const long = `a${' :'.repeat(100_000)}b${' c'.repeat(100_000)}`;
    const list = OFAC_ADVANCED.replace('>A new feature<', `>${long}<`).replace('>Passport<', `>${long}<`);
    const { entries } = await readAll(ofacAdvanced, { list });
    expect(entries).toHaveLength(2);
    expect(entries[0]!.identifiers.map(({ type }) => type)).toEqual(['digital currency address xbt']);
  });

  it('reports references to what is not in the file', async () => {
    const { issues } = await readAll(ofacAdvanced, { list: OFAC_ADVANCED });
    expect(issues.map(({ kind, record, reason }) => [kind, record, reason])).toEqual([
      ['malformed', undefined, 'the profile 9999 is that of no party in the file'],
      ['odd', '101', 'the place 999 of "Location" is not in the file'],
    ]);
  });

  it('returns nothing of a file that ends early', async () => {
    const cut = OFAC_ADVANCED.slice(0, OFAC_ADVANCED.indexOf('<SanctionsEntries>'));
    await expect(readAll(ofacAdvanced, { list: cut })).rejects.toThrow(expect.objectContaining({ name: 'BrokenFile' }));
  });

  it('rejects another XML', async () => {
    await expect(readAll(ofacAdvanced, { list: OFAC_XML })).rejects.toThrow(
      /root element <Sanctions>; found <sdnList>/,
    );
    await expect(readAll(ofacXml, { list: OFAC_ADVANCED })).rejects.toThrow(
      /root element <sdnList>; found <Sanctions>/,
    );
  });
});
