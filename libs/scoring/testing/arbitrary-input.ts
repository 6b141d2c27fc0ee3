import fc from 'fast-check';
import { ALERT_SOURCES, ALERT_STATUSES, RESOLUTIONS, SEVERITIES } from '@probity/contracts/alerts/words';
import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { KYC_STATUSES, ONBOARDING_CHANNELS, PEP_STATUSES } from '@probity/contracts/customers/words';
import { checkIdentity } from '../kyc-checks';
import type { ScoredAlert, ScoringInput } from '../scoring-input';
import { AS_OF } from './customers';

/** Generates any input of the score, for property tests. */
export const COUNTRIES = ['DE', 'SG', 'BR', 'US', 'VN', 'BA', 'RU', 'CU', 'IR', 'KP'];
const TOPICS = ['sanction', 'pep', 'crime', 'wanted', 'adverse-media', 'other', '__proto__'];

const country = fc.constantFrom(...COUNTRIES);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const party = fc.record({
  name: fc.constantFrom('Ivan Petrov', 'Mia Sørensen', 'Blue Reef Holdings Ltd', '王小明'),
  role: maybe(fc.constantFrom('director', 'PEP', 'spouse')),
  ownership_share: maybe(fc.constantFrom('10', '25.5', '75', '100', 'most')),
  date_of_birth: maybe(day),
  nationality: maybe(country),
});

const document = fc.record({
  type: fc.constantFrom('passport', 'national_id', 'driving_licence'),
  number: maybe(fc.constant('X1234567')),
  issuing_country: maybe(country),
  expires_on: maybe(day),
});

const profile: fc.Arbitrary<CustomerProfile> = fc.record({
  email: fc.constant('customer@example.com'),
  customer_type: fc.constantFrom('individual', 'corporate'),
  full_name: maybe(fc.constantFrom('Anna Berger', '12345', 'test')),
  business_name: maybe(fc.constantFrom('Nordlicht GmbH')),
  nationality: maybe(country),
  date_of_birth: maybe(day),
  occupation: maybe(fc.constantFrom('teacher', 'student', 'casino manager')),
  source_of_funds: maybe(fc.constantFrom('salary', 'crypto trading', 'cash')),
  source_of_wealth: maybe(fc.constant('inheritance')),
  income_range: maybe(fc.constantFrom('10,000-20,000', '> 5m', 'n/a')),
  pep_status: fc.constantFrom(...PEP_STATUSES),
  kyc_provider: maybe(fc.constant('sumsub')),
  onboarding_channel: maybe(fc.constantFrom(...ONBOARDING_CHANNELS)),
  account_refs: fc.constant([]),
  address: maybe(fc.record({ country: maybe(country) })),
  tags: fc.constant([]),
  business_type: maybe(fc.constantFrom('GmbH', 'trust', 'listed company')),
  industry_type: maybe(fc.constantFrom('software', 'restaurant', 'online gambling')),
  registration_no: maybe(fc.constant('HRB 1')),
  tax_id: maybe(fc.constant('12/345')),
  beneficial_owners: fc.array(party, { maxLength: 12 }),
  related_parties: fc.array(party, { maxLength: 2 }),
  identity_documents: fc.array(document, { maxLength: 3 }),
});

export const alert: fc.Arbitrary<ScoredAlert> = fc.record({
  source: fc.constantFrom(...ALERT_SOURCES),
  severity: fc.constantFrom(...SEVERITIES),
  status: fc.constantFrom(...ALERT_STATUSES),
  resolution: maybe(fc.constantFrom(...RESOLUTIONS)),
  count: fc.integer({ min: 1, max: 3 }),
  alert_type: fc.constantFrom('structuring', 'velocity', 'sanctions_match', 'pep_match'),
  raised_at: fc
    .integer({ min: -2, max: 500 })
    .map((days) => new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString()),
  match: maybe(
    fc.record({
      list: fc.constantFrom('ofac-sdn', 'tenant'),
      entry_id: fc.constant('1'),
      topics: fc.subarray(TOPICS),
      subject: fc.constantFrom('customer', 'beneficial_owner', 'related_party', 'counterparty'),
      subject_name: fc.constantFrom('Anna Berger', 'Ivan Petrov', 'Mia Sørensen'),
      matched_name: fc.constant('LISTED PERSON'),
      score: fc.constant(0.9),
    }),
  ),
});

export const scoringInput: fc.Arbitrary<ScoringInput> = fc
  .record({
    profile,
    kyc_status: fc.constantFrom(...KYC_STATUSES),
    alerts: fc.array(alert, { maxLength: 8 }),
    counterparty_countries: fc.array(country, { maxLength: 4 }),
  })
  .map((input) => ({ ...input, as_of: AS_OF, kyc: checkIdentity(input.profile, AS_OF) }));
