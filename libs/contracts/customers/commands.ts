import Type from 'typebox';
import { AlertToRaise, EXAMPLE_ALERT_TO_RAISE } from '../alerts/events';
import { command } from '../declaration/command';
import { ALERT_ID, CREATED_AT, CUSTOMER_ID, EVENT_ID, RAISED_AT, TENANT_ID } from '../example-ids';
import { Id, Metadata, Timestamp } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { ActorType, Assessment, EXAMPLE_ASSESSMENT, TriggerType } from './events';
import { EXAMPLE_PROFILE } from './example';
import { CustomerProfile, ProfileChanges } from './profile';
import { CustomerView } from './views';
import { KYC_STATUSES } from './words';

const topic = CUSTOMER_COMMANDS;
const byCustomer = (request: { customer_id: string }): string => request.customer_id;
const exampleCustomer = { tenant_id: TENANT_ID, customer_id: CUSTOMER_ID };

const EXAMPLE_CUSTOMER: CustomerView = {
  id: CUSTOMER_ID,
  tenant_id: TENANT_ID,
  phone: null,
  kyc_provider: null,
  kyc_provider_ref: null,
  business_name: null,
  business_type: null,
  industry_type: null,
  registration_no: null,
  tax_id: null,
  income_range: null,
  source_of_wealth: null,
  metadata: null,
  ...EXAMPLE_PROFILE,
  kyc_status: 'pending',
  risk_rating: 'high',
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};

export const createCustomer = command({
  name: 'customer-risk.create-customer',
  topic,
  summary: 'Create a customer: screen it, raise the alerts that follow, score it, and answer it with its first rating.',
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    profile: CustomerProfile,
    kyc_status: Type.Enum(KYC_STATUSES),
  }),
  reply: CustomerView,
  example: {
    request: { ...exampleCustomer, profile: EXAMPLE_PROFILE, kyc_status: 'pending' },
    reply: EXAMPLE_CUSTOMER,
  },
});

/** The cause is an event or a change of a list. */
export const reportFindings = command({
  name: 'customer-risk.report-findings',
  topic,
  summary:
    'Say what the pipeline found out about a customer: change its profile, raise the alerts that are not raised ' +
    'yet, check its identity data, score it again. The same findings again change nothing.',
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    event_id: Type.Optional(Id),
    trigger_type: TriggerType,
    reason: Type.String(),
    occurred_at: Timestamp,
    changes: Type.Optional(ProfileChanges),
    kyc_status: Type.Optional(Type.Enum(KYC_STATUSES)),
    alerts: Type.Array(AlertToRaise),
    skip_kyc: Type.Optional(Type.Boolean({ description: 'true when the tenant runs the KYC stage elsewhere' })),
  }),
  reply: Type.Object({
    raised: Type.Array(Id, { description: 'alerts that were not raised before' }),
    kyc: Metadata,
    kyc_status: Type.Enum(KYC_STATUSES),
    assessment: Assessment,
    rating_changed: Type.Boolean(),
  }),
  example: {
    request: {
      ...exampleCustomer,
      event_id: EVENT_ID,
      trigger_type: 'transaction',
      reason: 'monitoring raised an alert',
      occurred_at: RAISED_AT,
      alerts: [EXAMPLE_ALERT_TO_RAISE],
    },
    reply: {
      raised: [ALERT_ID],
      kyc: { complete: true, consistent: true, checks: [] },
      kyc_status: 'pending',
      assessment: EXAMPLE_ASSESSMENT,
      rating_changed: false,
    },
  },
});

export const changeKycStatus = command({
  name: 'customer-risk.change-kyc-status',
  topic,
  summary: 'Move the KYC status of a customer, along the allowed transitions only, and score it again.',
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    to: Type.Enum(KYC_STATUSES),
    reason: Type.String(),
    actor_type: ActorType,
    actor: Type.String(),
  }),
  reply: CustomerView,
  example: {
    request: {
      ...exampleCustomer,
      to: 'in_review',
      reason: 'the passport was handed in',
      actor_type: 'staff',
      actor: 'staff:j.doe',
    },
    reply: { ...EXAMPLE_CUSTOMER, kyc_status: 'in_review' },
  },
});

export const assessCustomer = command({
  name: 'customer-risk.assess-customer',
  topic,
  summary: 'Score a customer again, for instance with a new scoring model.',
  key: byCustomer,
  request: Type.Object({ tenant_id: Id, customer_id: Id, trigger_type: TriggerType, reason: Type.String() }),
  reply: Type.Object({ assessment: Assessment, rating_changed: Type.Boolean() }),
  example: {
    request: { ...exampleCustomer, trigger_type: 'model_change', reason: 'the settings have changed' },
    reply: { assessment: EXAMPLE_ASSESSMENT, rating_changed: false },
  },
});
