import type { AlertToRaise } from '@probity/contracts/customers/commands';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/command';
import type { KycStatus, ProfileChanges } from '@probity/contracts/customers/profile';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { ComplianceSettings } from '@probity/contracts/settings/events';
import type { CountryLists } from '@probity/monitoring/rule-context';
import type { CustomerWindows } from '@probity/monitoring/customer-windows';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import { nextKycStatus } from '@probity/scoring/kyc-transitions';
import type { CustomerScreening, ScreeningFindings } from '../screening/customer-screening';
import type { ClaimedSubject, PendingEvent } from './claim';
import type { LoadedCustomer } from './load-customers';
import { monitorEvent, type MonitoringRules } from './monitor-event';
import type { EventOutcome } from './outcome';
import { activityOf, type Counterparty, type TransactionPayload } from './transaction-activity';

/** Screening against lists; they are as new as the last `refresh`. */
export type Screening = Pick<CustomerScreening, 'refresh' | 'screenProfile' | 'screenCounterparty'>;

/** Everything that the events of one customer are processed with. */
export interface SubjectContext {
  customer: LoadedCustomer;
  settings: ComplianceSettings;
  countryLists: CountryLists;
  monitoring: MonitoringRules;
  windows: CustomerWindows;
  screening: Screening;
  /** the event that brought the same transaction before this one */
  earlierEventOf: (event: PendingEvent) => string | undefined;
  /** leaves out the alerts that were raised before, for another cause than this event */
  notRaised: (eventId: string, alerts: AlertToRaise[]) => Promise<AlertToRaise[]>;
  report: (request: RequestOf<typeof reportFindings>) => Promise<ReplyOf<typeof reportFindings>>;
}

/** What became of a subject's events: of all up to one that failed. */
export interface SubjectResult {
  subject: ClaimedSubject;
  outcomes: EventOutcome[];
  failure?: { event: PendingEvent; error: unknown };
}

/**
 * Processes events of one customer, one after the other. Findings are reported before the outcome is
 * stored; a crash in between makes the same findings come again, and their ids say that they are the same.
 */
export async function processSubject(claimed: ClaimedSubject, context: SubjectContext): Promise<SubjectResult> {
  const outcomes: EventOutcome[] = [];
  let subject = claimed;
  for (const event of claimed.events) {
    try {
      const processed = await processEvent(event, subject, context);
      outcomes.push(processed.outcome);
      subject = processed.subject;
    } catch (error) {
      return { subject, outcomes, failure: { event, error } };
    }
  }
  return { subject, outcomes };
}

interface Processed {
  outcome: EventOutcome;
  subject: ClaimedSubject;
}

async function processEvent(event: PendingEvent, subject: ClaimedSubject, context: SubjectContext): Promise<Processed> {
  return event.event_type === 'transaction'
    ? processTransaction(event, subject, context)
    : processOnboarding(event, subject, context);
}

async function processTransaction(
  event: PendingEvent,
  subject: ClaimedSubject,
  context: SubjectContext,
): Promise<Processed> {
  const payload = event.payload as unknown as TransactionPayload;
  const at = payload.occurred_at ? Date.parse(payload.occurred_at) : event.received_at.getTime();
  const resolved = resolution(event, context);

  const earlier = context.earlierEventOf(event);
  if (earlier !== undefined) {
    const outcome = {
      event,
      stages: [resolved],
      alert_ids: [],
      duplicate_of: earlier,
      occurred_at: at,
      activity: null,
    };
    return { outcome, subject };
  }

  const { settings } = context;
  const activity = activityOf(payload, at, settings.monitoring);
  const kyc = kycStage(at, context);
  const facts = {
    transaction_id: payload.transaction_id,
    account_ref: payload.account_ref,
    amount: payload.amount,
    currency: payload.currency,
    direction: payload.direction,
    ...(payload.counterparty?.country ? { counterparty_country: payload.counterparty.country } : {}),
  };
  const screening = await screenCounterparty(event, payload.counterparty, facts, context);
  const monitored = { event_id: event.event_id, trigger_ref: payload.transaction_id, facts };
  const monitoring = monitor(monitored, event, subject, context, at, () => ({
    activity,
    aggregates: context.windows.evaluate(activity),
  }));

  const alerts = [...screening.alerts, ...monitoring.alerts];
  const stages = [resolved, kyc.stage, screening.stage, monitoring.stage];
  if (alerts.length > 0 || kyc.mustMove) {
    const reason =
      alerts.length > 0 ? `transaction ${payload.transaction_id} raised ${namesOf(alerts)}` : 'identity data is due';
    stages.push(await score(event, context, { trigger_type: 'transaction', reason, at, alerts }));
  } else {
    stages.push(unchangedScore(context.customer));
  }
  context.windows.add(activity);
  const outcome = {
    event,
    stages,
    alert_ids: alerts.map(({ alert_id }) => alert_id),
    duplicate_of: null,
    occurred_at: at,
    activity,
  };
  return {
    outcome,
    subject: {
      ...subject,
      transaction_count: subject.transaction_count + 1,
      last_activity_at: Math.max(subject.last_activity_at ?? at, at),
      alerted: monitoring.alerted,
    },
  };
}

/** The payload of an onboarding event, as the gateway lets it through. */
interface OnboardingPayload {
  stage?: string;
  reason?: string;
  kyc_status?: KycStatus;
  kyc_provider?: string;
  kyc_provider_ref?: string;
  profile?: ProfileChanges;
}

async function processOnboarding(
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
  const { customer, settings } = context;
  const changes: ProfileChanges = {
    ...profile,
    ...(kyc_provider === undefined ? {} : { kyc_provider }),
    ...(kyc_provider_ref === undefined ? {} : { kyc_provider_ref }),
  };
  const changed = { ...customer, profile: { ...customer.profile, ...changes } };
  const onChanged = { ...context, customer: changed };

  const kyc = kycStage(at, onChanged);
  const mode = settings.stages.screening;
  const screening =
    mode === 'native'
      ? await screened(
          event,
          context,
          context.screening.screenProfile(event.tenant_id, customer.id, changed.profile, settings),
        )
      : { alerts: [], stage: skipped('screening', mode) };
  const facts = stage === undefined ? {} : { stage };
  const monitored = { event_id: event.event_id, trigger_ref: event.event_id, facts };
  const monitoring = monitor(monitored, event, subject, onChanged, at, () => ({
    activity: null,
    aggregates: context.windows.evaluateAt(at),
  }));

  const alerts = [...screening.alerts, ...monitoring.alerts];
  const scoring = await score(event, context, {
    trigger_type: 'onboarding',
    reason: reason ?? (stage === undefined ? 'onboarding event' : `onboarding: ${stage}`),
    at,
    alerts,
    ...(Object.keys(changes).length > 0 ? { changes } : {}),
    ...(kyc_status === undefined ? {} : { kyc_status }),
  });
  context.customer.profile = changed.profile; // what comes after it in this batch sees the change
  const outcome = {
    event,
    stages: [resolution(event, context), kyc.stage, screening.stage, monitoring.stage, scoring],
    alert_ids: alerts.map(({ alert_id }) => alert_id),
    duplicate_of: null,
    occurred_at: at,
    activity: null,
  };
  return { outcome, subject: { ...subject, alerted: monitoring.alerted } };
}

function resolution({ payload, event_type }: PendingEvent, { customer }: SubjectContext): StageOutcome {
  const by = event_type === 'transaction' ? { account_ref: payload.account_ref } : {};
  return { stage: 'resolve', mode: 'native', result: 'resolved', evidence: { customer_id: customer.id, ...by } };
}

/** Looks at the identity data as it is; moving the status is customer-risk's. */
function kycStage(
  at: number,
  { customer: { profile, kyc_status }, settings }: SubjectContext,
): { stage: StageOutcome; mustMove: boolean } {
  const mode = settings.stages.kyc;
  if (mode !== 'native') return { stage: skipped('kyc', mode), mustMove: false };
  const findings = checkIdentity(profile, new Date(at).toISOString().slice(0, 10));
  const next = nextKycStatus(kyc_status, findings);
  const failing = findings.checks.filter(({ result }) => result !== 'pass');
  const result = !findings.consistent ? 'inconsistent' : findings.complete ? 'complete' : 'incomplete';
  return {
    stage: {
      stage: 'kyc',
      mode,
      result,
      evidence: {
        kyc_status,
        ...(failing.length > 0
          ? { failing: failing.map(({ check, field, result: was }) => ({ check, field, result: was })) }
          : {}),
        ...(next ? { moves_to: next.to, because: next.reason } : {}),
      },
    },
    mustMove: next !== undefined,
  };
}

async function screenCounterparty(
  event: PendingEvent,
  counterparty: Counterparty | undefined,
  facts: Record<string, unknown>,
  context: SubjectContext,
): Promise<{ alerts: AlertToRaise[]; stage: StageOutcome }> {
  const { customer, settings, screening } = context;
  const mode = settings.stages.screening;
  if (mode !== 'native') return { alerts: [], stage: skipped('screening', mode) };
  const { name } = counterparty ?? {};
  if (!counterparty || !name) {
    const evidence = { counterparty: 'not named' };
    return { alerts: [], stage: { stage: 'screening', mode, result: 'nothing_to_screen', evidence } };
  }
  const found = screening.screenCounterparty(customer.tenant_id, customer.id, { ...counterparty, name }, settings);
  const ofTransaction = found.alerts.map((alert) => ({ ...alert, metadata: { ...alert.metadata, ...facts } }));
  return screened(event, context, { ...found, alerts: ofTransaction });
}

/** A match that was raised before stays in the evidence and raises nothing. */
async function screened(
  event: PendingEvent,
  { notRaised, settings }: SubjectContext,
  { alerts: matches, evidence }: ScreeningFindings,
): Promise<{ alerts: AlertToRaise[]; stage: StageOutcome }> {
  const alerts = await notRaised(event.event_id, matches);
  const clear = evidence.entries === 0 ? 'no_lists' : 'clear';
  const result = alerts.length > 0 ? 'hit' : matches.length > 0 ? 'known_hit' : clear;
  return { alerts, stage: { stage: 'screening', mode: settings.stages.screening, result, evidence } };
}

function monitor(
  monitored: Parameters<typeof monitorEvent>[2],
  event: PendingEvent,
  subject: ClaimedSubject,
  { customer, settings, monitoring, countryLists }: SubjectContext,
  at: number,
  inputs: () => Pick<Parameters<typeof monitorEvent>[1], 'activity' | 'aggregates'>,
): ReturnType<typeof monitorEvent> {
  const mode = settings.stages.monitoring;
  if (mode !== 'native') return { alerts: [], stage: skipped('monitoring', mode), alerted: subject.alerted };
  const { profile, kyc_status, risk_rating, created_at } = customer;
  const context = {
    event_type: event.event_type,
    at,
    event: event.payload,
    customer: { id: customer.id, ...profile, kyc_status, risk_rating, created_at: created_at.toISOString() },
    profile: {
      customer_since: created_at.getTime(),
      previous_activity_at: subject.last_activity_at,
      transaction_count: subject.transaction_count,
    },
    countryLists,
    ...inputs(),
  };
  return monitorEvent(monitoring, context, monitored, subject.alerted);
}

interface Cause extends Pick<
  RequestOf<typeof reportFindings>,
  'trigger_type' | 'reason' | 'alerts' | 'changes' | 'kyc_status'
> {
  at: number;
}

/** Reports what was found; customer-risk raises the alerts and scores the customer again. */
async function score(event: PendingEvent, context: SubjectContext, { at, ...cause }: Cause): Promise<StageOutcome> {
  const { customer, settings } = context;
  const reply = await context.report({
    tenant_id: event.tenant_id,
    customer_id: customer.id,
    event_id: event.event_id,
    occurred_at: new Date(at).toISOString(),
    ...cause,
    ...(settings.stages.kyc === 'native' ? {} : { skip_kyc: true }),
  });
  customer.kyc_status = reply.kyc_status;
  customer.risk_rating = reply.assessment.rating;
  customer.assessment = reply.assessment;
  const { assessment, rating_changed, kyc, kyc_status, raised } = reply;
  return {
    stage: 'scoring',
    mode: 'native',
    result: rating_changed ? 'rating_changed' : 'scored',
    evidence: { assessment, kyc_status, kyc, raised },
  };
}

function unchangedScore({ assessment, risk_rating }: LoadedCustomer): StageOutcome {
  const evidence = { composite_score: assessment.composite_score, rating: risk_rating };
  return { stage: 'scoring', mode: 'native', result: 'unchanged', evidence };
}

const skipped = (stage: StageOutcome['stage'], mode: string): StageOutcome => ({
  stage,
  mode,
  result: 'skipped',
  evidence: {},
});

const namesOf = (alerts: AlertToRaise[]): string => [...new Set(alerts.map(({ alert_type }) => alert_type))].join(', ');
