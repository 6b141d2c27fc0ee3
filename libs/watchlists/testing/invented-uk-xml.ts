/** A UK Sanctions List as XML. All persons are invented. */
export const UK_XML = `<?xml version="1.0" encoding="utf-8"?>
<Designations>
  <DateGenerated>01/01/2026</DateGenerated>
  <Designation>
    <LastUpdated>01/01/2026</LastUpdated>
    <DateDesignated>02/02/2020</DateDesignated>
    <UniqueID>TST0001</UniqueID>
    <OFSIGroupID>7001</OFSIGroupID>
    <UNReferenceNumber/>
    <Names>
      <Name><Name1>Annie</Name1><Name6>EXEMPLAR</Name6><NameType>Primary Name Variation</NameType></Name>
      <Name><Name1>Ann</Name1><Name2>Mary</Name2><Name6>EXAMPLE</Name6><NameType>Primary name</NameType></Name>
      <Name><Name6>The Sample Person</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name>
    </Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>Анна Пример</NameNonLatinScript><NonLatinScriptType>Cyrillic</NonLatinScriptType></NonLatinName></NonLatinNames>
    <RegimeName>The Testland (Sanctions) Regulations 2020</RegimeName>
    <IndividualEntityShip>Individual</IndividualEntityShip>
    <DesignationSource>UK</DesignationSource>
    <SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
    <SanctionsImposedIndicators><AssetFreeze>true</AssetFreeze><ArmsEmbargo>false</ArmsEmbargo></SanctionsImposedIndicators>
    <OtherInformation>Some information</OtherInformation>
    <Addresses><Address><AddressLine1>1 Test Street</AddressLine1><AddressLine6>Sampletown</AddressLine6><AddressPostalCode>T1</AddressPostalCode><AddressCountry>Syria</AddressCountry></Address></Addresses>
    <PhoneNumbers><PhoneNumber>123</PhoneNumber></PhoneNumbers>
    <EmailAddresses><EmailAddress>ann@example.test</EmailAddress></EmailAddresses>
    <IndividualDetails>
      <Individual>
        <Titles><Title>Dr</Title></Titles>
        <DOBs><DOB>17/03/1958</DOB><DOB>dd/mm/1959</DOB><DOB>15/08/19yy</DOB></DOBs>
        <BirthDetails><Location><TownOfBirth>Birthville</TownOfBirth><CountryOfBirth>Mali</CountryOfBirth></Location></BirthDetails>
        <Nationalities><Nationality>Russia</Nationality></Nationalities>
        <PassportDetails><Passport><PassportNumber>AB123</PassportNumber><PassportAdditionalInformation>expired</PassportAdditionalInformation></Passport></PassportDetails>
        <NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>7700-01</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails>
        <Positions><Position>Head of samples</Position></Positions>
        <Genders><Gender>Female</Gender></Genders>
      </Individual>
    </IndividualDetails>
  </Designation>
  <Designation>
    <UniqueID>TST0002</UniqueID>
    <Names><Name><Name6>SAMPLE STAR</Name6><NameType>Primary Name</NameType></Name></Names>
    <RegimeName>The Testland (Sanctions) Regulations 2020</RegimeName>
    <IndividualEntityShip>Ship</IndividualEntityShip>
    <ShipDetails><Ship>
      <IMONumbers><IMONumber>IMO9000003</IMONumber></IMONumbers>
      <CurrentBelievedFlagOfShips><CurrentBelievedFlagOfShip>Panama</CurrentBelievedFlagOfShip></CurrentBelievedFlagOfShips>
      <PreviousFlags><PreviousFlag>Cook Islands</PreviousFlag></PreviousFlags>
      <TypeOfShipDetails><TypeOfShip>Crude Oil Tanker</TypeOfShip></TypeOfShipDetails>
    </Ship></ShipDetails>
  </Designation>
</Designations>
`;
