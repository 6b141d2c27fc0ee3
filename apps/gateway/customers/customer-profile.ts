import type {
  Address,
  CustomerProfile,
  IdentityDocument,
  Party,
  ProfileChanges,
} from '@probity/contracts/customers/profile';
import type { Static } from 'typebox';
import { givenText, upperCase, withoutAbsent } from '../fields/absent';
import { canonicalDecimal } from '../fields/decimal.decorators';
import type { AddressBody, CreateCustomerBody, IdentityDocumentBody, PartyBody, ProfileBody } from './customer.dto';

/** A new customer's profile in canonical form, with the defaults of the interface. */
export function customerProfile(body: CreateCustomerBody): CustomerProfile {
  const { pep_status, account_refs, tags, beneficial_owners, related_parties, identity_documents, ...given } =
    profileChanges(body);
  return {
    ...given,
    email: body.email,
    customer_type: body.customer_type ?? 'individual',
    pep_status: pep_status ?? 'none',
    account_refs: account_refs ?? [],
    tags: tags ?? [],
    beneficial_owners: beneficial_owners ?? [],
    related_parties: related_parties ?? [],
    identity_documents: identity_documents ?? [],
  };
}

/** What is said about a customer, in canonical form; what is not said is left out. */
export function profileChanges(body: ProfileBody): ProfileChanges {
  return withoutAbsent({
    full_name: givenText(body.full_name),
    business_name: givenText(body.business_name),
    external_id: givenText(body.external_id),
    nationality: upperCase(body.nationality),
    phone: givenText(body.phone),
    date_of_birth: givenText(body.date_of_birth),
    occupation: givenText(body.occupation),
    source_of_funds: givenText(body.source_of_funds),
    pep_status: body.pep_status ?? undefined,
    kyc_provider: givenText(body.kyc_provider),
    kyc_provider_ref: givenText(body.kyc_provider_ref),
    onboarding_channel: body.onboarding_channel ?? undefined,
    account_refs: body.account_refs ? [...new Set(body.account_refs)] : undefined,
    address: body.address ? address(body.address) : undefined,
    tags: body.tags ? [...new Set(body.tags)] : undefined,
    business_type: givenText(body.business_type),
    industry_type: givenText(body.industry_type),
    registration_no: givenText(body.registration_no),
    tax_id: givenText(body.tax_id),
    income_range: givenText(body.income_range),
    source_of_wealth: givenText(body.source_of_wealth),
    beneficial_owners: body.beneficial_owners?.map(party),
    related_parties: body.related_parties?.map(party),
    identity_documents: body.identity_documents?.map(identityDocument),
    metadata: body.metadata ?? undefined,
  });
}

const address = (body: AddressBody): Static<typeof Address> =>
  withoutAbsent({
    line1: givenText(body.line1),
    line2: givenText(body.line2),
    city: givenText(body.city),
    state: givenText(body.state),
    country: upperCase(body.country),
    postal_code: givenText(body.postal_code),
  });

const party = (body: PartyBody): Party =>
  withoutAbsent({
    name: body.name,
    role: givenText(body.role),
    ownership_share: percentage(body.ownership_share),
    date_of_birth: givenText(body.date_of_birth),
    nationality: upperCase(body.nationality),
  });

const identityDocument = (body: IdentityDocumentBody): IdentityDocument =>
  withoutAbsent({
    type: body.type,
    number: givenText(body.number),
    issuing_country: upperCase(body.issuing_country),
    expires_on: givenText(body.expires_on),
  });

const percentage = (share: PartyBody['ownership_share']): string | undefined =>
  share === null || share === undefined ? undefined : canonicalDecimal(share);
