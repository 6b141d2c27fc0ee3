import Type from 'typebox';
import { AlertToRaise } from '../alerts/events';
import { commandsOf } from '../declaration/command';
import { Id, Metadata, Timestamp } from '../fields';
import { STAGE_MODES } from '../settings/compliance-settings';
import { CUSTOMER_COMMANDS } from '../topics';
import { ActorType, Assessment, reportedByProvider, ProviderKyc, TriggerType } from './events';
import { CustomerProfile, ProfileChanges } from './profile';
import { CustomerView } from './views';
import { KYC_STATUSES, SIGNAL_EFFECTS } from './words';
import { actorName, institutionActor } from '../staff/officer';
import { reviewedAs } from '../proposals/reviewed-as';

const customerCommand = commandsOf(CUSTOMER_COMMANDS, 'customer_id');

export const createCustomer = customerCommand({
  name: 'customer-risk.create-customer',
  summary: 'Create a customer: screen it, raise the resulting alerts, score it, and return it with its first rating.',
  request: Type.Object({
    tenant_id: Id,
    customer_id: Type.String({
      format: 'uuid',
      description: 'the caller chooses it, so that a redelivery is recognized',
    }),
    profile: CustomerProfile,
    kyc_status: Type.Enum(KYC_STATUSES),
    ...institutionActor,
  }),
  reply: CustomerView,
});

/** The cause is an event or a change of a list. */
export const reportFindings = customerCommand({
  name: 'customer-risk.report-findings',
  summary:
    'Apply the findings of the pipeline to a customer: change its profile, raise the alerts that are not raised ' +
    'yet, check its identity data, score it again. Repeating the same findings has no effect.',
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    event_id: Type.Optional(Id),
    ...institutionActor,
    trigger_type: TriggerType,
    reason: Type.String(),
    occurred_at: Timestamp,
    changes: Type.Optional(ProfileChanges),
    kyc_status: Type.Optional(Type.Enum(KYC_STATUSES)),
    alerts: Type.Array(AlertToRaise),
    skip_kyc: Type.Optional(Type.Boolean({ description: 'true when the tenant runs the KYC stage elsewhere' })),
    kyc_mode: Type.Optional(
      Type.Enum(STAGE_MODES, {
        description:
          "the mode of the tenant's KYC stage; default: external with `skip_kyc`, else native. In the modes plugin " +
          'and external `kyc_status` does not change the rejection of a provider.',
      }),
    ),
    provider_kyc: Type.Optional(
      Type.Object(
        { ...reportedByProvider, kyc: ProviderKyc },
        { description: 'the decision that a provider returned for this event; requires `event_id`' },
      ),
    ),
  }),
  reply: Type.Object({
    raised: Type.Array(Id, { description: 'alerts that this command raised' }),
    kyc: Metadata,
    kyc_status: Type.Enum(KYC_STATUSES),
    assessment: Assessment,
    rating_changed: Type.Boolean(),
  }),
});

/** Repeating the same signal has no effect. Signals can arrive in any order. */
export const applyProviderSignal = customerCommand({
  name: 'customer-risk.apply-provider-signal',
  summary:
    "Record what a provider reported about a customer: raise its alert, follow its decision on the customer's " +
    'identity, score the customer again.',
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    signal_id: Id,
    ...reportedByProvider,
    alert: Type.Optional(AlertToRaise),
  }),
  reply: Type.Object({
    effect: Type.Enum(SIGNAL_EFFECTS, { description: 'what the signal did to the KYC status' }),
    raised: Type.Array(Id, { description: 'alerts that this signal raised' }),
    kyc_status: Type.Enum(KYC_STATUSES),
    assessment: Assessment,
    rating_changed: Type.Boolean(),
  }),
});

export const changeKycStatus = customerCommand({
  name: 'customer-risk.change-kyc-status',
  summary: 'Move the KYC status of a customer, along the allowed transitions only, and score it again.',
  request: Type.Object({
    tenant_id: Id,
    customer_id: Id,
    to: Type.Enum(KYC_STATUSES),
    reason: Type.String(),
    ...reviewedAs,
    actor_type: ActorType,
    actor: Type.String(),
    ...actorName,
  }),
  reply: CustomerView,
});

export const assessCustomer = customerCommand({
  name: 'customer-risk.assess-customer',
  summary: 'Score a customer again, for example with a new scoring model.',
  request: Type.Object({ tenant_id: Id, customer_id: Id, trigger_type: TriggerType, reason: Type.String() }),
  reply: Type.Object({ assessment: Assessment, rating_changed: Type.Boolean() }),
});
