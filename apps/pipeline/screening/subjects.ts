import type { MatchedEntry } from '@probity/contracts/alerts/events';
import { comparableName } from '@probity/contracts/alerts/match-kind';
import type { TransactionPart } from '@probity/contracts/alerts/words';
import type { CustomerProfile, Party } from '@probity/contracts/customers/profile';
import type { ScreeningSubject } from '@probity/screening/screening-subject';

export type SubjectRole = MatchedEntry['subject'];

/** What is screened because of a customer. */
export interface RelatedSubject extends ScreeningSubject {
  /** its role for the customer */
  role: SubjectRole;
  /** the part of a transaction that names it, beside the counterparty */
  part?: TransactionPart;
}

/** The customer, its owners and its related parties that have a name. */
export function subjectsOfProfile(profile: CustomerProfile): RelatedSubject[] {
  return [
    ...subjectsOfCustomer(profile),
    ...profile.beneficial_owners.map((party) => subjectOfParty('beneficial_owner', party)),
    ...profile.related_parties.map((party) => subjectOfParty('related_party', party)),
  ].filter(({ names }) => names.some((name) => name.trim() !== ''));
}

/** All names of the customer itself: its name, the parts of it together, its business name and its aliases. */
export function namesOfCustomer(profile: CustomerProfile): string[] {
  const { business_name, aliases = [] } = profile;
  return [
    ...new Set([...personalNamesOf(profile), ...(business_name === undefined ? [] : [business_name]), ...aliases]),
  ];
}

/** The parts of the name make a further name, unless they are the same words. */
function personalNamesOf({ full_name, first_name, middle_name, last_name }: CustomerProfile): string[] {
  const parts = [first_name, middle_name, last_name].filter((part) => part !== undefined).join(' ');
  const names = [full_name ?? '', parts].filter((name) => name !== '');
  return names.filter((name, i) => names.findIndex((other) => wordsOf(other) === wordsOf(name)) === i);
}

const wordsOf = (name: string): string => comparableName(name).split(' ').sort().join(' ');

/**
 * An individual with a business name is two subjects: a person and a company. The person's name of a corporate
 * customer may be its own name or the name of a contact. Aliases are those of the customer: of the person, if it is an
 * individual, and else of the company.
 */
function subjectsOfCustomer(profile: CustomerProfile): RelatedSubject[] {
  const { customer_type, business_name, date_of_birth, gender, nationality, address, aliases = [] } = profile;
  const isPerson = customer_type === 'individual';
  const documents = profile.identity_documents;
  const countries = [nationality, address?.country, ...documents.map(({ issuing_country }) => issuing_country)];
  const shared = {
    role: 'customer' as const,
    countries: [...new Set(countries.filter((country) => country !== undefined))],
    identifiers: identifiersOf(profile),
  };
  const persons = personalNamesOf(profile);
  const companies = business_name === undefined ? [] : [business_name];
  (isPerson ? persons : companies).push(...aliases);
  const subjects: RelatedSubject[] = [];
  if (persons.length > 0) {
    subjects.push({
      ...shared,
      schema: isPerson ? 'Person' : 'Unknown',
      names: [...new Set(persons)],
      ...(isPerson && date_of_birth !== undefined ? { birth_date: date_of_birth } : {}),
      ...(isPerson && (gender === 'female' || gender === 'male') ? { gender } : {}),
    });
  }
  if (companies.length > 0) subjects.push({ ...shared, schema: 'Company', names: [...new Set(companies)] });
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
