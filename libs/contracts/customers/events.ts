import Type, { type Static } from 'typebox';
import { Id, Timestamp } from '../fields';
import { CustomerProfile, KYC_STATUSES, ProfileChanges, RISK_RATINGS } from './profile';

export const CUSTOMER_STREAM_PREFIX = 'customer-';
/** The stream that holds everything about one customer. */
export const customerStream = (customerId: string): string => `${CUSTOMER_STREAM_PREFIX}${customerId}`;

/** Why something about a customer changed. */
export const TRIGGER_TYPES = [
  'onboarding',
  'transaction',
  'profile_change',
  'kyc_change',
  'list_change',
  'alert_decision',
  'model_change',
] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

export const ACTOR_TYPES = ['system', 'institution', 'staff', 'provider'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const CustomerCreated = Type.Object({
  customer_id: Id,
  tenant_id: Id,
  profile: CustomerProfile,
  kyc_status: Type.Enum(KYC_STATUSES),
  created_at: Timestamp,
});

export const CustomerProfileChanged = Type.Object({
  customer_id: Id,
  tenant_id: Id,
  changes: ProfileChanges,
  event_id: Type.Optional(Id),
  changed_at: Timestamp,
});

export const KycStatusChanged = Type.Object({
  customer_id: Id,
  tenant_id: Id,
  from: Type.Enum(KYC_STATUSES),
  to: Type.Enum(KYC_STATUSES),
  reason: Type.String(),
  actor_type: Type.Enum(ACTOR_TYPES),
  actor: Type.String(),
  changed_at: Timestamp,
});

export const FACTORS = ['identity', 'geographic', 'behavioral', 'product', 'relationship', 'channel'] as const;
export type Factor = (typeof FACTORS)[number];

const Score = Type.Integer({ minimum: 0, maximum: 1000 });
export const FactorScores = Type.Object({
  identity_score: Score,
  geographic_score: Score,
  product_score: Score,
  behavioral_score: Score,
  channel_score: Score,
  relationship_score: Score,
});

/** What a scoring says and why; see the scoring model in the documentation. */
export const Assessment = Type.Object({
  composite_score: Score,
  ...FactorScores.properties,
  rating: Type.Enum(RISK_RATINGS),
  reasons: Type.Array(
    Type.Object({
      factor: Type.String({ description: 'a factor, or `floor`' }),
      points: Type.Integer(),
      reason: Type.String(),
    }),
  ),
  model_version: Type.String({ description: 'of the model and of the data that it used' }),
});

/** A scoring with another result than the one before it. A change of the rating is an item of the risk history. */
export const RiskAssessed = Type.Object({
  customer_id: Id,
  tenant_id: Id,
  rating_from: Type.Union([Type.Enum(RISK_RATINGS), Type.Null()]),
  rating_to: Type.Enum(RISK_RATINGS),
  reason: Type.String(),
  trigger_type: Type.Enum(TRIGGER_TYPES),
  actor_type: Type.Enum(ACTOR_TYPES),
  actor: Type.Optional(
    Type.String({ description: 'who caused it, such as `staff:j.smith`; absent where nobody in particular did' }),
  ),
  assessment: Assessment,
  event_id: Type.Optional(Id),
  assessed_at: Timestamp,
});

export type CustomerCreated = Static<typeof CustomerCreated>;
export type CustomerProfileChanged = Static<typeof CustomerProfileChanged>;
export type KycStatusChanged = Static<typeof KycStatusChanged>;
export type FactorScores = Static<typeof FactorScores>;
export type Assessment = Static<typeof Assessment>;
export type RiskAssessed = Static<typeof RiskAssessed>;

export type CustomerEvent =
  | { type: 'CustomerCreated'; data: CustomerCreated }
  | { type: 'CustomerProfileChanged'; data: CustomerProfileChanged }
  | { type: 'KycStatusChanged'; data: KycStatusChanged }
  | { type: 'RiskAssessed'; data: RiskAssessed };
