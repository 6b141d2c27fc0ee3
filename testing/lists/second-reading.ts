import type { ListEntry } from '@probity/screening/list-entry';

/**
 * What a second reader found in the files of a list. It shares no code with the importers, so that a mistake of an
 * importer does not hide itself.
 */
export interface Reading {
  records: Map<string, RecordRead>;
}

export const FIELDS = ['names', 'birth_dates', 'countries', 'identifiers', 'programs'] as const;
export type Field = (typeof FIELDS)[number];

/** One record, with the values of each field as the file prints them. */
export interface RecordRead extends Record<Field, Set<string>> {
  /** the whole text of the record, in which every value of the entry must be found */
  text: string;
  /** the names that the list calls weak; absent where the reader does not know */
  weak?: Set<string>;
  /** what the entry must have as a remark, because it is no value of a field */
  notes?: Set<string>;
  /** the kind of the entry; absent where the reader does not know */
  schema?: ListEntry['schema'];
  gender?: string;
}

export const emptyRecord = (): RecordRead => ({
  names: new Set(),
  birth_dates: new Set(),
  countries: new Set(),
  identifiers: new Set(),
  programs: new Set(),
  text: '',
});

/** Letters and digits only, so that punctuation, order of scripts and case do not count. */
export const bare = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The words of a name in alphabetical order, because the importers turn `LAST, First` around. */
export const words = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort();

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = new Map<string, string>();
for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
  const name = english.of(code);
  // a code of a country that no longer exists has the name of its successor
  if (name !== undefined && new Intl.Locale(`und-${code}`).region === code) codes.set(bare(name), code);
}

/** Spellings of the lists that English does not have, by their code. */
const SPELLINGS =
  "CZ Czech Republic;KP Korea, North;KP Democratic People's Republic of Korea;KR Korea, South;KN Saint Kitts and Nevis;" +
  'PS Palestinian;PS West Bank;PS Region: Gaza;BA Bosnia and Herzegovina;TR Turkey;BS Bahamas, The;VG Virgin Islands, British;' +
  'VC Saint Vincent and the Grenadines;CD Congo, Democratic Republic of the;CD Democratic Republic of the Congo;' +
  'CG Congo, Republic of the;IM Man, Isle of;MM Burma;HK Hong Kong;GM The Gambia;CI Cote d Ivoire;ML Region: Northern Mali;' +
  'CV Cabo Verde;UA Region: Crimea;MK Macedonia, The Former Yugoslav Republic of;TT Trinidad and Tobago;' +
  "IR Iran (Islamic Republic of);SY Syrian Arab Republic;CI Cote d'Ivoire;CI Ivory Coast;CD Congo (Democratic Republic);" +
  'PS Occupied Palestinian Territories;PS Palestine;MM Myanmar';
for (const spelling of SPELLINGS.split(';')) codes.set(bare(spelling.slice(3)), spelling.slice(0, 2));

/** The code of a country by its English name, or by a spelling of the lists. */
export const codeOf = (printed: string): string | undefined => codes.get(bare(printed));

/** True if the entry has the country, or its printed name where the name is not that of a country. */
export function hasCountry(entry: ListEntry, printed: string): boolean {
  const code = codeOf(printed);
  if (code !== undefined) return entry.countries.includes(code);
  return bare(entry.remarks ?? '').includes(bare(printed));
}

/** True if one of the values of the entry is in the printed text. */
export const hasIdentifier = (entry: ListEntry, printed: string): boolean =>
  entry.identifiers.some(({ value }) => bare(printed).includes(bare(value)));
