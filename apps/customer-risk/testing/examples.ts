import type { AlertToRaise, MatchedEntry } from '@probity/contracts/alerts/events';
import type { Assessment, CustomerEvent, RiskAssessed } from '@probity/contracts/customers/events';
import type { CustomerProfile, KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import { newId } from '@probity/platform/ids';
import { type CustomerState, evolveCustomer } from '../customers/customer-state';
import type { ReportedSignal } from '../kyc/provider-decisions';
import { fold } from '@probity/event-store/aggregate';

export const CUSTOMER_ID = '0190b6b0-0000-7000-8000-000000000001';
export const TENANT_ID = '0190b6b0-0000-7000-8000-00000000000a';
export const NOW = '2026-11-20T12:00:00.000Z';

export const aProfile = (changes: Partial<CustomerProfile> = {}): CustomerProfile => ({
  email: 'ada@example.com',
  customer_type: 'individual',
  full_name: 'Ada Byron',
  nationality: 'GB',
  date_of_birth: '1985-12-10',
  occupation: 'engineer',
  source_of_funds: 'salary',
  pep_status: 'none',
  onboarding_channel: 'branch',
  account_refs: ['acc-1'],
  address: { line1: '1 High Street', city: 'London', country: 'GB', postal_code: 'N1 1AA' },
  tags: [],
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [],
  ...changes,
});

export const anAssessment = (rating: RiskRating = 'low', composite_score = 120): Assessment => ({
  composite_score,
  identity_score: 100,
  geographic_score: 100,
  product_score: 100,
  behavioral_score: 100,
  channel_score: 100,
  relationship_score: 100,
  rating,
  reasons: [],
  model_version: 'test',
});

export const aRiskAssessed = (changes: Partial<RiskAssessed> = {}): RiskAssessed => ({
  customer_id: CUSTOMER_ID,
  tenant_id: TENANT_ID,
  rating_from: null,
  rating_to: 'low',
  reason: 'the customer was created',
  trigger_type: 'onboarding',
  actor_type: 'system',
  assessment: anAssessment(),
  assessed_at: NOW,
  ...changes,
});

/** The first events of a customer. */
export const aCustomer = (
  profile: Partial<CustomerProfile> = {},
  kyc_status: KycStatus = 'pending',
): CustomerEvent[] => [
  {
    type: 'CustomerCreated',
    data: {
      customer_id: CUSTOMER_ID,
      tenant_id: TENANT_ID,
      profile: aProfile(profile),
      kyc_status,
      created_at: '2026-11-01T09:00:00.000Z',
    },
  },
  { type: 'RiskAssessed', data: aRiskAssessed({ assessed_at: '2026-11-01T09:00:00.000Z' }) },
];

export const stateOf = (events: CustomerEvent[]): CustomerState => fold({ evolve: evolveCustomer }, events)!;

export const aSanctionsMatch = (changes: Partial<MatchedEntry> = {}): MatchedEntry => ({
  list: 'ofac-sdn',
  entry_id: '306',
  topics: ['sanction'],
  subject: 'customer',
  subject_name: 'Ada Byron',
  matched_name: 'BYRON, Ada',
  score: 0.97,
  ...changes,
});

export const aScreeningAlert = (changes: Partial<AlertToRaise> = {}): AlertToRaise => ({
  alert_id: newId(),
  source: 'screening',
  alert_type: 'sanctions_match',
  severity: 'critical',
  title: 'Possible match on ofac-sdn',
  trigger_ref: 'ofac-sdn:306',
  metadata: { source: 'native' },
  match: aSanctionsMatch(),
  evidence: { score: 0.97 },
  ...changes,
});

export const aMonitoringAlert = (changes: Partial<AlertToRaise> = {}): AlertToRaise => ({
  alert_id: newId(),
  source: 'monitoring',
  alert_type: 'large_cash',
  severity: 'high',
  title: 'Large cash-like transaction',
  trigger_ref: 'tx-1',
  metadata: { source: 'native', rule: 'large_cash' },
  evidence: { fields: { 'transaction.amount': '15000' } },
  ...changes,
});

export const aProviderSignal = (changes: Partial<ReportedSignal> = {}): ReportedSignal => ({
  signal_id: newId(),
  plugin: 'sumsub',
  plugin_version: '1.0.0',
  event_source: 'applicantReviewed',
  occurred_at: '2026-11-20T11:00:00.000Z',
  kyc: { status: 'rejected', reason: 'the document is forged' },
  metadata: { reject_labels: ['FORGERY'], reject_type: 'FINAL' },
  payload_sha256: 'a'.repeat(64),
  ...changes,
});
