import type { Assessment } from '../../customers/events';
import type { CustomerProfile } from '../../customers/profile';
import type { CustomerView } from '../../customers/views';
import { CREATED_AT, CUSTOMER_ID, TENANT_ID } from '../example-ids';

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

export const EXAMPLE_CUSTOMER: CustomerView = {
  id: CUSTOMER_ID,
  tenant_id: TENANT_ID,
  phone: null,
  kyc_provider: null,
  kyc_provider_ref: null,
  business_name: null,
  business_type: null,
  industry_type: null,
  registration_no: null,
  tax_id: null,
  income_range: null,
  source_of_wealth: null,
  metadata: null,
  ...EXAMPLE_PROFILE,
  kyc_status: 'pending',
  risk_rating: 'high',
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

/** As the built-in model scores the customer while nobody has decided on a possible match with a sanctions list. */
export const EXAMPLE_ASSESSMENT: Assessment = {
  composite_score: 600,
  identity_score: 150,
  geographic_score: 50,
  product_score: 50,
  behavioral_score: 0,
  channel_score: 300,
  relationship_score: 700,
  rating: 'high',
  reasons: [
    { factor: 'identity', points: 150, reason: 'KYC status is pending' },
    { factor: 'geographic', points: 25, reason: 'nationality GB (members of FATF with little perceived corruption)' },
    { factor: 'geographic', points: 25, reason: 'address GB (members of FATF with little perceived corruption)' },
    { factor: 'product', points: 50, reason: 'the income is unknown' },
    {
      factor: 'relationship',
      points: 700,
      reason: 'possible match of the customer with a sanctions list: Amira Haddad (ofac-sdn)',
    },
    { factor: 'channel', points: 300, reason: 'onboarded without being present' },
    {
      factor: 'floor',
      points: 600,
      reason:
        'open_sanctions_match: at least 600, because nobody has decided on a possible sanctions match of Amira Haddad (ofac-sdn)',
    },
  ],
  model_version: 'v1/cd2c8b9ba5f1/countries-2026-06-19',
};
