import type { MatchedEntry } from '@probity/contracts/alerts/events';
import type { CustomerProfile, KycStatus } from '@probity/contracts/customers/profile';
import { checkIdentity } from '../kyc-checks';
import type { ScoredAlert, ScoringInput } from '../scoring-input';

/** Example customers for the specs. */
export const AS_OF = '2026-11-20';

const nothing: Omit<CustomerProfile, 'customer_type'> = {
  email: 'customer@example.com',
  pep_status: 'none',
  account_refs: [],
  tags: [],
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [],
};

export const bareIndividual: CustomerProfile = { ...nothing, customer_type: 'individual' };
export const bareCorporate: CustomerProfile = { ...nothing, customer_type: 'corporate' };

export const anna: CustomerProfile = {
  ...bareIndividual,
  full_name: 'Anna Berger',
  date_of_birth: '1988-04-12',
  nationality: 'DE',
  occupation: 'teacher',
  source_of_funds: 'salary',
  income_range: '50,000-75,000 EUR',
  onboarding_channel: 'branch',
  address: { line1: 'Lindenstr. 4', city: 'Köln', country: 'DE' },
  identity_documents: [{ type: 'passport', number: 'C01X00T47', issuing_country: 'DE', expires_on: '2031-06-30' }],
};

export const softwareHouse: CustomerProfile = {
  ...bareCorporate,
  business_name: 'Nordlicht Software GmbH',
  registration_no: 'HRB 112233',
  business_type: 'GmbH',
  industry_type: 'software',
  source_of_funds: 'sales of licences',
  onboarding_channel: 'digital',
  address: { city: 'Hamburg', country: 'DE' },
  beneficial_owners: [
    { name: 'Jens Petersen', ownership_share: '60', date_of_birth: '1979-01-31', nationality: 'DE' },
    { name: 'Mia Sørensen', ownership_share: '40', date_of_birth: '1985-09-02', nationality: 'DK' },
  ],
};

export const coinExchange: CustomerProfile = {
  ...bareCorporate,
  business_name: 'Tortola Coin Ltd',
  registration_no: 'BC 2084411',
  business_type: 'international business company',
  industry_type: 'cryptocurrency exchange',
  source_of_funds: 'trading fees',
  onboarding_channel: 'digital',
  address: { city: 'Road Town', country: 'VG' },
  beneficial_owners: [
    { name: 'Ivan Petrov', ownership_share: '30', nationality: 'RU' },
    { name: 'Blue Reef Holdings Ltd', ownership_share: '10', nationality: 'VG' },
  ],
};

export function inputOf(
  profile: CustomerProfile,
  {
    kyc_status = 'pending',
    alerts = [],
    counterparty_countries = [],
    as_of = AS_OF,
  }: Partial<ScoringInput> & {
    kyc_status?: KycStatus;
  } = {},
): ScoringInput {
  return { profile, kyc_status, as_of, kyc: checkIdentity(profile, as_of), alerts, counterparty_countries };
}

export const monitoringAlert = (changes: Partial<ScoredAlert> = {}): ScoredAlert => ({
  source: 'monitoring',
  severity: 'high',
  status: 'open',
  alert_type: 'structuring',
  raised_at: '2026-11-10T08:00:00.000Z',
  count: 1,
  ...changes,
});

export const match = (
  topics: string[],
  subject: MatchedEntry['subject'] = 'customer',
  changes: Partial<ScoredAlert> = {},
): ScoredAlert => ({
  source: 'screening',
  severity: 'critical',
  status: 'open',
  alert_type: 'sanctions_match',
  raised_at: '2026-11-10T08:00:00.000Z',
  count: 1,
  match: {
    list: 'ofac-sdn',
    entry_id: '1001',
    topics,
    subject,
    subject_name: 'Anna Berger',
    matched_name: 'BERGER, Anna',
    score: 0.94,
  },
  ...changes,
});
