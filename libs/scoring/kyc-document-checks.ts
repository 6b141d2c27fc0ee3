import type { CustomerProfile, IdentityDocument } from '@probity/contracts/customers/profile';
import { isCalendarDate } from './dates';
import { given, type KycCheck, right } from './kyc-check';

/** Returns the documents with a number. A document without a number identifies no one. */
export const usableDocuments = ({ identity_documents }: CustomerProfile): IdentityDocument[] =>
  identity_documents.filter((document) => given(document.number));

/** A document is still valid on its day of expiry. */
const hasExpired = ({ expires_on }: IdentityDocument, day: string): boolean =>
  given(expires_on) && isCalendarDate(expires_on) && expires_on < day;

/** Describes the expired documents: `passport of FR, expired on 2024-05-01`. */
export const expiredDocuments = ({ identity_documents }: CustomerProfile, day: string): string[] =>
  identity_documents
    .filter((document) => hasExpired(document, day))
    .map(({ type, issuing_country, expires_on }) =>
      [type, ...(issuing_country ? [`of ${issuing_country},`] : []), `expired on ${expires_on}`].join(' '),
    );

/**
 * Returns the checks of documents. Expiry is checked if at least one document has a date of expiry. The check fails if
 * every document has expired, so one valid document is enough.
 */
export function documentChecks(profile: CustomerProfile, day: string): KycCheck[] {
  const documents = profile.identity_documents;
  if (documents.length === 0) return [];
  return [...dates(profile), ...expiry(profile, day), ...nationality(profile)];
}

function dates({ identity_documents, date_of_birth }: CustomerProfile): KycCheck[] {
  const wrong = identity_documents.findIndex(({ expires_on }) => given(expires_on) && dateProblem(expires_on));
  const field = wrong === -1 ? 'identity_documents' : `identity_documents[${wrong}].expires_on`;
  const problem = wrong === -1 ? undefined : dateProblem(identity_documents[wrong]!.expires_on!);
  return [right('document_dates', field, problem, 'the dates of the documents are plausible')];

  function dateProblem(expiresOn: string): string | undefined {
    if (!isCalendarDate(expiresOn)) return 'the date of expiry is not a date (YYYY-MM-DD)';
    if (given(date_of_birth) && expiresOn < date_of_birth) return 'the document expired before the customer was born';
    return undefined;
  }
}

function expiry({ identity_documents, ...profile }: CustomerProfile, day: string): KycCheck[] {
  if (!identity_documents.some(({ expires_on }) => given(expires_on))) return [];
  const expired = expiredDocuments({ identity_documents, ...profile }, day);
  const problem =
    expired.length === identity_documents.length ? `every document has expired: ${expired.join('; ')}` : undefined;
  const otherwise =
    expired.length > 0 ? `at least one document is valid; ${expired.join('; ')}` : 'no document has expired';
  return [right('document_expiry', 'identity_documents', problem, otherwise)];
}

/** Only passports are checked, because other documents are also issued to residents of another nationality. */
function nationality({ identity_documents, nationality, customer_type }: CustomerProfile): KycCheck[] {
  if (customer_type !== 'individual' || !given(nationality)) return [];
  const issuers = identity_documents
    .filter(({ type, issuing_country }) => /passport/i.test(type) && given(issuing_country))
    .map(({ issuing_country }) => issuing_country!);
  if (issuers.length === 0) return [];
  const problem = issuers.includes(nationality)
    ? undefined
    : `the nationality is ${nationality}, but the passport was issued by ${issuers.join(', ')}`;
  return [
    right('document_nationality', 'identity_documents', problem, 'a passport was issued by the country of nationality'),
  ];
}
