import Type, { type Static, type TSchema } from 'typebox';
import { AlertView } from '../alerts/views';
import { ALERT_ID, CREATED_AT, CUSTOMER_ID, TENANT_ID } from '../example-ids';
import { CaseView } from '../cases/views';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { Assessment, FactorScores } from './events';
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

const EXAMPLE: CustomerView = {
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
  { description: 'A customer with everything that is known; what is not known is null.', example: EXAMPLE },
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
      email: EXAMPLE.email,
      customer_type: 'individual',
      full_name: EXAMPLE.full_name,
      kyc_status: 'pending',
      kyc_provider: EXAMPLE.kyc_provider,
      kyc_provider_ref: EXAMPLE.kyc_provider_ref,
      risk_rating: 'medium',
      account_refs: EXAMPLE.account_refs,
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
      email: EXAMPLE.email,
      external_id: EXAMPLE.external_id,
      full_name: EXAMPLE.full_name,
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
    provider: OptionalField,
    provider_ref: OptionalField,
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
      customer: EXAMPLE,
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
        provider: EXAMPLE.kyc_provider,
        provider_ref: EXAMPLE.kyc_provider_ref,
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
export type ScreeningResult = Static<typeof ScreeningResult>;
export type RiskView = Static<typeof RiskView>;
