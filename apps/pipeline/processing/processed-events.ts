import type { ProcessedEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { FirstEvent } from '@probity/event-store/event-store';
import { formatAmount } from '@probity/monitoring/amount';
import { inOwnStream } from '../ingestion/in-own-stream';
import { inParts } from '../ingestion/in-parts';
import type { SubjectOutcome } from './outcome';
import type { StoredOutcome } from './store-outcomes';

/** The result of a subject, with its outcomes as they are stored. */
export interface WrittenResult<Result extends SubjectOutcome> {
  result: Result;
  outcomes: StoredOutcome[];
}

/** An event of the event store, and the results in it. */
export interface ProcessedPart<Result extends SubjectOutcome> {
  first: FirstEvent;
  results: WrittenResult<Result>[];
}

/** Events of the event store for results with outcomes: one for each tenant, or more if they are large. */
export function eventsProcessed<Result extends SubjectOutcome>(
  results: Result[],
  processed_at: Date,
): ProcessedPart<Result>[] {
  const written = results.map((result): WrittenResult<Result> => {
    return { result, outcomes: result.outcomes.map((outcome): StoredOutcome => ({ ...outcome, processed_at })) };
  });
  const lengthOf = ({ outcomes }: WrittenResult<Result>): number =>
    outcomes.reduce((length, { content }) => length + content.length, 0);
  return inParts(written, ({ outcomes: [first] }) => first!.event.tenant_id, lengthOf).map((part) => {
    const { tenant_id } = part[0]!.outcomes[0]!.event;
    const events = part.flatMap(({ outcomes }) => outcomes.map(itemOf));
    return {
      first: inOwnStream({ type: 'EventsProcessed', data: { tenant_id, events } }, processed_at),
      results: part,
    };
  });
}

function itemOf({
  event,
  occurred_at,
  alert_ids,
  duplicate_of,
  activity,
  content,
  processed_at,
}: StoredOutcome): ProcessedEvent {
  return {
    event_id: event.event_id,
    event_type: event.event_type,
    customer_id: event.customer_id!,
    received_at: event.received_at.toISOString(),
    occurred_at: new Date(occurred_at).toISOString(),
    processed_at: processed_at.toISOString(),
    alert_ids,
    duplicate_of: duplicate_of ?? undefined,
    transaction: activity
      ? {
          amount: formatAmount(activity.amount),
          comparable: activity.comparable,
          currency: activity.currency,
          direction: activity.direction,
          method: activity.method,
          channel: activity.channel,
        }
      : undefined,
    content,
  };
}
