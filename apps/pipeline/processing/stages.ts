import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { CustomerWindows } from '@probity/monitoring/customer-windows';
import type { CountryLists } from '@probity/monitoring/rule-context';
import { checkIdentity } from '@probity/scoring/kyc-checks';
import { nextKycStatus } from '@probity/scoring/kyc-transitions';
import { type ContextEvent, ruleContext } from '../monitoring-rules/rule-context-of';
import type { CustomerScreening, ScreeningFindings } from '../screening/customer-screening';
import type { ClaimedSubject, PendingEvent } from './claim';
import type { LoadedCustomer } from './load-customers';
import { type MonitoredEvent, monitorEvent, type MonitoringFindings, type MonitoringRules } from './monitor-event';

/** Screening against lists; they are as new as the last `refresh`. */
export type Screening = Pick<CustomerScreening, 'refresh' | 'screenProfile' | 'screenCounterparty'>;

/** An event with the same transaction: one that has its outcome, or one that another customer's turn is at now. */
export type EarlierEvent = { event_id: string } | 'under way';

/** Everything that the events of one customer are processed with. */
export interface SubjectContext {
  customer: LoadedCustomer;
  settings: ComplianceSettings;
  countryLists: CountryLists;
  monitoring: MonitoringRules;
  windows: CustomerWindows;
  screening: Screening;
  /** who brought the same transaction before this event */
  earlierEventOf: (event: PendingEvent) => EarlierEvent | undefined;
  /** leaves out the alerts that were raised before, for another cause than this event */
  notRaised: (eventId: string, alerts: AlertToRaise[]) => Promise<AlertToRaise[]>;
  report: (request: RequestOf<typeof reportFindings>) => Promise<ReplyOf<typeof reportFindings>>;
}

export function resolution({ payload, event_type }: PendingEvent, { customer }: SubjectContext): StageOutcome {
  const by = event_type === 'transaction' ? { account_ref: payload.account_ref } : {};
  return { stage: 'resolve', mode: 'native', result: 'resolved', evidence: { customer_id: customer.id, ...by } };
}

/** Looks at the identity data as it is; moving the status is customer-risk's. */
export function kycStage(
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

/** A match that was raised before stays in the evidence and raises nothing. */
export async function screened(
  event: PendingEvent,
  { notRaised, settings }: SubjectContext,
  { alerts: matches, evidence }: ScreeningFindings,
): Promise<{ alerts: AlertToRaise[]; stage: StageOutcome }> {
  const alerts = await notRaised(event.event_id, matches);
  const clear = evidence.entries === 0 ? 'no_lists' : 'clear';
  const result = alerts.length > 0 ? 'hit' : matches.length > 0 ? 'known_hit' : clear;
  return { alerts, stage: { stage: 'screening', mode: settings.stages.screening, result, evidence } };
}

/** What the rules say of an event. */
export function monitor(
  monitored: MonitoredEvent,
  event: ContextEvent,
  subject: ClaimedSubject,
  { customer, settings, monitoring, countryLists, windows }: SubjectContext,
): MonitoringFindings {
  const mode = settings.stages.monitoring;
  if (mode !== 'native') return { alerts: [], stage: skipped('monitoring', mode), alerted: subject.alerted };
  const history = {
    previous_activity_at: subject.last_activity_at,
    transaction_count: subject.transaction_count,
  };
  const context = ruleContext(event, customer, history, windows, countryLists);
  return monitorEvent(monitoring, context, monitored, subject.alerted);
}

interface Cause extends Pick<
  RequestOf<typeof reportFindings>,
  'trigger_type' | 'reason' | 'alerts' | 'changes' | 'kyc_status'
> {
  at: number;
}

/** Reports what was found; customer-risk raises the alerts and scores the customer again. */
export async function score(
  event: PendingEvent,
  context: SubjectContext,
  { at, ...cause }: Cause,
): Promise<StageOutcome> {
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

export function unchangedScore({ assessment, risk_rating }: LoadedCustomer): StageOutcome {
  const evidence = { composite_score: assessment.composite_score, rating: risk_rating };
  return { stage: 'scoring', mode: 'native', result: 'unchanged', evidence };
}

export const skipped = (stage: StageOutcome['stage'], mode: string): StageOutcome => ({
  stage,
  mode,
  result: 'skipped',
  evidence: {},
});
