import Type, { type Static } from 'typebox';
import { ALLOW_LIST_FACTS } from '../allow-list/events';
import type { DataOf, EventOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { Hash, Id, Metadata, Timestamp } from '../fields';
import { personal } from '../personal-data/personal';
import { customerFact } from './customer-fact';
import { CalendarDate, CustomerProfile, ProfileChanges } from './profile';
import { ACTOR_TYPES, type FACTORS, KYC_STATUSES, RISK_RATINGS, SIGNAL_EFFECTS, TRIGGER_TYPES } from './words';
import { actorName, institutionActor, officer } from '../staff/officer';

export { CUSTOMER_STREAM_PREFIX, customerStream } from './customer-fact';

export const TriggerType = view('TriggerType', Type.Enum(TRIGGER_TYPES));
export const ActorType = view('ActorType', Type.Enum(ACTOR_TYPES));

export type TriggerType = Static<typeof TriggerType>;
export type ActorType = Static<typeof ActorType>;
export type Factor = (typeof FACTORS)[number];

export const CustomerCreated = customerFact('CustomerCreated', {
  summary: 'A customer was created. It is the first event of its stream.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    profile: CustomerProfile,
    kyc_status: Type.Enum(KYC_STATUSES),
    ...institutionActor,
    created_at: Timestamp,
  }),
});

export const CustomerProfileChanged = customerFact('CustomerProfileChanged', {
  summary: 'Fields of the profile of a customer changed. Absent fields keep their values.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    changes: ProfileChanges,
    event_id: Type.Optional(Id),
    ...institutionActor,
    changed_at: Timestamp,
  }),
});

export const KycStatusChanged = customerFact('KycStatusChanged', {
  summary: 'The KYC status of a customer has changed.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    from: Type.Enum(KYC_STATUSES),
    to: Type.Enum(KYC_STATUSES),
    reason: personal('free_text', Type.String()),
    actor_type: ActorType,
    actor: Type.String(),
    ...actorName,
    signal_id: Type.Optional(Id),
    changed_at: Timestamp,
  }),
});

/** The decision of a provider about an identity. */
export const ProviderKyc = view(
  'ProviderKyc',
  Type.Object({
    status: Type.Enum(KYC_STATUSES),
    reason: personal('free_text', Type.String({ description: 'one sentence, as the provider explains it' })),
  }),
  { example: { status: 'rejected', reason: 'the document is forged' } },
);

/** What a provider reports about a customer, with its origin. */
export const reportedByProvider = {
  plugin: Type.String({ description: 'the plugin of the provider' }),
  plugin_version: Type.String(),
  event_source: Type.String({ description: "the provider's type of the event, or the name of a synchronous call" }),
  occurred_at: Type.String({
    format: 'date-time',
    description: "the provider's time, ISO 8601, UTC; of two signals the later one decides",
  }),
  kyc: Type.Optional(ProviderKyc),
  metadata: personal('finding', Metadata),
  payload_sha256: Hash,
};

export const ProviderSignalRecorded = customerFact('ProviderSignalRecorded', {
  summary:
    'A provider reported about a customer. If the report changed the KYC status, `KycStatusChanged` follows ' +
    'with the same `signal_id`.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    signal_id: Id,
    ...reportedByProvider,
    effect: Type.Enum(SIGNAL_EFFECTS, { description: 'what it did to the KYC status when it was recorded' }),
    recorded_at: Timestamp,
  }),
});

const Score = Type.Integer({ minimum: 0, maximum: 1000 });
export const FactorScores = Type.Object({
  identity_score: Score,
  geographic_score: Score,
  product_score: Score,
  behavioral_score: Score,
  channel_score: Score,
  relationship_score: Score,
});

/** The result of a scoring and its reasons; see the scoring model in the documentation. */
export const Assessment = view(
  'Assessment',
  Type.Object({
    composite_score: Score,
    ...FactorScores.properties,
    rating: Type.Enum(RISK_RATINGS),
    reasons: Type.Array(
      Type.Object({
        factor: Type.String({ description: 'a factor, or `floor`' }),
        points: Type.Integer(),
        reason: personal('free_text', Type.String()),
      }),
    ),
    model_version: Type.String({ description: 'of the model and of the data that it used' }),
  }),
  { example: { reasons: [{ factor: 'identity', points: 150, reason: 'KYC status is pending' }] } },
);

export const RiskAssessed = customerFact('RiskAssessed', {
  summary:
    'The score of a customer changed. When `rating_from` and `rating_to` differ, the fact is an item of ' +
    'the risk history; on the first scoring `rating_from` is null.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    rating_from: Type.Union([Type.Enum(RISK_RATINGS), Type.Null()]),
    rating_to: Type.Enum(RISK_RATINGS),
    reason: personal('free_text', Type.String()),
    trigger_type: TriggerType,
    actor_type: ActorType,
    actor: Type.Optional(
      Type.String({ description: 'the actor that caused it, such as `staff:<account>`; absent when there is none' }),
    ),
    ...actorName,
    assessment: Assessment,
    event_id: Type.Optional(Id),
    assessed_at: Timestamp,
  }),
});

const erasure = { customer_id: Id, tenant_id: Id, ...officer };

export const CustomerErasureRequested = customerFact('CustomerErasureRequested', {
  summary:
    'Staff requested the erasure of a customer. Until the retention of its tenant is over the customer is restricted: its ' +
    'profile is not shown. Then its personal data are erased.',
  data: Type.Object({
    ...erasure,
    relationship_ended_on: CalendarDate,
    reason: personal('free_text', Type.String()),
    requested_at: Timestamp,
  }),
});

export const CustomerErasureWithdrawn = customerFact('CustomerErasureWithdrawn', {
  summary: 'Staff withdrew the request for the erasure of a customer. The customer is no longer restricted.',
  data: Type.Object({ ...erasure, reason: personal('free_text', Type.String()), withdrawn_at: Timestamp }),
});

export const CustomerErased = customerFact('CustomerErased', {
  summary:
    'The retention was over, and the key of the personal data of the customer is destroyed. Delete what you keep of the ' +
    'customer. It is the last event of its stream.',
  data: Type.Object({ ...erasure, erased_at: Timestamp }),
});

export const CustomerDataExported = customerFact('CustomerDataExported', {
  summary: 'Staff exported everything that is kept about a customer.',
  data: Type.Object({ ...erasure, reason: personal('free_text', Type.String()), exported_at: Timestamp }),
});

export type CustomerErasureRequested = DataOf<typeof CustomerErasureRequested>;
export type CustomerErasureWithdrawn = DataOf<typeof CustomerErasureWithdrawn>;
export type CustomerErased = DataOf<typeof CustomerErased>;
export type CustomerCreated = DataOf<typeof CustomerCreated>;
export type CustomerProfileChanged = DataOf<typeof CustomerProfileChanged>;
export type KycStatusChanged = DataOf<typeof KycStatusChanged>;
export type ProviderKyc = Static<typeof ProviderKyc>;
export type ProviderSignalRecorded = DataOf<typeof ProviderSignalRecorded>;
export type SignalEffect = (typeof SIGNAL_EFFECTS)[number];
export type Assessment = Static<typeof Assessment>;
export type RiskAssessed = DataOf<typeof RiskAssessed>;

export const CUSTOMER_FACTS = [
  CustomerCreated,
  CustomerProfileChanged,
  KycStatusChanged,
  ProviderSignalRecorded,
  RiskAssessed,
  CustomerDataExported,
  CustomerErasureRequested,
  CustomerErasureWithdrawn,
  CustomerErased,
  ...ALLOW_LIST_FACTS,
] as const;
export type CustomerEvent = EventOf<(typeof CUSTOMER_FACTS)[number]>;
