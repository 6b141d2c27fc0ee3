import Type, { type Static } from 'typebox';
import { AlertView } from '../alerts/views';
import { CaseView } from '../cases/views';
import { view } from '../declaration/view';
import { Hash, Id, Metadata, nullable, Timestamp } from '../fields';
import { Assessment, FactorScores } from './events';
import { MAX_SHOWN_FINDINGS, MAX_SHOWN_SIGNALS } from './limits';
import { CustomerView } from './views';
import { KYC_STATUSES, RISK_RATINGS, SIGNAL_EFFECTS } from './words';

export const ScreeningResult = view(
  'ScreeningResult',
  Type.Object({
    alert_id: Id,
    list: Type.String(),
    entry_id: Type.String(),
    topics: Type.Array(Type.String()),
    subject: Type.String({
      description:
        'customer, beneficial_owner, related_party or counterparty; or the part of a transaction that names it: ' +
        'vessel, aircraft, description or reference',
    }),
    subject_name: Type.String(),
    matched_name: Type.String(),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    status: Type.Enum(['potential_match', 'confirmed_match', 'false_positive', 'handled']),
    screened_at: Timestamp,
    plugin: nullable(Type.String(), { description: 'the plugin of the provider that found it; null: Probity' }),
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

export const ProviderSignalView = view(
  'ProviderSignal',
  Type.Object({
    signal_id: Id,
    plugin: Type.String({ description: 'the plugin of the provider' }),
    plugin_version: Type.String(),
    event_source: Type.String({ description: "the provider's type of the event, or the name of a synchronous call" }),
    occurred_at: Type.String({ format: 'date-time', description: "the provider's time" }),
    kyc_status: nullable(Type.Enum(KYC_STATUSES), {
      description: "the provider's decision on the identity; null: it reported something else",
    }),
    reason: nullable(Type.String(), { description: 'the reason of the decision, as the provider explains it' }),
    effect: Type.Enum(SIGNAL_EFFECTS, { description: 'what it did to the KYC status when it was recorded' }),
    metadata: Metadata,
    payload_sha256: Hash,
    recorded_at: Timestamp,
  }),
  { description: 'What a provider reported about the customer.' },
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
    provider_decision: nullable(ProviderSignalView, {
      description: 'the newest decision of a provider on the identity; its `effect` says whether it set the status',
    }),
  }),
);

const ComplianceFlag = view(
  'ComplianceFlag',
  Type.Object({
    flag: Type.String({ description: 'a stable code such as pep or edd_required; more may be added' }),
    detail: Type.String(),
  }),
);

const SHOWN = `newest first, at most ${MAX_SHOWN_FINDINGS}`;

export const RiskView = view(
  'RiskView',
  Type.Object({
    customer: CustomerView,
    risk: Risk,
    active_alerts: Type.Array(AlertView, { description: `open and escalated alerts, ${SHOWN}` }),
    active_alert_count: Type.Integer({ description: 'how many alerts are open or escalated' }),
    open_cases: Type.Array(CaseView, { description: SHOWN }),
    is_sanctioned: Type.Boolean({
      description: 'staff confirmed a sanctions hit about the customer or a beneficial owner',
    }),
    requires_edd: Type.Boolean({ description: 'enhanced due diligence is required' }),
    edd_reasons: Type.Array(Type.String(), { description: 'why it is required' }),
    identity_verification: IdentityVerification,
    screening_results: Type.Array(ScreeningResult, { description: SHOWN }),
    compliance_flags: Type.Array(ComplianceFlag),
    provider_signals: Type.Array(ProviderSignalView, {
      description: `what providers reported, newest first, at most ${MAX_SHOWN_SIGNALS}`,
    }),
    generated_at: Timestamp,
  }),
);

export type ScreeningResult = Static<typeof ScreeningResult>;
export type ProviderSignalView = Static<typeof ProviderSignalView>;
export type RiskView = Static<typeof RiskView>;
