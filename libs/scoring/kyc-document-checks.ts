import type { CustomerProfile, IdentityDocument } from '@probity/contracts/customers/profile';
import { isCalendarDate } from './dates';
import { given, type KycCheck, right } from './kyc-check';

/** Documents that say which one they are. */
export const usableDocuments = ({ identity_documents }: CustomerProfile): IdentityDocument[] =>
  identity_documents.filter((document) => given(document.number));

/** A document is valid on the day that it names as its last. */
const hasExpired = ({ expires_on }: IdentityDocument, day: string): boolean =>
  given(expires_on) && isCalendarDate(expires_on) && expires_on < day;

/** The expired documents, in words: `passport of FR, expired on 2024-05-01`. */
export const expiredDocuments = ({ identity_documents }: CustomerProfile, day: string): string[] =>
  identity_documents
    .filter((document) => hasExpired(document, day))
    .map(({ type, issuing_country, expires_on }) =>
      [type, ...(issuing_country ? [`of ${issuing_country},`] : []), `expired on ${expires_on}`].join(' '),
    );

/**
 * The checks of documents. Expiry is checked where at least one document has a date of expiry; it fails
 * when every document has expired, so that one valid document is enough.
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
  const otherwise = expired.length > 0 ? `a document is valid; ${expired.join('; ')}` : 'no document has expired';
  return [right('document_expiry', 'identity_documents', problem, otherwise)];
}

/** A passport is issued by the country of the nationality; other documents are issued to residents, too. */
function nationality({ identity_documents, nationality, customer_type }: CustomerProfile): KycCheck[] {
  if (customer_type !== 'individual' || !given(nationality)) return [];
  const issuers = identity_documents
    .filter(({ type, issuing_country }) => /passport/i.test(type) && given(issuing_country))
    .map(({ issuing_country }) => issuing_country!);
  if (issuers.length === 0) return [];
  const problem = issuers.includes(nationality)
    ? undefined
    : `the nationality is ${nationality}, the passport is of ${issuers.join(', ')}`;
  return [
    right('document_nationality', 'identity_documents', problem, 'a passport is of the nationality that is stated'),
  ];
}
