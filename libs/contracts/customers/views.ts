import Type, { type Static, type TSchema } from 'typebox';
import { CREATED_AT, CUSTOMER_ID, TENANT_ID } from '../example-ids';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { Assessment } from './events';
import { ACTOR_TYPES, TRIGGER_TYPES } from './words';
import { CustomerProfile, type KycStatus, type RiskRating } from './profile';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from './words';

/** The forms in which customers are returned, as in the public interface. What is unknown is null. */

const OptionalField = nullable(Type.String());

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

export const EXAMPLE_CUSTOMER: CustomerView = {
  id: CUSTOMER_ID,
  tenant_id: TENANT_ID,
  email: 'amira.haddad@example.com',
  customer_type: 'individual',
  full_name: 'Amira Haddad',
  business_name: null,
  external_id: 'crm-4711',
  nationality: 'GB',
  phone: '+44 20 7946 0000',
  date_of_birth: '1984-07-12',
  occupation: 'architect',
  source_of_funds: 'salary',
  pep_status: 'none',
  kyc_provider: 'sumsub',
  kyc_provider_ref: 'applicant-17',
  onboarding_channel: 'digital',
  account_refs: ['ACC-1001'],
  address: { line1: '12 Harbour Street', city: 'Bristol', country: 'GB', postal_code: 'BS1 4ST' },
  tags: ['retail'],
  business_type: null,
  industry_type: null,
  registration_no: null,
  tax_id: null,
  income_range: '50000-100000',
  source_of_wealth: null,
  beneficial_owners: [],
  related_parties: [],
  identity_documents: [{ type: 'passport', number: '533380006', issuing_country: 'GB', expires_on: '2031-05-31' }],
  metadata: { segment: 'retail' },
  kyc_status: 'pending',
  risk_rating: 'medium',
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

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
  { description: 'A customer with everything that is known; what is not known is null.', example: EXAMPLE_CUSTOMER },
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
    example: {
      id: CUSTOMER_ID,
      tenant_id: TENANT_ID,
      email: EXAMPLE_CUSTOMER.email,
      customer_type: 'individual',
      full_name: EXAMPLE_CUSTOMER.full_name,
      kyc_status: 'pending',
      kyc_provider: EXAMPLE_CUSTOMER.kyc_provider,
      kyc_provider_ref: EXAMPLE_CUSTOMER.kyc_provider_ref,
      risk_rating: 'medium',
      account_refs: EXAMPLE_CUSTOMER.account_refs,
      created_at: CREATED_AT,
    },
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
  {
    example: {
      id: CUSTOMER_ID,
      email: EXAMPLE_CUSTOMER.email,
      external_id: EXAMPLE_CUSTOMER.external_id,
      full_name: EXAMPLE_CUSTOMER.full_name,
      business_name: null,
      customer_type: 'individual',
      kyc_status: 'pending',
      risk_rating: 'medium',
      created_at: CREATED_AT,
    },
  },
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
  {
    example: {
      rating_from: null,
      rating_to: 'medium',
      reason: 'the customer was created',
      trigger_type: 'onboarding',
      score: 400,
      actor_type: 'institution',
      created_at: CREATED_AT,
    },
  },
);

const ReassessmentFailure = view('ReassessmentFailure', Type.Object({ customer_id: Id, message: Type.String() }));

export const ReassessmentProgress = view(
  'ReassessmentProgress',
  Type.Object({
    done: Type.Boolean(),
    customers: Type.Integer({ description: 'customers that were scored so far' }),
    rating_changed: Type.Integer({ description: 'those of them whose rating changed' }),
    failed: Type.Integer({ description: 'customers that could not be scored' }),
    failures: Type.Array(ReassessmentFailure, { description: 'the first of them' }),
  }),
  {
    description: 'How far a walk over all customers has come; the last one has `done`.',
    example: { done: true, customers: 800, rating_changed: 14, failed: 0, failures: [] },
  },
);

export type CreatedCustomer = Static<typeof CreatedCustomer>;
export type ReassessmentProgress = Static<typeof ReassessmentProgress>;
export type CustomerSummary = Static<typeof CustomerSummary>;
export type RiskHistoryItem = Static<typeof RiskHistoryItem>;
