import type { CustomerProfile } from '@probity/contracts/customers/profile';
import type {
  KycRequest,
  MonitoringRequest,
  ScreeningRequest,
  ScreeningSubjectRequest,
  StageCustomer,
} from '../stage-call';

/** Requests for the fixtures of plugins; name what your example is about. */

const CUSTOMER_ID = '0190a0a0-0000-7000-8000-000000000001';

export const customerOf = (
  profile: Partial<CustomerProfile> = {},
  kyc_status: StageCustomer['kyc_status'] = 'in_review',
): StageCustomer => ({
  id: CUSTOMER_ID,
  kyc_status,
  profile: {
    email: 'jane@example.com',
    customer_type: 'individual',
    full_name: 'Jane Doe',
    date_of_birth: '1980-02-03',
    phone: '+33 1 23 45 67 89',
    tax_id: 'T-1234567',
    pep_status: 'none',
    account_refs: ['ACC-1'],
    tags: [],
    beneficial_owners: [],
    related_parties: [],
    identity_documents: [],
    ...profile,
  },
});

export const kycOf = (profile: Partial<CustomerProfile> = {}): KycRequest => ({ customer: customerOf(profile) });

/** One subject for each argument. */
export const screeningOf = (...subjects: Partial<ScreeningSubjectRequest>[]): ScreeningRequest => ({
  customer: { id: CUSTOMER_ID, account_refs: ['ACC-1'] },
  subjects: subjects.map((subject) => ({
    role: 'customer',
    kind: 'person',
    name: 'Jane Doe',
    countries: [],
    identifiers: [],
    ...subject,
  })),
  threshold: 0.8,
});

export const monitoringOf = (
  payload: Record<string, unknown>,
  event: Partial<MonitoringRequest['event']> = {},
): MonitoringRequest => ({
  customer: customerOf({}, 'approved'),
  event: {
    id: '0190a0a0-0000-7000-8000-000000000002',
    type: 'transaction',
    occurred_at: '2026-03-04T05:06:07.000Z',
    payload,
    ...event,
  },
});
