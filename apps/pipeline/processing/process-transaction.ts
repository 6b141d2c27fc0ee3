import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { StageOutcome } from '@probity/contracts/pipeline/views';
import type { Counterparty } from '../screening/subjects';
import type { ClaimedSubject, PendingEvent } from './claim';
import type { Processed } from './outcome';
import { kycStage, monitor, resolution, score, screened, skipped, type SubjectContext, unchangedScore } from './stages';
import { activityOf, type TransactionPayload } from './transaction-activity';

/**
 * Processes a transaction; `later` when another customer's event with the same transaction is under way, since
 * what becomes of that one decides whether this one counts.
 */
export async function processTransaction(
  event: PendingEvent,
  subject: ClaimedSubject,
  context: SubjectContext,
): Promise<Processed | 'later'> {
  const payload = event.payload as unknown as TransactionPayload;
  const at = payload.occurred_at ? Date.parse(payload.occurred_at) : event.received_at.getTime();
  const resolved = resolution(event, context);

  const earlier = context.earlierEventOf(event);
  if (earlier === 'under way') return 'later';
  if (earlier) {
    const outcome = {
      event,
      stages: [resolved],
      alert_ids: [],
      duplicate_of: earlier.event_id,
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
  const told = { event_type: event.event_type, at, payload: event.payload, activity };
  const monitoring = monitor(monitored, told, subject, context);

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

async function screenCounterparty(
  event: PendingEvent,
  counterparty: Partial<Counterparty> | undefined,
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
  const found = await screening.screenCounterparty(
    customer.tenant_id,
    customer.id,
    { ...counterparty, name },
    settings,
  );
  const ofTransaction = found.alerts.map((alert) => ({ ...alert, metadata: { ...alert.metadata, ...facts } }));
  return screened(event, context, { ...found, alerts: ofTransaction });
}

const namesOf = (alerts: AlertToRaise[]): string => [...new Set(alerts.map(({ alert_type }) => alert_type))].join(', ');
