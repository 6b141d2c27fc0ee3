import { around, leaf } from './markup';
import { inventParties, type Kind, type Party, type PartyName } from './parties';
import { nationalities, regime, UK_KINDS, ukCountry, ukDate } from './uk-words';

/** A list with the layout of `UK-Sanctions-List.xml`. */
export function ukXmlFile(seed: number, count: number): string {
  const parties = inventParties(seed, count, Object.keys(UK_KINDS) as Kind[]);
  return `<?xml version="1.0" encoding="utf-8"?>
<Designations>
<DateGenerated>01/01/2026</DateGenerated>
${parties.map(designation).join('\n')}
</Designations>
`;
}

const nameParts = ({ person, whole }: PartyName): string[] => [
  leaf('Name1', person?.first ?? ''),
  leaf('Name2', person?.middle ?? ''),
  leaf('Name6', person?.last ?? whole),
];

const spelled = ({ person, whole }: PartyName): string =>
  person === undefined ? whole : [person.first, person.middle, person.last].filter(Boolean).join(' ');

function nameOf(party: Party, name: PartyName): string {
  const type = name === party.names[0] ? 'Primary Name' : name.former ? 'Primary Name Variation' : 'Alias';
  const strength = type !== 'Alias' ? '' : name.weak ? 'Low quality a.k.a' : 'Good quality a.k.a';
  return around('Name', [...nameParts(name), leaf('NameType', type), leaf('AliasStrength', strength)]);
}

const all = (outer: string, inner: string, texts: string[]): string =>
  around(
    outer,
    texts.map((text) => leaf(inner, text)),
  );

function details(party: Party): string {
  const numbers = (...types: string[]) =>
    party.documents.filter(({ type }) => types.includes(type)).map(({ number }) => number);
  if (party.kind === 'person') {
    return around('IndividualDetails', [
      around('Individual', [
        all('DOBs', 'DOB', party.births.map(ukDate)),
        party.births.length === 0
          ? ''
          : '<BirthDetails><Location><TownOfBirth>Birthville</TownOfBirth><CountryOfBirth>Mali</CountryOfBirth></Location></BirthDetails>',
        all('Nationalities', 'Nationality', nationalities(party.nationalities, party.n)),
        around(
          'PassportDetails',
          numbers('passport').map((number) =>
            around('Passport', [leaf('PassportNumber', number), leaf('PassportAdditionalInformation', 'expired')]),
          ),
        ),
        around(
          'NationalIdentifierDetails',
          numbers('national', 'tax').map((number) =>
            around('NationalIdentifier', [leaf('NationalIdentifierNumber', number)]),
          ),
        ),
        all('Genders', 'Gender', party.gender === '' ? [] : [party.gender === 'female' ? 'Female' : 'Male']),
      ]),
    ]);
  }
  if (party.kind === 'company')
    return around('EntityDetails', [
      around('Entity', [
        all('BusinessRegistrationNumbers', 'BusinessRegistrationNumber', numbers('registration')),
        all('TypeOfEntities', 'TypeOfEntity', ['Public company']),
      ]),
    ]);
  return around('ShipDetails', [
    around('Ship', [
      all('IMONumbers', 'IMONumber', party.imo === '' ? [] : [`IMO${party.imo}`]),
      all('CurrentBelievedFlagOfShips', 'CurrentBelievedFlagOfShip', party.nationalities.slice(0, 1).map(ukCountry)),
      all('PreviousFlags', 'PreviousFlag', ['Sampleland']),
      all('HullIdentificationNumbers', 'HullIdentificationNumber', party.mmsi === '' ? [] : [`HIN${party.mmsi}`]),
      all('TonnageOfShipDetails', 'TonnageOfShip', ['7078']),
    ]),
  ]);
}

function designation(party: Party): string {
  const latin = party.names.filter(({ script }) => script === 'LATN');
  const others = party.names.filter(({ script }) => script !== 'LATN');
  return around('Designation', [
    leaf('LastUpdated', '01/01/2026'),
    leaf('DateDesignated', '01/01/2020'),
    leaf('UniqueID', `TST${party.n}`),
    leaf('OFSIGroupID', String(party.n)),
    around(
      'Names',
      latin.map((name) => nameOf(party, name)),
    ),
    around(
      'NonLatinNames',
      others.map((name) =>
        around('NonLatinName', [leaf('NameNonLatinScript', spelled(name)), leaf('NonLatinScriptType', 'Script')]),
      ),
    ),
    ...party.programs.map((program) => leaf('RegimeName', regime(program))),
    leaf('IndividualEntityShip', UK_KINDS[party.kind]!),
    leaf('DesignationSource', 'UK'),
    leaf('SanctionsImposed', 'Asset freeze|Travel Ban'),
    '<SanctionsImposedIndicators><AssetFreeze>true</AssetFreeze><ArmsEmbargo>false</ArmsEmbargo></SanctionsImposedIndicators>',
    leaf('OtherInformation', party.remark),
    around(
      'Addresses',
      party.addresses.map(({ street, city, country }) =>
        around('Address', [
          leaf('AddressLine1', street),
          leaf('AddressLine6', city),
          leaf('AddressCountry', ukCountry(country)),
        ]),
      ),
    ),
    all('EmailAddresses', 'EmailAddress', party.emails),
    all('Websites', 'Website', party.websites),
    details(party),
  ]);
}
