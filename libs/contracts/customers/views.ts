import Type, { type Static, type TSchema } from 'typebox';
import { AlertView } from '../alerts/views';
import { CaseView } from '../cases/views';
import { Id, Timestamp } from '../fields';
import { FactorScores } from './events';
import { CustomerProfile, type KycStatus, type RiskRating } from './profile';
import { ACTOR_TYPES, KYC_STATUSES, RISK_RATINGS, TRIGGER_TYPES } from './words';

/** The forms in which customers are answered, as in the public interface. What is unknown is null. */

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const OptionalField = Type.Union([Type.String(), Type.Null()]);

/** Every field of the profile is there; one that is not known is null. */
type ProfileView = {
  [Field in keyof CustomerProfile]-?: undefined extends CustomerProfile[Field]
    ? Exclude<CustomerProfile[Field], undefined> | null
    : CustomerProfile[Field];
};
const profile = Object.fromEntries(
  Object.entries<TSchema>(CustomerProfile.properties).map(([field, schema]) => [
    field,
    CustomerProfile.required.includes(field as never) ? schema : nullable(schema),
  ]),
);

export const CustomerView = Type.Unsafe<CustomerView>(
  Type.Object({
    id: Id,
    tenant_id: Id,
    ...profile,
    kyc_status: Type.Enum(KYC_STATUSES),
    risk_rating: Type.Enum(RISK_RATINGS),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
);
export type CustomerView = ProfileView & {
  id: string;
  tenant_id: string;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  created_at: string;
  updated_at: string;
};

export const CustomerSummary = Type.Object({
  id: Id,
  email: Type.String(),
  external_id: OptionalField,
  full_name: OptionalField,
  business_name: OptionalField,
  customer_type: Type.String(),
  kyc_status: Type.Enum(KYC_STATUSES),
  risk_rating: Type.Enum(RISK_RATINGS),
  created_at: Timestamp,
});

export const RiskHistoryItem = Type.Object({
  rating_from: nullable(Type.String()),
  rating_to: Type.String(),
  reason: Type.String(),
  trigger_type: Type.Enum(TRIGGER_TYPES),
  score: Type.Integer(),
  actor_type: Type.Enum(ACTOR_TYPES),
  created_at: Timestamp,
});

export const ScreeningResult = Type.Object({
  alert_id: Id,
  list: Type.String(),
  entry_id: Type.String(),
  topics: Type.Array(Type.String()),
  subject: Type.String(),
  subject_name: Type.String(),
  matched_name: Type.String(),
  score: Type.Number(),
  status: Type.Enum(['potential_match', 'confirmed_match', 'false_positive', 'handled']),
  screened_at: Timestamp,
});

export const RiskView = Type.Object({
  customer: CustomerView,
  risk: Type.Object({
    composite_score: Type.Integer(),
    ...FactorScores.properties,
    rating: Type.Enum(RISK_RATINGS),
    reasons: Type.Array(Type.Object({ factor: Type.String(), points: Type.Integer(), reason: Type.String() })),
    model_version: Type.String(),
    assessed_at: Timestamp,
  }),
  active_alerts: Type.Array(AlertView),
  open_cases: Type.Array(CaseView),
  is_sanctioned: Type.Boolean(),
  requires_edd: Type.Boolean(),
  edd_reasons: Type.Array(Type.String()),
  identity_verification: Type.Object({
    status: Type.Enum(KYC_STATUSES),
    provider: nullable(Type.String()),
    provider_ref: nullable(Type.String()),
    complete: Type.Boolean(),
    consistent: Type.Boolean(),
    checks: Type.Array(
      Type.Object({
        check: Type.String(),
        result: Type.Enum(['pass', 'fail', 'missing']),
        field: Type.String(),
        detail: Type.String(),
      }),
    ),
  }),
  screening_results: Type.Array(ScreeningResult),
  compliance_flags: Type.Array(Type.Object({ flag: Type.String(), detail: Type.String() })),
  generated_at: Timestamp,
});

export type CustomerSummary = Static<typeof CustomerSummary>;
export type RiskHistoryItem = Static<typeof RiskHistoryItem>;
export type ScreeningResult = Static<typeof ScreeningResult>;
export type RiskView = Static<typeof RiskView>;
