import { around, leaf } from './markup';
import { documentType, firstNamesOf, lastNameOf, ofacCountry, ofacDateText, placeWords } from './ofac-words';
import { inventParties, type Kind, type Party } from './parties';

const TYPES: Partial<Record<Kind, string>> = {
  person: 'Individual',
  company: 'Entity',
  vessel: 'Vessel',
  aircraft: 'Aircraft',
};

/**
 * A list with the layout of OFAC's `sdn.xml`. Its schema has the elements of an entry in this order: uid, names, title,
 * type, remarks, and then the lists of programmes, documents, aliases, addresses, nationalities, citizenships, dates and
 * places of birth, and the vessel. The lists are absent when they are empty.
 */
export function ofacXmlFile(seed: number, count: number): string {
  const parties = inventParties(seed, count, Object.keys(TYPES) as Kind[]);
  const head = `<publshInformation><Publish_Date>01/01/2026</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>`;
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  ${head}
${parties.map((party) => `  <sdnEntry>${entry(party)}</sdnEntry>\n`).join('')}</sdnList>\n`;
}

function entry(party: Party): string {
  let uid = party.n * 1000;
  const item = (name: string, parts: string[]) => around(name, [leaf('uid', String((uid += 1))), ...parts]);
  const [primary, ...others] = party.names;
  const main = (n: number) => leaf('mainEntry', String(n === 0));
  const [nationality, ...citizenships] = party.nationalities;
  const documents: [string, string, string][] = [
    ...party.documents.map((document): [string, string, string] => [
      documentType(document, party.n),
      document.number,
      document.country,
    ]),
    ...party.emails.map((email): [string, string, string] => ['Email Address', email, '']),
    ...party.websites.map((site): [string, string, string] => ['Website', site, '']),
    ...party.wallets.map(({ currency, address }): [string, string, string] => [
      `Digital Currency Address - ${currency}`,
      address,
      '',
    ]),
    ...(party.imo === ''
      ? []
      : [['Vessel Registration Identification', `IMO ${party.imo}`, ''] as [string, string, string]]),
    ...(party.mmsi === '' ? [] : [['MMSI', party.mmsi, ''] as [string, string, string]]),
    ...(party.gender === ''
      ? []
      : [['Gender', party.gender === 'female' ? 'Female' : 'Male', ''] as [string, string, string]]),
    ['Phone Number', `+00 ${party.n}`, ''],
  ];
  return [
    leaf('uid', String(party.n)),
    leaf('firstName', firstNamesOf(primary!)),
    leaf('lastName', lastNameOf(primary!)),
    leaf('title', party.kind === 'person' && party.n % 4 === 0 ? 'Minister of Samples' : ''),
    leaf('sdnType', TYPES[party.kind]!),
    leaf('remarks', party.remark === '' ? '' : `(Linked To: SAMPLE ${party.n})`),
    around(
      'programList',
      party.programs.map((program) => leaf('program', program)),
    ),
    around(
      'idList',
      documents.map(([type, number, country]) =>
        item('id', [
          leaf('idType', type),
          leaf('idNumber', number),
          leaf('idCountry', country && ofacCountry(country)),
          leaf('issueDate', country && '01 Feb 2001'),
        ]),
      ),
    ),
    around(
      'akaList',
      others.map((name) =>
        item('aka', [
          leaf('type', name.former ? 'f.k.a.' : 'a.k.a.'),
          leaf('category', name.weak ? 'weak' : 'strong'),
          leaf('lastName', lastNameOf(name)),
          leaf('firstName', firstNamesOf(name)),
        ]),
      ),
    ),
    around(
      'addressList',
      party.addresses.map(({ country, city, street }) =>
        item('address', [leaf('address1', street), leaf('city', city), leaf('country', placeWords(country, party.n))]),
      ),
    ),
    around(
      'nationalityList',
      nationality === undefined ? [] : [item('nationality', [leaf('country', ofacCountry(nationality)), main(0)])],
    ),
    around(
      'citizenshipList',
      citizenships.map((code, n) => item('citizenship', [leaf('country', ofacCountry(code)), main(n)])),
    ),
    around(
      'dateOfBirthList',
      party.births.map((birth, n) => item('dateOfBirthItem', [leaf('dateOfBirth', ofacDateText(birth)), main(n)])),
    ),
    around(
      'placeOfBirthList',
      party.births
        .slice(0, 1)
        .map((_, n) => item('placeOfBirthItem', [leaf('placeOfBirth', 'Sampletown, Belize'), main(n)])),
    ),
    party.kind !== 'vessel'
      ? ''
      : around('vesselInfo', [
          leaf('callSign', party.callSign),
          leaf('vesselType', 'Crude Oil Tanker'),
          leaf('vesselFlag', ofacCountry(party.nationalities[0] ?? 'PA')),
          leaf('tonnage', '115000'),
        ]),
  ].join('');
}
