import {
  type EventsAccepted,
  INGESTION_STREAM_PREFIX,
  type IngestionEvent,
} from '@probity/contracts/pipeline/ingestion-events';
import type { Projection } from '@probity/event-store/aggregate';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { projectOutcomes } from '../processing/project-outcomes';
import { markDead } from '../processing/set-aside-event';
import { customerSubject, referenceOf, referenceSubject } from './event-reference';
import { insertEvents } from './insert-events';
import type { PlacedEvent } from './new-event';

/** The outcome of an event that the inbox lacks may be in one of the next events, so that it waits. */
const WAIT_MS = 10_000;

/** What the events of the event store say about accepted events. The pipeline follows it where it may lack something. */
export const INGESTION: Projection = {
  kind: 'accepted events',
  prefix: INGESTION_STREAM_PREFIX,
  projection: (sql, events) => projectIngestion(sql, events, new Date(Date.now() + WAIT_MS)),
};

/**
 * Puts accepted events into the inbox, and stores outcomes, as far as they are missing. What is there stays as it is. The
 * events must come in the order of the log.
 *
 * @param due when the events are processed that have no outcome: a time, or `infinity`
 */
export async function projectIngestion(sql: Sql, events: RecordedEvent[], due: Date | 'infinity'): Promise<void> {
  for (const event of events as (RecordedEvent & IngestionEvent)[]) {
    if (event.type === 'EventsAccepted') await insertEvents(sql, placedOf(event.data), due);
    else if (event.type === 'EventsProcessed') await projectOutcomes(sql, event.data);
    else for (const dead of event.data.events) await markDead(sql, dead, event.data.at);
  }
}

/** Erased events are left out. */
function placedOf({ tenant_id, events }: EventsAccepted['data']): PlacedEvent[] {
  return events.flatMap(({ content, customer_id: customerId, received_at, ...accepted }) => {
    if (content === undefined) return [];
    const event = { ...accepted, tenant_id, received_at: new Date(received_at) };
    const reference = referenceOf(tenant_id, event.event_type, JSON.parse(content) as Record<string, unknown>);
    const subject = customerId === undefined ? referenceSubject(reference) : customerSubject(customerId);
    return { event, content, subject, customerId };
  });
}
