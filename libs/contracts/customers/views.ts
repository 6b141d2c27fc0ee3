import Type, { type Static, type TSchema } from 'typebox';
import { view } from '../declaration/view';
import { CUSTOMER_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { Assessment } from './events';
import { ACTOR_TYPES, TRIGGER_TYPES } from './words';
import { CustomerProfile, type KycStatus, type RiskRating } from './profile';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from './words';

/** The forms in which the public API returns customers. Unknown values are null. */

const OptionalField = nullable(Type.String());

/** Every field of the profile is present; unknown values are null. */
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

export const CustomerView = view(
  'Customer',
  Type.Unsafe<CustomerView>(
    Type.Object({
      id: Id,
      tenant_id: Id,
      ...profile,
      kyc_status: Type.Enum(KYC_STATUSES),
      risk_rating: Type.Enum(RISK_RATINGS),
      created_at: Timestamp,
      updated_at: Timestamp,
    }),
  ),
  { description: 'A customer with its whole profile; unknown values are null.', example: { id: CUSTOMER_ID } },
);
export type CustomerView = ProfileView & {
  id: string;
  tenant_id: string;
  kyc_status: KycStatus;
  risk_rating: RiskRating;
  created_at: string;
  updated_at: string;
};

export const CreatedCustomer = view(
  'CreatedCustomer',
  Type.Object({
    id: Id,
    tenant_id: Id,
    email: Type.String(),
    customer_type: Type.Enum(CUSTOMER_TYPES),
    full_name: OptionalField,
    kyc_status: Type.Enum(KYC_STATUSES),
    kyc_provider: OptionalField,
    kyc_provider_ref: OptionalField,
    risk_rating: Type.Enum(RISK_RATINGS),
    account_refs: Type.Array(Type.String()),
    created_at: Timestamp,
  }),
  {
    description: 'The fields of a new customer that the interface lists.',
    example: { id: CUSTOMER_ID },
  },
);

export const CustomerSummary = view(
  'CustomerSummary',
  Type.Object({
    id: Id,
    email: Type.String(),
    external_id: OptionalField,
    full_name: OptionalField,
    business_name: OptionalField,
    customer_type: Type.Enum(CUSTOMER_TYPES),
    kyc_status: Type.Enum(KYC_STATUSES),
    risk_rating: Type.Enum(RISK_RATINGS),
    created_at: Timestamp,
  }),
  { example: { id: CUSTOMER_ID } },
);

export const RiskHistoryItem = view(
  'RiskHistoryItem',
  Type.Object({
    rating_from: nullable(Type.Enum(RISK_RATINGS, { title: 'RiskRating' }), { description: 'null on the first item' }),
    rating_to: Type.Enum(RISK_RATINGS),
    reason: Type.String(),
    trigger_type: Type.Enum(TRIGGER_TYPES),
    score: Assessment.properties.composite_score,
    actor_type: Type.Enum(ACTOR_TYPES),
    created_at: Timestamp,
  }),
);

const ReassessmentFailure = view('ReassessmentFailure', Type.Object({ customer_id: Id, message: Type.String() }));

export const ReassessmentProgress = view(
  'ReassessmentProgress',
  Type.Object({
    done: Type.Boolean(),
    customers: Type.Integer({ description: 'customers that were scored so far' }),
    rating_changed: Type.Integer({ description: 'scored customers whose rating changed' }),
    failed: Type.Integer({ description: 'customers that could not be scored' }),
    failures: Type.Array(ReassessmentFailure, { description: 'the first failures' }),
  }),
  {
    description: 'Progress of a walk over all customers; the last report has `done`.',
  },
);

export type CreatedCustomer = Static<typeof CreatedCustomer>;
export type ReassessmentProgress = Static<typeof ReassessmentProgress>;
export type CustomerSummary = Static<typeof CustomerSummary>;
export type RiskHistoryItem = Static<typeof RiskHistoryItem>;
