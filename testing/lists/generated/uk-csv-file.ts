import { row } from './markup';
import { inventParties, type Kind, type Party, type PartyName } from './parties';
import { nationalities, regime, UK_KINDS, ukCountry, ukDate } from './uk-words';

/** The columns of the UK Sanctions List, in its order. */
const COLUMNS =
  'Last Updated|Unique ID|OFSI Group ID|UN Reference Number|Name 6|Name 1|Name 2|Name 3|Name 4|Name 5|Name type|Alias strength|Title|Name non-latin script|Non-latin script type|Non-latin script language|Regime Name|Designation Type|Designation source|Sanctions Imposed|Other Information|UK Statement of Reasons|Address Line 1|Address Line 2|Address Line 3|Address Line 4|Address Line 5|Address Line 6|Address Postal Code|Address Country|Phone number|Website|Email address|Date Designated|D.O.B|Nationality(/ies)|National Identifier number|National Identifier additional information|Passport number|Passport additional information|Position|Gender|Town of birth|Country of birth|Type of entity|Subsidiaries|Parent company|Business registration number (s)|IMO number|Current owner/operator (s)|Previous owner/operator (s)|Current believed flag of ship|Previous flags|Type of ship|Tonnage of ship|Length of ship|Year Built|Hull identification number (HIN)'.split(
    '|',
  );

/** The columns of the list of the Office of Financial Sanctions Implementation, which are called otherwise. */
const OFSI_COLUMNS =
  'Name 6|Name 1|Name 2|Name 3|Name 4|Name 5|Title|Name Non-Latin Script|Non-Latin Script Type|Non-Latin Script Language|DOB|Town of Birth|Country of Birth|Nationality|Passport Number|Passport Details|National Identification Number|National Identification Details|Position|Address 1|Address 2|Address 3|Address 4|Address 5|Address 6|Post/Zip Code|Country|Other Information|Group Type|Alias Type|Alias Quality|Regime|Listed On|UK Sanctions List Date Designated|Last Updated|Group ID'.split(
    '|',
  );

type Cells = Record<string, string>;

/** Several values in a cell are numbered. */
const several = (texts: string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : texts.map((text, n) => `(${n + 1}) ${text}`).join(' ');

const numbersOf = ({ documents }: Party, ...types: string[]): string =>
  several(documents.filter(({ type }) => types.includes(type)).map(({ number }) => number));

const nameCells = ({ person, whole }: PartyName): Cells => ({
  'Name 6': person?.last ?? whole,
  'Name 1': person?.first ?? '',
  'Name 2': person?.middle ?? '',
});

/** The names in Latin letters, each with one in another script where there is one. */
function pairs(party: Party): [PartyName, PartyName | undefined][] {
  const others = party.names.filter(({ script }) => script !== 'LATN');
  return party.names.filter(({ script }) => script === 'LATN').map((name, at) => [name, others[at]]);
}

const spelled = ({ person, whole }: PartyName): string =>
  person === undefined ? whole : [person.first, person.middle, person.last].filter(Boolean).join(' ');

/** An entry has a row for each name, and for each address. All rows repeat what does not belong to a name. */
function rowsOf(party: Party): Cells[] {
  const isShip = party.kind === 'vessel';
  const shared: Cells = {
    'Last Updated': '01/01/2026',
    'Unique ID': `TST${party.n}`,
    'OFSI Group ID': String(party.n),
    'Designation Type': UK_KINDS[party.kind]!,
    'Designation source': 'UK',
    'Sanctions Imposed': 'Asset freeze|Travel Ban',
    'Other Information': party.remark,
    'Date Designated': '01/01/2020',
    'Nationality(/ies)': isShip ? '' : several(nationalities(party.nationalities, party.n)),
    'Passport number': numbersOf(party, 'passport'),
    'National Identifier number': numbersOf(party, 'national', 'tax'),
    'Business registration number (s)': party.kind === 'company' ? numbersOf(party, 'registration') : '',
    Website: party.websites[0] ?? '',
    'Email address': party.emails[0] ?? '',
    Gender: { female: 'Female', male: 'Male', '': '' }[party.gender],
    'IMO number': party.imo === '' ? '' : `IMO${party.imo}`,
    'Current believed flag of ship': isShip ? ukCountry(party.nationalities[0] ?? 'PA') : '',
    'Previous flags': isShip ? 'Sampleland' : '',
  };
  const length = Math.max(pairs(party).length, party.addresses.length, party.births.length, party.programs.length);
  return Array.from({ length }, (_, at) => {
    const [name, other] = pairs(party)[at] ?? pairs(party)[0]!;
    const address = party.addresses[at];
    const birth = party.births[at];
    const type = name === party.names[0] ? 'Primary Name' : name.former ? 'Primary Name Variation' : 'Alias';
    return {
      ...shared,
      ...nameCells(name),
      'Name type': type,
      'Alias strength': type !== 'Alias' ? '' : name.weak ? 'Low quality a.k.a' : 'Good quality a.k.a',
      'Name non-latin script': other === undefined ? '' : spelled(other),
      'Regime Name': regime(party.programs[at] ?? party.programs[0]!),
      'Address Line 1': address?.street ?? '',
      'Address Line 6': address?.city ?? '',
      'Address Country': address === undefined ? '' : ukCountry(address.country),
      'D.O.B': birth === undefined ? '' : ukDate(birth),
    };
  });
}

/** A list with the layout of `UK-Sanctions-List.csv`. The rows of an entry need not be adjacent. */
export function ukCsvFile(seed: number, count: number): string {
  const rows = inventParties(seed, count, Object.keys(UK_KINDS) as Kind[]).map(rowsOf);
  // the last rows of all entries follow after the others
  const ordered = [...rows.flatMap((all) => all.slice(0, 2)), ...rows.flatMap((all) => all.slice(2))];
  const lines = ordered.map((cells) => row(COLUMNS.map((column) => cells[column] ?? '')));
  return ['Report Date: 01-Jan-2026', row(COLUMNS), ...lines, ''].join('\r\n');
}

const OFSI_NAMES: Record<string, string> = {
  'Group ID': 'OFSI Group ID',
  'Group Type': 'Designation Type',
  'Name Non-Latin Script': 'Name non-latin script',
  DOB: 'D.O.B',
  Nationality: 'Nationality(/ies)',
  'Passport Number': 'Passport number',
  'National Identification Number': 'National Identifier number',
  'Address 1': 'Address Line 1',
  'Address 6': 'Address Line 6',
  Country: 'Address Country',
  Regime: 'Regime Name',
};

/** A list with the layout of `ConList.csv`. It has `AKA` for aliases, and `00` for days and months that are unknown. */
export function ofsiCsvFile(seed: number, count: number): string {
  const rows = inventParties(seed, count, ['person', 'company']).flatMap(rowsOf);
  const lines = rows.map((cells) => {
    const texts: Cells = {
      ...cells,
      'D.O.B': cells['D.O.B']!.replace(/dd|mm/g, '00'),
      'Alias Type': cells['Name type'] === 'Primary Name' ? 'Primary name' : 'AKA',
      'Alias Quality': cells['Alias strength']!.startsWith('Low')
        ? 'Low'
        : cells['Alias strength'] === ''
          ? ''
          : 'Good',
    };
    return row(OFSI_COLUMNS.map((column) => texts[OFSI_NAMES[column] ?? column] ?? ''));
  });
  return ['Last Updated,01/01/2026', row(OFSI_COLUMNS), ...lines, ''].join('\r\n');
}
