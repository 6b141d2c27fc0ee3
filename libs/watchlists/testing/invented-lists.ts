/** Small lists in each format, for tests. The layout is that of the real files. All persons are invented. */

export const OFAC_SDN = [
  `101,"EXAMPLE TESTER, Ann Mary","individual","SDNTK] [CYBER2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 28 Jul 1963; alt. DOB circa 1960; POB Sampletown, Belize; nationality Korea, North; citizen Burma; Gender Female; Passport P0017003 (Belize) issued 01 Feb 2001 expires 01 Feb 2011; alt. Passport RL 55 66 (Lebanon); SSN 000-12-3456 (United States); a.k.a. 'THE TESTER'; Linked To: EXAMPLE TRADING."`,
  `102,"EXAMPLE TRADING, SHIPPING & CO., LTD.",-0- ,"IRAN-TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Website www.example.test; alt. Website example.test; Email Address info@example.test; Tax ID No. 7700-01 (Russia); Registration Number HRB 4711 (Germany); Business Registration Number 0582030 (Connecticut) (United States); Telephone 0021; a.k.a. 'EXTRA'; Digital Currency Address - XBT 1ExampleWalletAddress"`,
  `103,"SAMPLE STAR","vessel","IRAN-TEST",-0- ,"C4LL5","Crude Oil Tanker","100","200","Cook Islands","Example Owner","Vessel Registration Identification IMO 9000003; MMSI 100000001."`,
  `104,"XX-TST","aircraft","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Aircraft Model A1-2; Aircraft Manufacturer's Serial Number (MSN) 1023; Aircraft Tail Number XX-TST1."`,
  `105,"SPECIMEN, JR., Bob","individual","SDGT","Minister of Samples",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1958 to 1962; nationality undetermined; National ID No.: 1372, Kenya."`,
  '',
].join('\n');

export const OFAC_ALT = [
  `101,1,"aka","TESTER, Annie",-0- `,
  `101,2,"aka","ATE",-0- `,
  `105,3,"fka","SPECIMEN, Robert",-0- `,
  '',
].join('\n');

export const OFAC_ADD = [
  `101,1,"1 Test Street","Sampletown","Belize",-0- `,
  `102,2,-0- ,-0- ,"Region: Gaza",-0- `,
  `105,3,-0- ,-0- ,-0- ,-0- `,
  '',
].join('\n');

export const OFAC_COMMENTS = [`102,"; SWIFT/BIC EXMPTEST1; nationality Panama."`, '\u001a'].join('\n');

export const UN_LIST = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST dateGenerated="2026-01-01T00:00:00.000Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <DATAID>1</DATAID>
      <FIRST_NAME>ANN</FIRST_NAME>
      <SECOND_NAME>MARY</SECOND_NAME>
      <THIRD_NAME>EXAMPLE &amp; CO</THIRD_NAME>
      <UN_LIST_TYPE>TESTLAND</UN_LIST_TYPE>
      <REFERENCE_NUMBER>TLi.001</REFERENCE_NUMBER>
      <LISTED_ON>2012-12-31</LISTED_ON>
      <NAME_ORIGINAL_SCRIPT>Анна Пример</NAME_ORIGINAL_SCRIPT>
      <COMMENTS1>First line
second line</COMMENTS1>
      <DESIGNATION><VALUE>Head of samples</VALUE></DESIGNATION>
      <NATIONALITY><VALUE>Iran (Islamic Republic of)</VALUE><VALUE>Atlantis</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>EXAMPLE, Annie; Anne Exemplar</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Big Sample</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Образец Тестова (Obrazets Testova)</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ADDRESS><CITY>Sampletown</CITY><COUNTRY>Democratic Republic of the Congo</COUNTRY></INDIVIDUAL_ADDRESS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-03-12</DATE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1968</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1977</FROM_YEAR><TO_YEAR>1982</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973 </NOTE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Birthville</CITY><COUNTRY>Mali</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER> AB123 </NUMBER><ISSUING_COUNTRY>Oman</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
      <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>national identity card number 44-55</NUMBER></INDIVIDUAL_DOCUMENT>
      <INDIVIDUAL_DOCUMENT/>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <!-- <ENTITY> in a comment is none -->
  <ENTITIES>
    <ENTITY>
      <DATAID>2</DATAID>
      <FIRST_NAME>SAMPLE AIRLINES ; SPECIMEN AIR</FIRST_NAME>
      <UN_LIST_TYPE>TESTLAND</UN_LIST_TYPE>
      <ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Sample Flights, Limited</ALIAS_NAME></ENTITY_ALIAS>
      <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>SAL</ALIAS_NAME></ENTITY_ALIAS>
      <ENTITY_ADDRESS><COUNTRY/></ENTITY_ADDRESS>
    </ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>
`;

export const EU_LIST = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-01T00:00:00.000+01:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="TLi.001" euReferenceNumber="EU.1.11" logicalId="1">
    <remark>A remark &#228;</remark>
    <regulation regulationType="amendment" numberTitle="2026/1 (OJ L1)" programme="TST" logicalId="5"><publicationUrl>http://example.test/</publicationUrl></regulation>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="A." lastName="E." wholeName="A. E. &quot;Weak&quot;" function="" strong="false" logicalId="2"/>
    <nameAlias firstName="Ann" middleName="" lastName="Example" wholeName="Ann Example" function="Head of samples" gender="F" title="Dr" strong="true" logicalId="3">
      <regulationSummary numberTitle="2026/1 (OJ L1)"/>
    </nameAlias>
    <nameAlias wholeName="Анна Пример" nameLanguage="RU" strong="true" logicalId="4"/>
    <nameAlias firstName="Annie" lastName="Sample" wholeName="" strong="true" logicalId="6"><remark>(Low quality alias)</remark></nameAlias>
    <citizenship region="" countryIso2Code="BY" countryDescription="BELARUS"/>
    <citizenship region="Former Atlantis" countryIso2Code="00" countryDescription="UNKNOWN"/>
    <birthdate circa="false" calendarType="GREGORIAN" city="Birthville" birthdate="1964-02-21" year="1964" countryIso2Code="00" countryDescription="UNKNOWN"/>
    <birthdate circa="true" calendarType="GREGORIAN" year="1960" countryIso2Code="00" countryDescription="UNKNOWN"/>
    <birthdate circa="false" calendarType="GREGORIAN" monthOfYear="3" year="1959"/>
    <birthdate circa="false" calendarType="GREGORIAN" yearRangeFrom="1955" yearRangeTo="1957"/>
    <birthdate circa="false" calendarType="ISLAMIC" year="1380"/>
    <address street="1 Test Street" city="Sampletown" countryIso2Code="00" countryDescription="SYRIAN ARAB REPUBLIC">
      <contactInfo key="EMAIL" value="ann@example.test; second@example.test"/>
      <contactInfo key="WEB" value="www.example.test"/>
      <contactInfo key="PHONE" value="123"/>
    </address>
    <identification number="AD001" latinNumber="" knownFalse="false" countryIso2Code="RU" identificationTypeCode="passport" identificationTypeDescription="National passport"/>
    <identification number="FAKE9" latinNumber="" knownFalse="true" countryIso2Code="00" identificationTypeCode="id" identificationTypeDescription="National identification card"/>
  </sanctionEntity>
  <sanctionEntity logicalId="2">
    <subjectType code="enterprise" classificationCode="E"/>
    <nameAlias wholeName="Example Works GmbH" strong="true"/>
    <identification number="HRB 4711" countryIso2Code="DE" identificationTypeCode="regnumber" identificationTypeDescription="Registration Number"/>
  </sanctionEntity>
</export>
`;

const UK_HEADER =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,National Identifier additional information,Passport number,Passport additional information,Position,Gender,Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company,Business registration number (s),IMO number,Current owner/operator (s),Previous owner/operator (s),Current believed flag of ship,Previous flags,Type of ship,Tonnage of ship,Length of ship,Year Built,Hull identification number (HIN)';

/** Builds a row of the UK Sanctions List. Columns that are not in `cells` are empty. */
function ukRow(cells: Record<string, string>): string {
  return UK_HEADER.split(',')
    .map((column) => cells[column] ?? '')
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

export const UK_LIST = [
  'Report Date: 01-Jan-2026',
  UK_HEADER,
  ukRow({
    'Unique ID': 'TST0001',
    'Name 6': 'EXEMPLAR',
    'Name 1': 'Annie',
    'Name type': 'Alias',
    'Alias strength': 'Good quality a.k.a',
    'Designation Type': 'Individual',
    'Regime Name': 'The Testland (Sanctions) Regulations 2020',
    'D.O.B': 'dd/mm/1958',
  }),
  ukRow({
    'Unique ID': 'TST0002',
    'Name 6': 'SAMPLE STAR',
    'Name type': 'Primary Name',
    'Designation Type': 'Ship',
    'Regime Name': 'The Testland (Sanctions) Regulations 2020',
    'IMO number': '9000003',
    'Current believed flag of ship': 'Panama',
  }),
  ukRow({
    'Unique ID': 'TST0001',
    'Name 6': 'EXAMPLE',
    'Name 1': 'Ann',
    'Name 2': 'Mary',
    'Name type': 'Primary Name',
    Title: 'Dr',
    'Name non-latin script': 'Анна Пример',
    'Designation Type': 'Individual',
    'Regime Name': 'The Testland (Sanctions) Regulations 2020',
    'Other Information': 'First line\nsecond "line"',
    'Address Line 1': '1 Test Street',
    'Address Country': 'Syria',
    'D.O.B': '17/03/1958',
    'Nationality(/ies)': '(1) Russia (2) Atlantis',
    'Passport number': '(1) AB123 (2) CD456.',
    'National Identifier number': '7700-01',
    'Town of birth': 'Birthville',
  }),
  ukRow({
    'Unique ID': 'TST0001',
    'Name 6': 'THE SAMPLE',
    'Name type': 'Alias',
    'Alias strength': 'Low quality a.k.a',
    'Designation Type': 'Individual',
    'Regime Name': 'The Testland (Sanctions) Regulations 2020',
  }),
  '',
].join('\r\n');

export const OFSI_LIST = [
  'Last Updated,01/01/2026',
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Non-Latin Script Type,Non-Latin Script Language,DOB,Town of Birth,Country of Birth,Nationality,Passport Number,Passport Details,National Identification Number,National Identification Details,Position,Address 1,Address 2,Address 3,Address 4,Address 5,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,UK Sanctions List Date Designated,Last Updated,Group ID',
  'EXAMPLE,Ann,n/a,,,,,,,,00/00/1958,,,Iran,AB123,,,,,,,,,,Sampletown,,Iran,"Remark, with a comma",Individual,Primary name,,Testland,01/01/2020,01/01/2020,01/01/2021,7001',
  'EXEMPLAR,Annie,,,,,,,,,,,,,,,,,,,,,,,,,,,Individual,AKA,Low,Testland,01/01/2020,01/01/2020,01/01/2021,7001',
  '',
].join('\r\n');

export const TARGETS_LIST = [
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change',
  '"T-1","Person","Ann Example","Annie Exemplar;""Example; Ann"";Анна Пример","1960-01-02;1961","by;ua-cri;suhh","1 Test Street","AB123;7700-01","Testland Regulation - 2026","+1 23","ann@example.test","TST-1","Testland Sanctions","2022-01-01T00:00:00","2026-01-01T00:00:00","2025-01-01T00:00:00"',
  '"T-2","Organization","Example Works","","","de","","","","","","","Testland Parliament PEPs","2022-01-01","2026-01-01","2025-01-01"',
  '"T-3","Address","1 Test Street","","","","","","","","","","Testland Sanctions","2022-01-01","2026-01-01","2025-01-01"',
  '"T-4","Vessel","Sample Star","","","pa","","IMO9000003","Testland Regulation","","","","Testland Sanctions","2022-01-01","2026-01-01","2025-01-01"',
  '',
].join('\n');

export const FTM_LIST = [
  {
    id: 'F-1',
    caption: 'Ann Example',
    schema: 'Person',
    properties: {
      name: ['Анна Пример', 'Ann Example'],
      alias: ['Annie Exemplar'],
      weakAlias: ['The Big Sample'],
      birthDate: ['1960-01-02', '1961'],
      nationality: ['by'],
      country: ['suhh'],
      topics: ['role.pep', 'sanction', 'gov'],
      passportNumber: ['AB123'],
      taxNumber: ['7700-01'],
      position: ['Head of samples'],
    },
    target: true,
  },
  { id: 'F-2', caption: '1 Test Street', schema: 'Address', properties: { full: ['1 Test Street'] }, target: false },
  { id: 'F-3', caption: 'Bob Bystander', schema: 'Person', properties: { name: ['Bob Bystander'] }, target: false },
  {
    id: 'F-4',
    caption: 'Carla Associate',
    schema: 'Person',
    properties: { name: ['Carla Associate'], topics: ['role.rca'] },
    target: false,
  },
  {
    id: 'F-5',
    caption: 'Sample Star',
    schema: 'Vessel',
    properties: { name: ['Sample Star'], imoNumber: ['IMO9000003'], flag: ['pa'], topics: ['sanction.linked'] },
    target: true,
  },
  { id: 'F-6', caption: 'Dora Doe', schema: 'LegalEntity', properties: { name: ['Dora Doe'], gender: ['female'] } },
]
  .map((entity) => `${JSON.stringify(entity)}\n`)
  .join('');
