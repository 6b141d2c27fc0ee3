import type { CustomerProfile } from './profile';

/** The customer that the examples are about. */
export const EXAMPLE_PROFILE = {
  email: 'amira.haddad@example.com',
  customer_type: 'individual',
  full_name: 'Amira Haddad',
  external_id: 'crm-4711',
  nationality: 'GB',
  date_of_birth: '1984-07-12',
  occupation: 'architect',
  source_of_funds: 'salary',
  pep_status: 'none',
  onboarding_channel: 'digital',
  account_refs: ['ACC-1001'],
  address: { line1: '12 Harbour Street', city: 'Bristol', country: 'GB', postal_code: 'BS1 4ST' },
  tags: ['retail'],
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [{ type: 'passport', number: '533380006', issuing_country: 'GB', expires_on: '2031-05-31' }],
} satisfies CustomerProfile;
