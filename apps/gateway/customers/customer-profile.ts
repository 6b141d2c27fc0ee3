import type {
  Address,
  CustomerProfile,
  IdentityDocument,
  Party,
  ProfileChanges,
} from '@probity/contracts/customers/profile';
import type { Static } from 'typebox';
import { said, upperCase, withoutAbsent } from '../fields/absent';
import { canonicalDecimal } from '../fields/decimal.decorators';
import { AddressBody, type CreateCustomerBody, IdentityDocumentBody, PartyBody, ProfileBody } from './customer.dto';

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

/** The given fields of a customer in canonical form; other fields are left out. */
export function profileChanges(body: ProfileBody): ProfileChanges {
  const profile = said(ProfileBody, body);
  return withoutAbsent({
    ...profile,
    aliases: profile.aliases && [...new Set(profile.aliases)],
    nationality: upperCase(profile.nationality),
    account_refs: profile.account_refs && [...new Set(profile.account_refs)],
    address: profile.address && canonicalAddress(profile.address),
    tags: profile.tags && [...new Set(profile.tags)],
    beneficial_owners: profile.beneficial_owners?.map(canonicalParty),
    related_parties: profile.related_parties?.map(canonicalParty),
    identity_documents: profile.identity_documents?.map(canonicalDocument),
  });
}

function canonicalAddress(body: AddressBody): Static<typeof Address> {
  const address = said(AddressBody, body);
  return withoutAbsent({ ...address, country: upperCase(address.country) });
}

function canonicalParty(body: PartyBody): Party {
  const party = said(PartyBody, body);
  const { ownership_share: share, nationality } = party;
  return withoutAbsent({
    ...party,
    ownership_share: share === undefined ? undefined : canonicalDecimal(share),
    nationality: upperCase(nationality),
  });
}

function canonicalDocument(body: IdentityDocumentBody): IdentityDocument {
  const document = said(IdentityDocumentBody, body);
  return withoutAbsent({ ...document, issuing_country: upperCase(document.issuing_country) });
}
