import Type, { type Static } from 'typebox';
import { type DataOf, type EventOf, factsOf } from '../declaration/fact';
import { view } from '../declaration/view';
import { CREATED_AT, CUSTOMER_ID, DECIDED_AT, EVENT_ID, RAISED_AT, TENANT_ID } from '../example-ids';
import { Id, Timestamp } from '../fields';
import { CUSTOMER_EVENTS } from '../topics';
import { EXAMPLE_PROFILE } from './example';
import { CustomerProfile, ProfileChanges } from './profile';
import { ACTOR_TYPES, type FACTORS, KYC_STATUSES, RISK_RATINGS, TRIGGER_TYPES } from './words';

export const CUSTOMER_STREAM_PREFIX = 'customer-';
/** The stream that holds everything about one customer. */
export const customerStream = (customerId: string): string => `${CUSTOMER_STREAM_PREFIX}${customerId}`;

const customerFact = factsOf({ service: 'customer-risk', prefix: CUSTOMER_STREAM_PREFIX, topic: CUSTOMER_EVENTS });

export const TriggerType = view('TriggerType', Type.Enum(TRIGGER_TYPES));
export const ActorType = view('ActorType', Type.Enum(ACTOR_TYPES));

export type TriggerType = Static<typeof TriggerType>;
export type ActorType = Static<typeof ActorType>;
export type Factor = (typeof FACTORS)[number];

const exampleCustomer = { customer_id: CUSTOMER_ID, tenant_id: TENANT_ID };

export const CustomerCreated = customerFact('CustomerCreated', {
  summary: 'A customer was created. It is the first event of its stream.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    profile: CustomerProfile,
    kyc_status: Type.Enum(KYC_STATUSES),
    created_at: Timestamp,
  }),
  example: { ...exampleCustomer, profile: EXAMPLE_PROFILE, kyc_status: 'pending', created_at: CREATED_AT },
  exampleId: CUSTOMER_ID,
});

export const CustomerProfileChanged = customerFact('CustomerProfileChanged', {
  summary: 'Fields of the profile of a customer have other values. Those that are left out stay as they were.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    changes: ProfileChanges,
    event_id: Type.Optional(Id),
    changed_at: Timestamp,
  }),
  example: { ...exampleCustomer, changes: { occupation: 'consultant' }, event_id: EVENT_ID, changed_at: RAISED_AT },
  exampleId: CUSTOMER_ID,
});

export const KycStatusChanged = customerFact('KycStatusChanged', {
  summary: 'The KYC status of a customer has changed.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    from: Type.Enum(KYC_STATUSES),
    to: Type.Enum(KYC_STATUSES),
    reason: Type.String(),
    actor_type: ActorType,
    actor: Type.String(),
    changed_at: Timestamp,
  }),
  example: {
    ...exampleCustomer,
    from: 'pending',
    to: 'in_review',
    reason: 'the passport was handed in',
    actor_type: 'staff',
    actor: 'staff:j.doe',
    changed_at: DECIDED_AT,
  },
  exampleId: CUSTOMER_ID,
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

/** What a scoring says and why; see the scoring model in the documentation. */
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
        reason: Type.String(),
      }),
    ),
    model_version: Type.String({ description: 'of the model and of the data that it used' }),
  }),
);

/** As the built-in model scores the customer while nobody has decided on a possible match with a sanctions list. */
export const EXAMPLE_ASSESSMENT: Assessment = {
  composite_score: 600,
  identity_score: 150,
  geographic_score: 50,
  product_score: 50,
  behavioral_score: 0,
  channel_score: 300,
  relationship_score: 700,
  rating: 'high',
  reasons: [
    { factor: 'identity', points: 150, reason: 'KYC status is pending' },
    { factor: 'geographic', points: 25, reason: 'nationality GB (members of FATF with little perceived corruption)' },
    { factor: 'geographic', points: 25, reason: 'address GB (members of FATF with little perceived corruption)' },
    { factor: 'product', points: 50, reason: 'the income is unknown' },
    {
      factor: 'relationship',
      points: 700,
      reason: 'possible match of the customer with a sanctions list: Amira Haddad (ofac-sdn)',
    },
    { factor: 'channel', points: 300, reason: 'onboarded without being present' },
    {
      factor: 'floor',
      points: 600,
      reason:
        'open_sanctions_match: at least 600, because nobody has decided on a possible sanctions match of Amira Haddad (ofac-sdn)',
    },
  ],
  model_version: 'v1/cd2c8b9ba5f1/countries-2026-06-19',
};

export const RiskAssessed = customerFact('RiskAssessed', {
  summary:
    'A customer was scored with another result than before. Where `rating_from` is not `rating_to`, it is an item of ' +
    'the risk history; on the first scoring `rating_from` is null.',
  data: Type.Object({
    customer_id: Id,
    tenant_id: Id,
    rating_from: Type.Union([Type.Enum(RISK_RATINGS), Type.Null()]),
    rating_to: Type.Enum(RISK_RATINGS),
    reason: Type.String(),
    trigger_type: TriggerType,
    actor_type: ActorType,
    actor: Type.Optional(
      Type.String({ description: 'who caused it, such as `staff:j.smith`; absent where nobody in particular did' }),
    ),
    assessment: Assessment,
    event_id: Type.Optional(Id),
    assessed_at: Timestamp,
  }),
  example: {
    ...exampleCustomer,
    rating_from: 'low',
    rating_to: 'high',
    reason: 'screening raised a match',
    trigger_type: 'list_change',
    actor_type: 'system',
    assessment: EXAMPLE_ASSESSMENT,
    assessed_at: RAISED_AT,
  },
  exampleId: CUSTOMER_ID,
});

export type CustomerCreated = DataOf<typeof CustomerCreated>;
export type CustomerProfileChanged = DataOf<typeof CustomerProfileChanged>;
export type KycStatusChanged = DataOf<typeof KycStatusChanged>;
export type FactorScores = Static<typeof FactorScores>;
export type Assessment = Static<typeof Assessment>;
export type RiskAssessed = DataOf<typeof RiskAssessed>;

export const CUSTOMER_FACTS = [CustomerCreated, CustomerProfileChanged, KycStatusChanged, RiskAssessed] as const;
export type CustomerEvent = EventOf<(typeof CUSTOMER_FACTS)[number]>;
