import Type, { type Static } from 'typebox';
import { AlertRaised, MatchedEntry, SEVERITIES, ALERT_SOURCES } from '../alerts/events';
import { command } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { CUSTOMER_COMMANDS } from '../topics';
import { ACTOR_TYPES, Assessment, TRIGGER_TYPES } from './events';
import { CustomerProfile, KYC_STATUSES, ProfileChanges } from './profile';
import { CustomerView } from './views';

const topic = CUSTOMER_COMMANDS;
const byCustomer = (request: { customer_id: string }): string => request.customer_id;

/** Makes a customer: screens it, scores it, and answers it with its first rating. */
export const createCustomer = command({
  name: 'customer-risk.create-customer',
  topic,
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Type.String({ format: 'uuid', description: 'chosen by whoever asks, so that a redelivery is known' }),
    profile: CustomerProfile,
    kyc_status: Type.Enum(KYC_STATUSES),
  }),
  reply: CustomerView,
});

/** An alert that somebody found cause for. The id follows from the cause, so that the same one is raised once. */
export const AlertToRaise = Type.Object({
  alert_id: Id,
  source: Type.Enum(ALERT_SOURCES),
  alert_type: Type.String(),
  severity: Type.Enum(SEVERITIES),
  title: Type.String(),
  trigger_ref: Type.String(),
  metadata: Metadata,
  match: Type.Optional(MatchedEntry),
  evidence: AlertRaised.properties.evidence,
});
export type AlertToRaise = Static<typeof AlertToRaise>;

/**
 * What the pipeline found out about a customer from one cause (an event, a change of a list): changes
 * its profile, raises the alerts that are not raised yet, checks its identity data, scores it again.
 * The same findings again change nothing.
 */
export const reportFindings = command({
  name: 'customer-risk.report-findings',
  topic,
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    event_id: Type.Optional(Id),
    trigger_type: Type.Enum(TRIGGER_TYPES),
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
});

/** Moves the KYC status, along the allowed transitions only. */
export const changeKycStatus = command({
  name: 'customer-risk.change-kyc-status',
  topic,
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    to: Type.Enum(KYC_STATUSES),
    reason: Type.String(),
    actor_type: Type.Enum(ACTOR_TYPES),
    actor: Type.String(),
  }),
  reply: CustomerView,
});

/** Scores a customer again, for instance with a new scoring model. */
export const assessCustomer = command({
  name: 'customer-risk.assess-customer',
  topic,
  key: byCustomer,
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    trigger_type: Type.Enum(TRIGGER_TYPES),
    reason: Type.String(),
  }),
  reply: Type.Object({ assessment: Assessment, rating_changed: Type.Boolean() }),
});
