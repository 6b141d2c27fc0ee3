import Type, { type Static } from 'typebox';
import { AlertView } from '../alerts/views';
import { CaseView } from '../cases/views';
import { view } from '../declaration/view';
import { ALERT_ID, CREATED_AT } from '../example-ids';
import { Id, nullable, Timestamp } from '../fields';
import { Assessment, FactorScores } from './events';
import { CustomerView, EXAMPLE_CUSTOMER } from './views';
import { KYC_STATUSES, RISK_RATINGS } from './words';

export const ScreeningResult = view(
  'ScreeningResult',
  Type.Object({
    alert_id: Id,
    list: Type.String(),
    entry_id: Type.String(),
    topics: Type.Array(Type.String()),
    subject: Type.String({ description: 'customer, beneficial_owner, related_party or counterparty' }),
    subject_name: Type.String(),
    matched_name: Type.String(),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    status: Type.Enum(['potential_match', 'confirmed_match', 'false_positive', 'handled']),
    screened_at: Timestamp,
  }),
  { description: 'What screening found about the customer, its owners, its related parties and its counterparties.' },
);

const RiskReason = view('RiskReason', Assessment.properties.reasons.items);

const Risk = view(
  'Risk',
  Type.Object({
    composite_score: Assessment.properties.composite_score,
    ...FactorScores.properties,
    rating: Type.Enum(RISK_RATINGS),
    reasons: Type.Array(RiskReason, { description: 'what the scores are made of' }),
    model_version: Type.String({ description: 'of the scoring model and of the data that it used' }),
    assessed_at: Timestamp,
  }),
);

const IdentityCheck = view(
  'IdentityCheck',
  Type.Object({
    check: Type.String(),
    result: Type.Enum(['pass', 'fail', 'missing']),
    field: Type.String(),
    detail: Type.String(),
  }),
);

const IdentityVerification = view(
  'IdentityVerification',
  Type.Object({
    status: Type.Enum(KYC_STATUSES),
    provider: nullable(Type.String()),
    provider_ref: nullable(Type.String()),
    complete: Type.Boolean({ description: 'nothing that the customer type needs is missing' }),
    consistent: Type.Boolean({ description: 'nothing contradicts anything else' }),
    checks: Type.Array(IdentityCheck),
  }),
);

const ComplianceFlag = view(
  'ComplianceFlag',
  Type.Object({
    flag: Type.String({ description: 'a stable word such as pep or edd_required; more may be added' }),
    detail: Type.String(),
  }),
);

export const RiskView = view(
  'RiskView',
  Type.Object({
    customer: CustomerView,
    risk: Risk,
    active_alerts: Type.Array(AlertView, { description: 'open and escalated alerts' }),
    open_cases: Type.Array(CaseView),
    is_sanctioned: Type.Boolean({
      description: 'staff confirmed a sanctions hit about the customer or a beneficial owner',
    }),
    requires_edd: Type.Boolean({ description: 'enhanced due diligence is required' }),
    edd_reasons: Type.Array(Type.String(), { description: 'why it is required' }),
    identity_verification: IdentityVerification,
    screening_results: Type.Array(ScreeningResult),
    compliance_flags: Type.Array(ComplianceFlag),
    generated_at: Timestamp,
  }),
  {
    example: {
      customer: EXAMPLE_CUSTOMER,
      risk: {
        composite_score: 400,
        identity_score: 150,
        geographic_score: 50,
        product_score: 50,
        behavioral_score: 0,
        channel_score: 300,
        relationship_score: 0,
        rating: 'medium',
        reasons: [{ factor: 'identity', points: 150, reason: 'KYC status is pending' }],
        model_version: 'v1/cd2c8b9ba5f1/countries-2026-06-19',
        assessed_at: CREATED_AT,
      },
      active_alerts: [],
      open_cases: [],
      is_sanctioned: false,
      requires_edd: false,
      edd_reasons: [],
      identity_verification: {
        status: 'pending',
        provider: EXAMPLE_CUSTOMER.kyc_provider,
        provider_ref: EXAMPLE_CUSTOMER.kyc_provider_ref,
        complete: true,
        consistent: true,
        checks: [{ check: 'age', result: 'pass', field: 'date_of_birth', detail: 'the customer is 42 years old' }],
      },
      screening_results: [
        {
          alert_id: ALERT_ID,
          list: 'ofac-sdn',
          entry_id: '99001',
          topics: ['sanction'],
          subject: 'customer',
          subject_name: 'Amira Haddad',
          matched_name: 'HADDAD, Amira',
          score: 0.91,
          status: 'false_positive',
          screened_at: CREATED_AT,
        },
      ],
      compliance_flags: [],
      generated_at: CREATED_AT,
    },
  },
);

export type ScreeningResult = Static<typeof ScreeningResult>;
export type RiskView = Static<typeof RiskView>;
