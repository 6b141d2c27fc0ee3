import type { MatchedEntry } from '@probity/contracts/alerts/events';
import type { CustomerProfile, Party } from '@probity/contracts/customers/profile';
import type { ScreeningSubject } from '@probity/screening/screening-subject';

export type SubjectRole = MatchedEntry['subject'];

/** A person or company that is screened because of a customer. */
export interface RelatedSubject extends ScreeningSubject {
  /** its role for the customer */
  role: SubjectRole;
}

/** The counterparty of a transaction. */
export interface Counterparty {
  name: string;
  account?: string;
  country?: string;
  date_of_birth?: string;
  type?: 'individual' | 'corporate';
}

/** The customer, its owners and its related parties that have a name. */
export function subjectsOfProfile(profile: CustomerProfile): RelatedSubject[] {
  return [
    ...subjectsOfCustomer(profile),
    ...profile.beneficial_owners.map((party) => subjectOfParty('beneficial_owner', party)),
    ...profile.related_parties.map((party) => subjectOfParty('related_party', party)),
  ].filter(({ names }) => names.some((name) => name.trim() !== ''));
}

/**
 * An individual with a business name is two subjects: a person and a company. The person's name of a corporate
 * customer may be its own name or the name of a contact.
 */
function subjectsOfCustomer(profile: CustomerProfile): RelatedSubject[] {
  const { customer_type, full_name, business_name, date_of_birth, nationality, address } = profile;
  const isPerson = customer_type === 'individual';
  const documents = profile.identity_documents;
  const countries = [nationality, address?.country, ...documents.map(({ issuing_country }) => issuing_country)];
  const shared = {
    role: 'customer' as const,
    countries: [...new Set(countries.filter((country) => country !== undefined))],
    identifiers: identifiersOf(profile),
  };
  const subjects: RelatedSubject[] = [];
  if (full_name !== undefined) {
    subjects.push({
      ...shared,
      schema: isPerson ? 'Person' : 'Unknown',
      names: [full_name],
      ...(isPerson && date_of_birth !== undefined ? { birth_date: date_of_birth } : {}),
    });
  }
  if (business_name !== undefined) subjects.push({ ...shared, schema: 'Company', names: [business_name] });
  return subjects;
}

function identifiersOf({ tax_id, registration_no, identity_documents }: CustomerProfile) {
  return [
    ...(tax_id === undefined ? [] : [{ type: 'tax id', value: tax_id }]),
    ...(registration_no === undefined ? [] : [{ type: 'registration number', value: registration_no }]),
    ...identity_documents.flatMap(({ type, number, issuing_country }) =>
      number === undefined
        ? []
        : [
            {
              type: type.toLowerCase().replaceAll('_', ' '),
              value: number,
              ...(issuing_country === undefined ? {} : { country: issuing_country }),
            },
          ],
    ),
  ];
}

/** An owner is known to be a person only if it has a date of birth. */
function subjectOfParty(role: SubjectRole, { name, date_of_birth, nationality }: Party): RelatedSubject {
  return {
    role,
    schema: date_of_birth === undefined ? 'Unknown' : 'Person',
    names: [name],
    ...(date_of_birth === undefined ? {} : { birth_date: date_of_birth }),
    ...(nationality === undefined ? {} : { countries: [nationality] }),
  };
}

/** The account is compared, too, because lists contain accounts such as addresses of crypto-assets. */
export function subjectOfCounterparty(counterparty: Counterparty): RelatedSubject {
  const { name, account, country, date_of_birth, type } = counterparty;
  const isPerson = type === 'individual' || (type === undefined && date_of_birth !== undefined);
  return {
    role: 'counterparty',
    schema: isPerson ? 'Person' : type === 'corporate' ? 'Company' : 'Unknown',
    names: [name],
    ...(isPerson && date_of_birth !== undefined ? { birth_date: date_of_birth } : {}),
    ...(country === undefined ? {} : { countries: [country] }),
    ...(account === undefined ? {} : { identifiers: [{ type: 'account', value: account }] }),
  };
}
