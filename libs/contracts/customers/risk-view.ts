import Type, { type Static } from 'typebox';
import { AlertView } from '../alerts/views';
import { CaseView } from '../cases/views';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { Assessment, FactorScores } from './events';
import { CustomerView } from './views';
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

const RiskReason = view('RiskReason', Assessment.properties.reasons.items, {
  example: { reason: 'KYC status is pending' },
});

const Risk = view(
  'Risk',
  Type.Object({
    composite_score: Assessment.properties.composite_score,
    ...FactorScores.properties,
    rating: Type.Enum(RISK_RATINGS),
    reasons: Type.Array(RiskReason, { description: 'the reasons of the scores' }),
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
    complete: Type.Boolean({ description: 'all data that the customer type requires are present' }),
    consistent: Type.Boolean({ description: 'no data contradict each other' }),
    checks: Type.Array(IdentityCheck),
  }),
);

const ComplianceFlag = view(
  'ComplianceFlag',
  Type.Object({
    flag: Type.String({ description: 'a stable code such as pep or edd_required; more may be added' }),
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
);

export type ScreeningResult = Static<typeof ScreeningResult>;
export type RiskView = Static<typeof RiskView>;
