import { countryName, row, two } from './markup';
import { type Birth, inventParties, type Party, type PartyName } from './parties';

const COLUMNS = [
  'Ref',
  'Kind',
  'First name',
  'Middle',
  'Last name',
  'Other names',
  'Nicknames',
  'Born',
  'Sex',
  'Countries',
  'Passport',
  'Tax',
  'Reason',
  'Measures',
  'Note',
];

/** The mapping of the list. */
export const MAPPING_FILE = JSON.stringify({
  separator: ';',
  values_separator: '|',
  lines_before_header: 1,
  date_order: 'day-first',
  schemas: {
    'natural person': 'Person',
    'legal person': 'Company',
    ship: 'Vessel',
    plane: 'Aircraft',
    wallet: 'Wallet',
  },
  topics: { PEP: 'pep', Adverse: 'crime', Sanctioned: 'sanction' },
  columns: {
    id: 'Ref',
    schema: 'Kind',
    topics: 'Reason',
    names: [['First name', 'Middle', 'Last name']],
    aliases: ['Other names'],
    weak_aliases: ['Nicknames'],
    birth_dates: ['Born'],
    gender: 'Sex',
    countries: ['Countries'],
    identifiers: { Passport: 'passport', Tax: 'tax id' },
    programs: ['Measures'],
  },
});

const KINDS = {
  person: 'Natural person',
  company: 'Legal person',
  vessel: 'Ship',
  aircraft: 'Plane',
  wallet: 'Wallet',
};

const text = ({ person, whole }: PartyName): string =>
  person === undefined ? whole : [person.first, person.middle, person.last].filter(Boolean).join(' ');

function born({ kind, year, month, day }: Birth): string {
  if (kind === 'day') return `${two(day)}.${two(month)}.${year}`;
  return kind === 'month' ? `${year}-${two(month)}` : String(year);
}

function cells(party: Party): string[] {
  const [first, ...others] = party.names;
  const numbers = (type: string) =>
    party.documents.filter((document) => document.type === type).map(({ number }) => number);
  return [
    `P-${party.n}`,
    KINDS[party.kind],
    first!.person?.first ?? '',
    first!.person?.middle ?? '',
    first!.person?.last ?? first!.whole,
    others
      .filter(({ weak }) => !weak)
      .map(text)
      .join('|'),
    others
      .filter(({ weak }) => weak)
      .map(text)
      .join('|'),
    party.births.map(born).join('|'),
    { female: 'F', male: 'M', '': '' }[party.gender],
    party.nationalities
      .map((code) =>
        countryName(code, { CD: 'Democratic Republic of the Congo', CI: 'Ivory Coast', MM: 'Burma', PS: 'Palestine' }),
      )
      .join('|'),
    numbers('passport').join('|'),
    numbers('tax').join('|'),
    party.n % 3 === 0 ? 'PEP|Sanctioned' : 'Sanctioned',
    party.programs.join('|'),
    party.remark,
  ];
}

/** A list of an institution's own. */
export function mappedFile(seed: number, count: number): string {
  const rows = inventParties(seed, count, ['person', 'company', 'vessel', 'aircraft', 'wallet']).map((party) =>
    row(cells(party), ';'),
  );
  return ['Exported on 01.01.2026', row(COLUMNS, ';'), ...rows, ''].join('\n');
}
