import { attributes, countryName, escaped, two } from './markup';
import { spoken } from './invented-names';
import { type Birth, inventParties, type Party, type PartyName } from './parties';

/** The codes of identifications, with the descriptions that the list prints. */
const IDENTIFICATIONS: Record<string, [string, string]> = {
  passport: ['passport', 'National passport'],
  national: ['id', 'National identification card'],
  tax: ['fiscalcode', 'Fiscal Code'],
  registration: ['regnumber', 'Registration Number'],
};

/** An unknown country has the code 00, and the list prints names in capitals. */
const country = (code: string): Record<string, string> => ({
  countryIso2Code: code === '' ? '00' : code,
  countryDescription: code === '' ? 'UNKNOWN' : countryName(code).toUpperCase(),
});

/** A code that is missing, with the name of the country, or of one that is no more. */
const lacking = (code: string, n: number): Record<string, string> =>
  n % 17 === 0
    ? { countryIso2Code: '00', countryDescription: 'SYRIAN ARAB REPUBLIC' }
    : n % 19 === 0
      ? { countryIso2Code: '00', countryDescription: 'YUGOSLAVIA' }
      : country(n % 23 === 0 ? '' : code);

const LANGUAGES = { LATN: 'EN', CYRL: 'RU', ARAB: 'AR', HANS: 'ZH' };

/** A list with the layout of the consolidated list of the European Union, schema 1.1. Nearly all data is in attributes. */
export function euFile(seed: number, count: number): string {
  const parties = inventParties(seed, count, ['person', 'company']);
  return `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-01-01T00:00:00.000+01:00" globalFileId="1">
${parties.map(entity).join('\n')}
</export>
`;
}

function entity(party: Party): string {
  let id = party.n * 100;
  const logical = () => ({ regulationLanguage: 'en', logicalId: (id += 1) });
  const summary = `<regulationSummary${attributes({ regulationType: 'amendment', publicationDate: '2022-02-23', publicationUrl: 'http://example.test/', numberTitle: '2026/1 (OJ L1)' })}/>`;
  const reference = party.n % 10 === 0 ? {} : { euReferenceNumber: `EU.${party.n}.${party.n % 97}` };
  const head = attributes({ designationDetails: '', unitedNationId: '', ...reference, logicalId: party.n });
  const isPerson = party.kind === 'person';
  return [
    `<sanctionEntity${head}>`,
    party.remark === '' ? '' : `<remark>${escaped(party.remark)}</remark>`,
    ...party.programs.map(
      (programme) =>
        `<regulation${attributes({ regulationType: 'amendment', organisationType: 'commission', publicationDate: '2022-02-23', entryIntoForceDate: '2022-02-23', numberTitle: '2026/1 (OJ L1)', programme, logicalId: (id += 1) })}><publicationUrl>http://example.test/</publicationUrl></regulation>`,
    ),
    isPerson
      ? '<subjectType code="person" classificationCode="P"/>'
      : '<subjectType code="enterprise" classificationCode="E"/>',
    ...party.names.map(
      (name) => `<nameAlias${attributes({ ...nameOf(party, name), ...logical() })}>${summary}</nameAlias>`,
    ),
    ...party.nationalities.map(
      (code) =>
        `<citizenship${attributes({ region: '', ...lacking(code, party.n), ...logical() })}>${summary}</citizenship>`,
    ),
    ...party.births.map(
      (birth) =>
        `<birthdate${attributes({ ...birthOf(birth), city: 'Birthville', zipCode: '', region: '', place: '', ...country('ML'), ...logical() })}>${summary}</birthdate>`,
    ),
    ...party.addresses.map((address, at) => {
      const contacts =
        at > 0
          ? ''
          : [
              ...party.emails.map((value) => contact('EMAIL', value)),
              ...party.websites.map((value) => contact('WEB', value)),
            ].join('');
      return `<address${attributes({ city: address.city, street: address.street, poBox: '', zipCode: '', region: '', place: '', asAtListingTime: 'false', ...country(address.country), ...logical() })}>${contacts}${summary}</address>`;
    }),
    ...party.documents.map(({ type, number, country: code }, at) => {
      const [typeCode, description] =
        party.n % 9 === 0 ? ['other', 'Other identification number'] : IDENTIFICATIONS[type]!;
      const isFalse = party.n % 13 === 0 && at === 0;
      const nameOnDocument = party.n % 7 === 0 && isPerson ? `Alias on document ${number}` : '';
      return `<identification${attributes({ diplomatic: 'false', knownExpired: 'false', knownFalse: String(isFalse), reportedLost: 'false', revokedByIssuer: 'false', issuedBy: '', latinNumber: party.n % 6 === 0 ? `L-${number}` : '', nameOnDocument, number, region: '', identificationTypeCode: typeCode, identificationTypeDescription: description, ...country(code), ...logical() })}>${summary}</identification>`;
    }),
    '</sanctionEntity>',
  ].join('');
}

const contact = (key: string, value: string): string => `<contactInfo${attributes({ key, value })}/>`;

function nameOf(party: Party, { person, whole, script, weak }: PartyName): Record<string, string> {
  return {
    firstName: person?.first ?? '',
    middleName: person?.middle ?? '',
    lastName: person?.last ?? '',
    wholeName: person ? spoken(person) : whole,
    function: party.n % 4 === 0 ? 'Head of samples' : '',
    gender: { female: 'F', male: 'M', '': '' }[party.gender],
    title: party.n % 11 === 0 ? 'Dr' : '',
    nameLanguage: LANGUAGES[script],
    strong: String(!weak),
  };
}

function birthOf({ kind, year, month, day, toYear }: Birth): Record<string, string | number> {
  // years of another calendar are no dates
  if (year === 1951) return { circa: 'false', calendarType: 'ISLAMIC', year: 1380 };
  const calendar = { circa: String(kind === 'circa'), calendarType: 'GREGORIAN' };
  switch (kind) {
    case 'day':
      return { ...calendar, birthdate: `${year}-${two(month)}-${two(day)}`, dayOfMonth: day, monthOfYear: month, year };
    case 'month':
      return { ...calendar, monthOfYear: month, year };
    case 'range':
      return { ...calendar, yearRangeFrom: year, yearRangeTo: toYear };
    default:
      return { ...calendar, year };
  }
}
