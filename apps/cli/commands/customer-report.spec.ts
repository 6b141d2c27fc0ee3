import type { CustomerView } from '@probity/contracts/customers/views';
import type { RiskView } from '@probity/contracts/customers/risk-view';
import { customerReport, riskViewReport } from './customer-report';

const CUSTOMER = {
  id: 'the-customer',
  email: 'ana@example.org',
  full_name: 'Ana Example',
  business_name: null,
  account_refs: ['acc-1', 'acc-2'],
  tags: [],
  address: { city: 'Bern', country: 'CH' },
} as unknown as CustomerView;

const VIEW: RiskView = {
  customer: CUSTOMER,
  risk: {
    composite_score: 612,
    identity_score: 150,
    geographic_score: 25,
    product_score: 250,
    behavioral_score: 0,
    channel_score: 300,
    relationship_score: 800,
    rating: 'high',
    reasons: [
      { factor: 'relationship', points: 800, reason: 'a foreign politically exposed person' },
      { factor: 'floor', points: 600, reason: 'a foreign politically exposed person' },
    ],
    model_version: '1+2',
    assessed_at: '2026-03-01T10:00:00.000Z',
  },
  active_alerts: [],
  active_alert_count: 0,
  open_cases: [],
  is_sanctioned: false,
  requires_edd: true,
  edd_reasons: ['rating', 'pep'],
  identity_verification: {
    status: 'in_review',
    provider: null,
    provider_ref: null,
    complete: false,
    consistent: true,
    checks: [
      { check: 'name', result: 'pass', field: 'full_name', detail: 'is there' },
      { check: 'birth', result: 'missing', field: 'date_of_birth', detail: 'is not known' },
    ],
    provider_decision: null,
  },
  screening_results: [],
  compliance_flags: [{ flag: 'pep', detail: 'declared' }],
  provider_signals: [],
  generated_at: '2026-03-01T10:00:01.000Z',
};

describe('the report of a customer', () => {
  it('contains only the fields that have a value', () => {
    expect(customerReport(CUSTOMER)).toBe(`Customer the-customer: Ana Example

  id: the-customer
  email: ana@example.org
  full_name: Ana Example
  account_refs: acc-1, acc-2
  address:
    city: Bern
    country: CH`);
  });
});

describe('the report of a risk view', () => {
  it('leaves out empty sections', () => {
    expect(riskViewReport(VIEW)).toBe(`Customer the-customer: Ana Example

  rating                  high (612 of 1000)
  sanctioned              no
  enhanced due diligence  yes: rating, pep
  KYC status              in_review
  identity complete       no
  identity consistent     yes
  assessed                2026-03-01T10:00:00.000Z, model 1+2

Scores by factor:
  identity      150
  geographic    25
  behavioral    0
  product       250
  relationship  800
  channel       300

Reasons for the scores:
  relationship  +800  a foreign politically exposed person
  floor         +600  a foreign politically exposed person

Identity checks that do not pass:
  date_of_birth: missing  is not known

Flags:
  pep  declared

As of 2026-03-01T10:00:01.000Z.`);
  });

  it('shows the matches with listed parties', () => {
    const found = {
      alert_id: 'the-alert',
      list: 'un-sc',
      entry_id: '7',
      topics: ['sanction'],
      subject: 'beneficial_owner',
      subject_name: 'Bo',
      matched_name: 'BO',
      score: 1,
      status: 'potential_match' as const,
      screened_at: '2026-03-01T10:00:00.000Z',
      plugin: 'yente',
    };
    const lines = riskViewReport({ ...VIEW, screening_results: [found] }).split('\n');
    const at = lines.indexOf('Screening:');
    expect(lines[at + 1]).toMatch(/^ {2}RESULT +SCORE +SUBJECT +MATCHES +ENTRY +BY +ALERT$/);
    expect(lines[at + 2]).toMatch(
      /^ {2}potential_match +1 +beneficial owner Bo +BO +7 of un-sc \(sanction\) +yente +the-alert$/,
    );
  });

  it('shows what providers reported', () => {
    const signal = {
      signal_id: 'the-signal',
      plugin: 'sumsub',
      plugin_version: '1.0.0',
      event_source: 'applicantReviewed',
      occurred_at: '2026-03-01T09:59:00.000Z',
      kyc_status: 'rejected' as const,
      reason: 'the document is forged',
      effect: 'changed' as const,
      metadata: {},
      payload_sha256: 'a'.repeat(64),
      recorded_at: '2026-03-01T10:00:00.000Z',
    };
    const lines = riskViewReport({ ...VIEW, provider_signals: [signal] }).split('\n');
    const at = lines.indexOf('Provider signals:');
    expect(lines[at + 1]).toMatch(/^ {2}AT +PROVIDER +EVENT +KYC +EFFECT +REASON$/);
    expect(lines[at + 2]).toMatch(
      /^ {2}2026-03-01T09:59:00.000Z +sumsub +applicantReviewed +rejected +changed +the document is forged$/,
    );
  });
});
