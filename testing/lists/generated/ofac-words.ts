import { countryName, monthName, two } from './markup';
import type { Birth, Document, PartyName } from './parties';

/** The spellings of OFAC where they are not those of English. */
const SPELLINGS: Record<string, string> = {
  CD: 'Congo, Democratic Republic of the',
  CI: "Cote d'Ivoire",
  KP: 'Korea, North',
  KR: 'Korea, South',
  MM: 'Burma',
  PS: 'Palestinian',
  TR: 'Turkey',
  BA: 'Bosnia and Herzegovina',
};
export const ofacCountry = (code: string): string => countryName(code, SPELLINGS);

/** Dates as `sdn.xml` prints them. */
export function ofacDateText({ kind, year, month, day, toYear }: Birth): string {
  switch (kind) {
    case 'day':
      return `${two(day)} ${monthName(month)} ${year}`;
    case 'month':
      return `${monthName(month)} ${year}`;
    case 'year':
      return String(year);
    case 'range':
      return `${year} to ${toYear}`;
    case 'circa':
      return `circa ${year}`;
  }
}

export const DOCUMENT_TYPES: Record<Document['type'], string> = {
  passport: 'Passport',
  national: 'National ID No.',
  tax: 'Tax ID No.',
  registration: 'Registration Number',
};

/** OFAC prints what is no person, and persons with one name only, as a last name. */
export const lastNameOf = ({ person, whole }: PartyName): string => person?.last ?? whole;
export const firstNamesOf = ({ person }: PartyName): string =>
  [person?.first, person?.middle].filter(Boolean).join(' ');
