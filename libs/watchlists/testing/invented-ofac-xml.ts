/** The first and third entries of OFAC's invented list, in OFAC's two XML formats. All persons are invented. */

export const OFAC_XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>01/01/2026</Publish_Date><Record_Count>2</Record_Count></publshInformation>
  <sdnEntry>
    <uid>101</uid>
    <firstName>Ann Mary</firstName>
    <lastName>EXAMPLE TESTER</lastName>
    <title>Minister of Samples</title>
    <sdnType>Individual</sdnType>
    <remarks>(Linked To: EXAMPLE TRADING)</remarks>
    <programList><program>SDNTK</program><program>CYBER2</program></programList>
    <idList>
      <id><uid>1</uid><idType>Passport</idType><idNumber>P0017003</idNumber><idCountry>Belize</idCountry><issueDate>01 Feb 2001</issueDate><expirationDate>01 Feb 2011</expirationDate></id>
      <id><uid>2</uid><idType>Gender</idType><idNumber>Female</idNumber></id>
      <id><uid>3</uid><idType>Digital Currency Address - XBT</idType><idNumber>1ExampleWalletAddress</idNumber></id>
      <id><uid>4</uid><idType>Email Address</idType><idNumber>ann@example.test</idNumber></id>
      <id><uid>5</uid><idType>Residency Permit</idType><idNumber>RP-778</idNumber><idCountry>Oman</idCountry></id>
    </idList>
    <akaList>
      <aka><uid>6</uid><type>a.k.a.</type><category>strong</category><lastName>TESTER</lastName><firstName>Annie</firstName></aka>
      <aka><uid>7</uid><type>a.k.a.</type><category>weak</category><lastName>THE TESTER</lastName></aka>
    </akaList>
    <addressList>
      <address><uid>8</uid><address1>1 Test Street</address1><city>Sampletown</city><country>Belize</country></address>
    </addressList>
    <nationalityList><nationality><uid>9</uid><country>Korea, North</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <citizenshipList><citizenship><uid>10</uid><country>Atlantis</country><mainEntry>true</mainEntry></citizenship></citizenshipList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>11</uid><dateOfBirth>28 Jul 1963</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>12</uid><dateOfBirth>circa 1960</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><uid>13</uid><placeOfBirth>Sampletown, Belize</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry>
    <uid>103</uid>
    <lastName>SAMPLE STAR</lastName>
    <sdnType>Vessel</sdnType>
    <programList><program>IRAN-TEST</program></programList>
    <idList><id><uid>14</uid><idType>Vessel Registration Identification</idType><idNumber>IMO 9000003</idNumber></id></idList>
    <vesselInfo><callSign>C4LL5</callSign><vesselType>Crude Oil Tanker</vesselType><vesselFlag>Cook Islands</vesselFlag><vesselOwner>Example Owner</vesselOwner><tonnage>100</tonnage></vesselInfo>
  </sdnEntry>
</sdnList>
`;

/** One day of a period, with its parts as elements. */
const day = (name: string, year: number, month: number, date: number): string =>
  `<${name}><Year>${year}</Year><Month>${month}</Month><Day>${date}</Day></${name}>`;
const period = (from: [number, number, number], to: [number, number, number], approximate = 'false'): string =>
  `<DatePeriod CalendarTypeID="1" YearFixed="false" MonthFixed="false" DayFixed="false"><Start Approximate="${approximate}" YearFixed="false">${day('From', ...from)}${day('To', ...from)}</Start><End Approximate="${approximate}">${day('From', ...to)}${day('To', ...to)}</End></DatePeriod>`;

/** A feature with a text. */
const feature = (type: number, text: string): string =>
  `<Feature FeatureTypeID="${type}"><FeatureVersion><VersionDetail DetailTypeID="1432">${text}</VersionDetail></FeatureVersion></Feature>`;

export const OFAC_ADVANCED = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML" Version="3">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>1</Month><Day>1</Day></DateOfIssue>
  <ReferenceValueSets>
    <AliasTypeValues><AliasType ID="1403">Name</AliasType><AliasType ID="1400">A.K.A.</AliasType></AliasTypeValues>
    <AreaCodeValues><AreaCode ID="1001" CountryID="11" Description="Gaza">Region: Gaza</AreaCode></AreaCodeValues>
    <CountryValues><Country ID="11" ISO2="BZ">Belize</Country><Country ID="12">Korea, North</Country><Country ID="13">Cook Islands</Country></CountryValues>
    <DetailReferenceValues><DetailReference ID="91526">Female</DetailReference></DetailReferenceValues>
    <FeatureTypeValues>
      <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      <FeatureType ID="9" FeatureTypeGroupID="1">Place of Birth</FeatureType>
      <FeatureType ID="10" FeatureTypeGroupID="1">Nationality Country</FeatureType>
      <FeatureType ID="25" FeatureTypeGroupID="1">Location</FeatureType>
      <FeatureType ID="224" FeatureTypeGroupID="1">Gender</FeatureType>
      <FeatureType ID="344" FeatureTypeGroupID="1">Digital Currency Address - XBT</FeatureType>
      <FeatureType ID="3" FeatureTypeGroupID="1">Vessel Flag</FeatureType>
      <FeatureType ID="1" FeatureTypeGroupID="1">Vessel Call Sign</FeatureType>
      <FeatureType ID="4" FeatureTypeGroupID="1">Vessel Gross Registered Tonnage</FeatureType>
      <FeatureType ID="5" FeatureTypeGroupID="1">Vessel Tonnage</FeatureType>
      <FeatureType ID="26" FeatureTypeGroupID="1">Title</FeatureType>
      <FeatureType ID="646" FeatureTypeGroupID="1">Listing Date (EO 14024 Directive 1a):</FeatureType>
      <FeatureType ID="800" FeatureTypeGroupID="1">Business Registration Number</FeatureType>
      <FeatureType ID="801" FeatureTypeGroupID="1">MMSI</FeatureType>
      <FeatureType ID="14" FeatureTypeGroupID="1">Website</FeatureType>
      <FeatureType ID="900" FeatureTypeGroupID="1">A new feature</FeatureType>
    </FeatureTypeValues>
    <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType><IDRegDocType ID="1626">Vessel Registration Identification</IDRegDocType></IDRegDocTypeValues>
    <LocPartTypeValues><LocPartType ID="1451">ADDRESS1</LocPartType><LocPartType ID="1454">CITY</LocPartType></LocPartTypeValues>
    <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType><NamePartType ID="1526">Vessel Name</NamePartType></NamePartTypeValues>
    <PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
    <RelationTypeValues><RelationType ID="15003">Associate Of</RelationType></RelationTypeValues>
    <SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="2">Block</SanctionsType></SanctionsTypeValues>
  </ReferenceValueSets>
  <Locations>
    <Location ID="501"><LocationCountry CountryID="11" CountryRelevanceID="1"/><LocationPart LocPartTypeID="1451"><LocationPartValue Primary="true"><Value>1 Test Street</Value></LocationPartValue></LocationPart><LocationPart LocPartTypeID="1454"><LocationPartValue Primary="true"><Value>Sampletown</Value></LocationPartValue></LocationPart></Location>
    <Location ID="502"><LocationCountry CountryID="12"/></Location>
    <Location ID="503"><LocationPart LocPartTypeID="1454"><LocationPartValue Primary="true"><Value>Birthville, Mali</Value></LocationPartValue></LocationPart></Location>
    <Location ID="504"><LocationCountry CountryID="13"/></Location>
    <Location ID="505"><LocationAreaCode AreaCodeID="1001"/></Location>
  </Locations>
  <IDRegDocuments>
    <IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="4001" IssuedBy-CountryID="11" ValidityID="1"><IDRegistrationNo>P0017003</IDRegistrationNo></IDRegDocument>
    <IDRegDocument ID="2" IDRegDocTypeID="1626" IdentityID="4002"><IDRegistrationNo>IMO 9000003</IDRegistrationNo></IDRegDocument>
  </IDRegDocuments>
  <DistinctParties>
    <DistinctParty FixedRef="101">
      <Comment/>
      <Profile ID="101" PartySubTypeID="4">
        <Identity ID="4001" FixedRef="101" Primary="true" False="false">
          <Alias FixedRef="101" AliasTypeID="1403" Primary="true" LowQuality="false">
            <DocumentedName ID="1" FixedRef="101" DocNameStatusID="1">
              <DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215" ScriptStatusID="1" Acronym="false">EXAMPLE TESTER</NamePartValue></DocumentedNamePart>
              <DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215" ScriptStatusID="1" Acronym="false">Ann Mary</NamePartValue></DocumentedNamePart>
            </DocumentedName>
            <DocumentedName ID="2" FixedRef="101" DocNameStatusID="2">
              <DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="220">Тестер</NamePartValue></DocumentedNamePart>
              <DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="220">Анна</NamePartValue></DocumentedNamePart>
            </DocumentedName>
          </Alias>
          <Alias FixedRef="101" AliasTypeID="1400" Primary="false" LowQuality="true">
            <DocumentedName ID="3" FixedRef="101"><DocumentedNamePart><NamePartValue NamePartGroupID="1">THE TESTER</NamePartValue></DocumentedNamePart></DocumentedName>
          </Alias>
          <NamePartGroups>
            <MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup>
            <MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup>
          </NamePartGroups>
        </Identity>
        <Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1">${period([1963, 7, 28], [1963, 7, 28])}</FeatureVersion></Feature>
        <Feature ID="2" FeatureTypeID="8"><FeatureVersion ID="2">${period([1960, 1, 1], [1960, 12, 31], 'true')}</FeatureVersion></Feature>
        <Feature ID="3" FeatureTypeID="8"><FeatureVersion ID="3">${period([1958, 3, 1], [1958, 3, 31])}</FeatureVersion></Feature>
        <Feature ID="4" FeatureTypeID="8"><FeatureVersion ID="4">${period([1955, 1, 1], [1957, 12, 31])}</FeatureVersion></Feature>
        <Feature ID="5" FeatureTypeID="9"><FeatureVersion ID="5"><VersionLocation LocationID="503"/></FeatureVersion></Feature>
        <Feature ID="6" FeatureTypeID="10"><FeatureVersion ID="6"><VersionLocation LocationID="502"/></FeatureVersion></Feature>
        <Feature ID="7" FeatureTypeID="25"><FeatureVersion ID="7"><VersionLocation LocationID="501"/></FeatureVersion></Feature>
        <Feature ID="8" FeatureTypeID="25"><FeatureVersion ID="8"><VersionLocation LocationID="505"/></FeatureVersion></Feature>
        <Feature ID="9" FeatureTypeID="25"><FeatureVersion ID="9"><VersionLocation LocationID="999"/></FeatureVersion></Feature>
        <Feature ID="10" FeatureTypeID="224"><FeatureVersion ID="10"><VersionDetail DetailTypeID="1431" DetailReferenceID="91526"/></FeatureVersion></Feature>
        <Feature ID="11" FeatureTypeID="344"><FeatureVersion ID="11"><VersionDetail DetailTypeID="1432">1ExampleWalletAddress</VersionDetail></FeatureVersion></Feature>
      </Profile>
    </DistinctParty>
    <DistinctParty FixedRef="103">
      <Profile ID="103" PartySubTypeID="1">
        <Identity ID="4002" FixedRef="103" Primary="true">
          <Alias FixedRef="103" AliasTypeID="1403" Primary="true" LowQuality="false">
            <DocumentedName ID="4"><DocumentedNamePart><NamePartValue NamePartGroupID="3">SAMPLE STAR</NamePartValue></DocumentedNamePart></DocumentedName>
          </Alias>
          <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="3" NamePartTypeID="1526"/></MasterNamePartGroup></NamePartGroups>
        </Identity>
        <Feature ID="12" FeatureTypeID="3"><FeatureVersion ID="12"><VersionLocation LocationID="504"/></FeatureVersion></Feature>
        <Feature ID="13" FeatureTypeID="1"><FeatureVersion ID="13"><VersionDetail DetailTypeID="1432">C4LL5</VersionDetail></FeatureVersion></Feature>
        ${feature(4, '61991')}${feature(5, '115000')}${feature(26, 'Deputy of Unit 61398')}${feature(646, '24 Feb 2022')}
        ${feature(800, '1127746')}${feature(801, '572469210')}${feature(14, 'www.example.test')}${feature(900, 'No. 12345')}
      </Profile>
    </DistinctParty>
  </DistinctParties>
  <ProfileRelationships>
    <ProfileRelationship ID="1" From-ProfileID="101" To-ProfileID="103" RelationTypeID="15003" RelationQualityID="1" Former="false"/>
    <ProfileRelationship ID="2" From-ProfileID="101" To-ProfileID="9999" RelationTypeID="15003"/>
  </ProfileRelationships>
  <SanctionsEntries>
    <SanctionsEntry ID="101" ProfileID="101" ListID="1550"><EntryEvent ID="1" EntryEventTypeID="1" LegalBasisID="1"><Comment/></EntryEvent><SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>SDNTK</Comment></SanctionsMeasure><SanctionsMeasure ID="2" SanctionsTypeID="1"><Comment>CYBER2</Comment></SanctionsMeasure><SanctionsMeasure ID="3" SanctionsTypeID="2"><Comment/></SanctionsMeasure></SanctionsEntry>
    <SanctionsEntry ID="103" ProfileID="103" ListID="1550"><SanctionsMeasure ID="4" SanctionsTypeID="1"><Comment>IRAN-TEST</Comment></SanctionsMeasure></SanctionsEntry>
  </SanctionsEntries>
  <SanctionsEntryLinks/>
</Sanctions>
`;
