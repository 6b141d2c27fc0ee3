import type { AlertToRaise } from '@probity/contracts/alerts/events';
import { type Actor, institutionIn } from '@probity/contracts/staff/officer';
import type { reportFindings } from '@probity/contracts/customers/commands';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { ComplianceSettings } from '@probity/contracts/settings/compliance-settings';
import type { Coverage } from '@probity/read-side/allow-list/allow-list-coverage';
import type { CustomerEvaluations } from '../evaluation/customer-evaluations';
import type { ContextEvent } from '../monitoring-rules/rule-context-of';
import type { TenantRuleSet } from '../monitoring-rules/tenant-rules';
import type { ClaimedSubject, PendingEvent } from './claim';
import type { LoadedCustomer } from './load-customers';
import type { MonitoredEvent, MonitoringFindings } from '../stages/monitoring/monitoring-stage';
import type { KycReport } from '../stages/kyc/kyc-stage';
import type { Screened } from '../stages/screening/screening-stage';
import type { TenantStages } from '../stages/stage-modes';

/** An earlier event with the same transaction; `under way` while an event of another customer with it is in process. */
export type EarlierEvent = { event_id: string } | 'under way';

/** Everything that the processing of one customer's events uses. */
export interface SubjectContext {
  customer: LoadedCustomer;
  settings: ComplianceSettings;
  /** codes of the tenant's currencies */
  currencies: readonly string[];
  rules: TenantRuleSet;
  /** the tenant's limit of the evidence of an event */
  evidence_bytes: number;
  evaluations: Pick<CustomerEvaluations, 'evaluate' | 'add'>;
  stages: TenantStages;
  /** the event that reported the same transaction before this event */
  earlierEventOf: (event: PendingEvent) => EarlierEvent | undefined;
  /** leaves out matches that the allow-list covers */
  notAllowed: (alerts: AlertToRaise[]) => Promise<Coverage>;
  /** leaves out alerts that another event or a rescreening raised before */
  notRaised: (eventId: string, alerts: AlertToRaise[]) => Promise<AlertToRaise[]>;
  report: (request: RequestOf<typeof reportFindings>) => Promise<ReplyOf<typeof reportFindings>>;
}

export function resolution({ payload, event_type }: PendingEvent, { customer }: SubjectContext): StageOutcome {
  const by = event_type === 'transaction' ? { account_ref: payload.account_ref } : {};
  return { stage: 'resolve', mode: 'native', result: 'resolved', evidence: { customer_id: customer.id, ...by } };
}

/**
 * A match that was raised before stays in the evidence and raises no alert. So does one that the allow-list covers; the
 * evidence names the entry.
 */
export async function screened(
  event: PendingEvent,
  { notAllowed, notRaised, stages }: SubjectContext,
  { alerts: matches, evidence, result: because }: Screened,
): Promise<{ alerts: AlertToRaise[]; stage: StageOutcome }> {
  const { alerts: counting, covered } = await notAllowed(matches);
  const alerts = await notRaised(event.event_id, counting);
  const clear = covered.length > 0 ? 'allowed' : evidence.entries === 0 ? 'no_lists' : 'clear';
  const result = alerts.length > 0 ? 'hit' : counting.length > 0 ? 'known_hit' : (because ?? clear);
  const shown = covered.length > 0 ? { ...evidence, allowed: covered } : evidence;
  return { alerts, stage: { stage: 'screening', mode: stages.screening.mode, result, evidence: shown } };
}

/** The result of the monitoring stage for an event. */
export function monitor(
  event: PendingEvent,
  {
    at,
    activity,
    ...shown
  }: Pick<ContextEvent, 'at' | 'activity'> & Pick<MonitoredEvent, 'trigger_ref' | 'facts' | 'amount'>,
  subject: ClaimedSubject,
  { customer, stages, rules, evaluations, evidence_bytes }: SubjectContext,
): Promise<MonitoringFindings> {
  const history = {
    previous_activity_at: subject.last_activity_at,
    transaction_count: subject.transaction_count,
  };
  const { event_type, payload } = event;
  const evaluate = () => evaluations.evaluate({ event: { event_type, at, payload, activity }, customer, history });
  return stages.monitoring.monitor(rules, evaluate, { event, customer, at, evidence_bytes, ...shown }, subject.alerted);
}

interface Cause extends Pick<
  RequestOf<typeof reportFindings>,
  'trigger_type' | 'reason' | 'alerts' | 'changes' | 'kyc_status'
> {
  at: number;
  /** of the KYC stage */
  reported: KycReport;
}

/** Reports the findings; customer-risk raises the alerts and scores the customer again. */
export async function score(
  event: PendingEvent,
  context: SubjectContext,
  { at, reported, ...cause }: Cause,
): Promise<StageOutcome> {
  const { customer } = context;
  const reply = await context.report({
    tenant_id: event.tenant_id,
    customer_id: customer.id,
    event_id: event.event_id,
    ...senderOf(event),
    occurred_at: new Date(at).toISOString(),
    ...cause,
    ...reported,
  });
  customer.kyc_status = reply.kyc_status;
  customer.risk_rating = reply.assessment.rating;
  customer.composite_score = reply.assessment.composite_score;
  const { assessment, rating_changed, kyc, kyc_status, raised } = reply;
  return {
    stage: 'scoring',
    mode: 'native',
    result: rating_changed ? 'rating_changed' : 'scored',
    evidence: { assessment, kyc_status, kyc, raised },
  };
}

const senderOf = ({ actor, actor_name }: PendingEvent): Partial<Actor> =>
  institutionIn({ ...(actor !== null && { actor }), ...(actor_name !== null && { actor_name }) });

export function unchangedScore({ composite_score, risk_rating }: LoadedCustomer): StageOutcome {
  const evidence = { composite_score, rating: risk_rating };
  return { stage: 'scoring', mode: 'native', result: 'unchanged', evidence };
}
