import type { AlertToRaise } from '@probity/contracts/alerts/events';
import type { ClaimedSubject, PendingEvent } from './claim';
import { outcomeOf, type Processed } from './outcome';
import { monitor, resolution, score, screened, type SubjectContext, unchangedScore } from './scoring';
import { activityOf, type TransactionPayload } from './transaction-activity';

/**
 * Processes a transaction. Returns `later` while another customer's event with the same transaction is in process,
 * because its outcome decides whether this one counts.
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
    const outcome = outcomeOf(event, { at, stages: [resolved], alerts: [], activity: null });
    return { outcome: { ...outcome, duplicate_of: earlier.event_id }, subject };
  }

  const { customer, settings, stages: stagesOf } = context;
  const activity = activityOf(payload, at, settings.monitoring, context.currencies);
  const { event_id, event_type } = event;
  const kyc = await stagesOf.kyc.check({ event_type, event_id, at, customer });
  const facts = {
    transaction_id: payload.transaction_id,
    account_ref: payload.account_ref,
    amount: payload.amount,
    currency: payload.currency,
    direction: payload.direction,
    ...(payload.counterparty?.country ? { counterparty_country: payload.counterparty.country } : {}),
  };
  const found = await stagesOf.screening.screenTransaction(event.tenant_id, customer, payload, settings);
  const ofTransaction = found.alerts.map((alert) => ({ ...alert, metadata: { ...alert.metadata, ...facts } }));
  const screening = await screened(event, context, { ...found, alerts: ofTransaction });
  const { reference_currency } = settings.monitoring;
  const amount = { currency: payload.currency, reference_currency, comparable: activity.comparable };
  const monitored = { at, activity, trigger_ref: payload.transaction_id, facts, amount };
  const monitoring = await monitor(event, monitored, subject, context);

  const alerts = [...kyc.alerts, ...screening.alerts, ...monitoring.alerts];
  const stages = [resolved, kyc.stage, screening.stage, monitoring.stage];
  if (alerts.length > 0 || kyc.mustMove) {
    const reason =
      alerts.length > 0
        ? `transaction ${payload.transaction_id} raised ${namesOf(alerts)}`
        : 'the identity checks require a change of the KYC status';
    stages.push(
      await score(event, context, { trigger_type: 'transaction', reason, at, alerts, reported: kyc.reported }),
    );
  } else {
    stages.push(unchangedScore(customer));
  }
  context.evaluations.add(activity);
  return {
    outcome: outcomeOf(event, { at, stages, alerts, activity }),
    subject: {
      ...subject,
      transaction_count: subject.transaction_count + 1,
      last_activity_at: Math.max(subject.last_activity_at ?? at, at),
      alerted: monitoring.alerted,
    },
  };
}

const namesOf = (alerts: AlertToRaise[]): string => [...new Set(alerts.map(({ alert_type }) => alert_type))].join(', ');
