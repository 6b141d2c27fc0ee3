import type { ReportedTransaction, ReportFacts, ReportSubject } from '@probity/contracts/activity-reports/facts';
import type { Element } from './xml';

/** Where a country is unknown: ISO 3166-1 leaves ZZ to its users. */
const UNKNOWN_COUNTRY = 'ZZ';
const UNKNOWN_NAME = 'unknown';
const CONTACT = { private: 'P', business: 'B' };
const COMMUNICATION = 'L';
const DOCUMENTS: Record<string, string> = {
  passport: 'P',
  national_id: 'I',
  driving_licence: 'D',
  residence_permit: 'R',
};
const OTHER_DOCUMENT = 'O';

/** An element with a text; undefined when the text is unknown. */
export const field = (name: string, text: string | null | undefined): Element | undefined =>
  text === null || text === undefined || text.trim() === '' ? undefined : [name, text];

export const countryOf = (code: string | null | undefined): string =>
  code && /^[A-Z]{2}$/.test(code) ? code : UNKNOWN_COUNTRY;

/** goAML has dates with a time, without a zone; these are in UTC. */
export const timeOf = (iso: string): string => (iso.includes('T') ? iso : `${iso}T00:00:00`).slice(0, 19);

/** goAML has two names. The last word of a name is taken as the last name; a single word is both. */
function namesOf(name: string): Element[] {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) || UNKNOWN_NAME;
  const first = words.slice(0, -1).join(' ') || last;
  return [
    ['first_name', first],
    ['last_name', last],
  ];
}

const phones = (number: string | null, type: string): Element | undefined =>
  number === null || number.trim() === ''
    ? undefined
    : [
        'phones',
        [
          [
            'phone',
            [
              ['tph_contact_type', type],
              ['tph_communication_type', COMMUNICATION],
              ['tph_number', number],
            ],
          ],
        ],
      ];

interface Place {
  address_line: string | null;
  city: string | null;
  postal_code: string | null;
  state?: string | null;
  country: string | null;
}

const address = (name: string, type: string, place: Place): Element => [
  name,
  [
    ['address_type', type],
    ['address', place.address_line?.trim() ? place.address_line : UNKNOWN_NAME],
    ['city', place.city?.trim() ? place.city : UNKNOWN_NAME],
    field('zip', place.postal_code),
    ['country_code', countryOf(place.country)],
    field('state', place.state),
  ],
];

function addresses(subject: ReportSubject, type: string): Element | undefined {
  if (!subject.address_line && !subject.city && !subject.country) return undefined;
  return ['addresses', [address('address', type, subject)]];
}

const identification = (subject: ReportSubject): Element[] =>
  subject.identity_documents
    .filter(({ number }) => number !== undefined && number.trim() !== '')
    .map(({ type, number, expires_on, issuing_country }) => [
      'identification',
      [
        ['type', DOCUMENTS[type] ?? OTHER_DOCUMENT],
        ['number', number!],
        field('expiry_date', expires_on && timeOf(expires_on)),
        ['issue_country', countryOf(issuing_country)],
      ],
    ]);

/** The customer as a person or an entity. */
export function subject(name: { person: string; entity: string }, facts: ReportFacts): Element {
  const about = facts.subject;
  if (about.customer_type === 'corporate') {
    return [
      name.entity,
      [
        ['name', about.name],
        field('incorporation_number', about.registration_no),
        field('business', about.business_type),
        phones(about.phone, CONTACT.business),
        addresses(about, CONTACT.business),
        field('email', about.email),
        field('incorporation_country_code', about.country),
        field('tax_number', about.tax_id),
      ],
    ];
  }
  return [
    name.person,
    [
      ...namesOf(about.name),
      field('birthdate', about.date_of_birth && timeOf(about.date_of_birth)),
      field('nationality1', about.nationality),
      phones(about.phone, CONTACT.private),
      addresses(about, CONTACT.private),
      field('email', about.email),
      field('occupation', about.occupation),
      ...identification(about),
      field('tax_number', about.tax_id),
      field('source_of_wealth', about.source_of_funds),
    ],
  ];
}

/** The account of the customer in the institution, with its holder. */
export function ownAccount(name: string, facts: ReportFacts, { account_ref, currency }: ReportedTransaction): Element {
  const holder = subject({ person: 't_person', entity: 't_entity' }, facts);
  return [
    name,
    [
      field('institution_name', facts.entity.entity_name),
      ['account', account_ref ?? UNKNOWN_NAME],
      ['currency_code', currency],
      field('client_number', facts.subject.external_id),
      holder[0] === 't_entity' ? holder : ['signatory', [['is_primary', 'true'], holder]],
    ],
  ];
}

/** The other party: its account if it is known, else the person or the entity. A name of an unknown kind is an entity. */
export function counterparty(side: 'from' | 'to', transaction: ReportedTransaction): Element {
  const { counterparty_account: account, counterparty_name: name, counterparty_type: type } = transaction;
  if (account?.trim()) return [`${side}_account`, [['account', account], field('account_name', name)]];
  if (name?.trim() && type === 'individual') return [`${side}_person`, namesOf(name)];
  return [`${side}_entity`, [['name', name?.trim() ? name : UNKNOWN_NAME]]];
}

/** The person of the institution whom the authority asks. */
export const reportingPerson = ({ entity }: ReportFacts): Element => [
  'reporting_person',
  [
    ['first_name', entity.contact_first_name ?? ''],
    ['last_name', entity.contact_last_name ?? ''],
    phones(entity.contact_phone, CONTACT.business),
    field('email', entity.contact_email),
  ],
];

export const location = ({ entity }: ReportFacts): Element => address('location', CONTACT.business, entity);
