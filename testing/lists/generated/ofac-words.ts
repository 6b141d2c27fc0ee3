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

const DOCUMENT_TYPES: Record<Document['type'], string> = {
  passport: 'Passport',
  national: 'National ID No.',
  tax: 'Tax ID No.',
  registration: 'Registration Number',
};

/** Further kinds of documents and numbers, of which the list has many. */
const OTHER_TYPES =
  "Cedula No.|C.U.R.P.|SSN|NIT #|Diplomatic Passport|Registration ID|SWIFT/BIC|D-U-N-S Number|Legal Entity Number|Identification Number|Company Number|Birth Certificate Number|Travel Document Number|Stateless Person ID Card|Electoral Registry No.|R.F.C.|Residency Number|Matricula Mercantil No|License|Military Registration Number|Public Security and Immigration No.|UK Company Number|VisaNumberID|Driver's License No.|Bosnian Personal ID No.|Federal ID Card|Seafarer's Identification Document|I.F.E.|Tarjeta Profesional|Kenyan ID No.|Afghan Money Service Provider License Number|Enterprise Number|Central Registration System Number|Unified Social Credit Code (USCC)|Economic Register Number (CBLS)|Pilot License Number|British National Overseas Passport|File Number|Moroccan Personal ID No.|Trademark number|Identity Card|Commercial Registry Number|Business Registration Document #|V.A.T. Number|Global Intermediary Identification Number|Fiscal Code|Turkish Identification Number|Chamber of Commerce Number|BIK (RU)|Paraguayan tax identification number|RTN|RUC #|Numero de Identidad|Government Gazette Number|United Social Credit Code Certificate (USCCC)|CNP (Personal Numerical Code)|Dubai Chamber of Commerce Membership No.|Registered Charity No.|Tax ID No.|Istanbul Chamber of Comm. No.|Personal ID Card|Certificate of Incorporation Number|Interpol: Red Notice. File No.".split(
    '|',
  );

/** The type of the document with this number. Every third has a type of its own. */
export const documentType = ({ type, number }: Document, n: number): string =>
  n % 3 === 0 ? OTHER_TYPES[(n + number.length) % OTHER_TYPES.length]! : DOCUMENT_TYPES[type];

export const ALL_DOCUMENT_TYPES = [...new Set([...Object.values(DOCUMENT_TYPES), ...OTHER_TYPES])];

/** Words of the list that name no country with a code: none is known, or the country is no more. */
export const placeWords = (code: string, n: number): string =>
  n % 31 === 0 ? 'undetermined' : n % 37 === 0 ? 'Netherlands Antilles' : ofacCountry(code);

/** OFAC prints what is no person, and persons with one name only, as a last name. */
export const lastNameOf = ({ person, whole }: PartyName): string => person?.last ?? whole;
export const firstNamesOf = ({ person }: PartyName): string =>
  [person?.first, person?.middle].filter(Boolean).join(' ');
