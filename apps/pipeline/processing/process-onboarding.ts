import type { KycStatus, ProfileChanges } from '@probity/contracts/customers/profile';
import type { ClaimedSubject, PendingEvent } from './claim';
import { outcomeOf, type Processed } from './outcome';
import { monitor, resolution, score, screened, type SubjectContext } from './scoring';

/** The payload of an onboarding event in the form that the gateway accepts. */
interface OnboardingPayload {
  stage?: string;
  reason?: string;
  kyc_status?: KycStatus;
  kyc_provider?: string;
  kyc_provider_ref?: string;
  profile?: ProfileChanges;
}

export async function processOnboarding(
  event: PendingEvent,
  subject: ClaimedSubject,
  context: SubjectContext,
): Promise<Processed> {
  const {
    stage,
    reason,
    kyc_status,
    kyc_provider,
    kyc_provider_ref,
    profile = {},
  } = event.payload as OnboardingPayload;
  const at = event.received_at.getTime();
  const { customer, settings, stages } = context;
  const changes: ProfileChanges = {
    ...profile,
    ...(kyc_provider === undefined ? {} : { kyc_provider }),
    ...(kyc_provider_ref === undefined ? {} : { kyc_provider_ref }),
  };
  const changed = { ...customer, profile: { ...customer.profile, ...changes } };
  const onChanged = { ...context, customer: changed };

  const { event_id, event_type } = event;
  const kyc = await stages.kyc.check({ event_type, event_id, at, customer: changed });
  const found = await stages.screening.screenProfile(event.tenant_id, customer.id, changed.profile, settings);
  const screening = await screened(event, context, found);
  const facts = stage === undefined ? {} : { stage };
  const monitored = { at, activity: null, trigger_ref: event.event_id, facts };
  const monitoring = await monitor(event, monitored, subject, onChanged);

  const alerts = [...kyc.alerts, ...screening.alerts, ...monitoring.alerts];
  const scoring = await score(event, context, {
    trigger_type: 'onboarding',
    reason: reason ?? (stage === undefined ? 'onboarding event' : `onboarding: ${stage}`),
    at,
    alerts,
    reported: kyc.reported,
    ...(Object.keys(changes).length > 0 ? { changes } : {}),
    ...(kyc_status === undefined ? {} : { kyc_status }),
  });
  context.customer.profile = changed.profile; // later events of this batch see the change
  const done = [resolution(event, context), kyc.stage, screening.stage, monitoring.stage, scoring];
  const outcome = outcomeOf(event, { at, stages: done, alerts, activity: null });
  return { outcome, subject: { ...subject, alerted: monitoring.alerted } };
}
