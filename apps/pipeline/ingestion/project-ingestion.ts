import {
  type EventsAccepted,
  type EventsProcessed,
  INGESTION_STREAM_PREFIX,
  type IngestionEvent,
} from '@probity/contracts/pipeline/ingestion-events';
import type { Projection } from '@probity/event-store/aggregate';
import type { RecordedEvent } from '@probity/event-store/event-store';
import type { Sql } from '@probity/persistence/database';
import { type OutcomeOfTenant, projectOutcomes } from '../processing/project-outcomes';
import { markDead } from '../processing/set-aside-event';
import { customerSubject, referenceOf, referenceSubject } from './event-reference';
import { insertEvents } from './insert-events';
import type { PlacedEvent } from './new-event';
import type { SetAsideTimes } from './set-aside-times';

/** The outcome of an event that the inbox lacks may be in one of the next events, so that it waits. */
const WAIT_MS = 10_000;

/** How long an append may take to project its event. The follower would put off an event that is processed now. */
const APPENDED_MS = 3_000;

/** What the events of the event store say about accepted events. The pipeline follows it where it may lack something. */
export const INGESTION: Projection = {
  kind: 'accepted events',
  prefix: INGESTION_STREAM_PREFIX,
  followedFrom: ({ data }) => Date.parse((data as Partial<IngestionEvent['data']> | undefined)?.at ?? '') + APPENDED_MS,
  projection: (sql, events) => projectIngestion(sql, events, new Date(Date.now() + WAIT_MS)),
};

/**
 * Puts accepted events into the inbox, and stores outcomes, as far as they are missing. What is there stays as it is. The
 * events must come in the order of the log. Those of one kind are projected together: an outcome comes after its event,
 * and nothing comes after an outcome.
 *
 * An outcome from before its event was set aside was never stored: with EventStoreDB, its event is, even if Postgres rejects
 * its row each time.
 *
 * @param due when the events are processed that have no outcome: a time, or `infinity`
 */
export async function projectIngestion(
  sql: Sql,
  events: RecordedEvent[],
  due: Date | 'infinity',
  setAside: SetAsideTimes = new Map(),
): Promise<void> {
  const accepted: PlacedEvent[] = [];
  const outcomes: OutcomeOfTenant[] = [];
  for (const event of events as (RecordedEvent & IngestionEvent)[]) {
    if (event.type === 'EventsAccepted') accepted.push(...placedOf(event.data));
    else if (event.type === 'EventsProcessed') outcomes.push(...outcomesOf(event.data, setAside));
  }
  await insertEvents(sql, accepted, due);
  for (const event of events as (RecordedEvent & IngestionEvent)[]) {
    if (event.type === 'EventSetAside') for (const dead of event.data.events) await markDead(sql, dead, event.data.at);
  }
  await projectOutcomes(sql, outcomes);
}

const outcomesOf = ({ tenant_id, events, at }: EventsProcessed['data'], setAside: SetAsideTimes): OutcomeOfTenant[] =>
  events.filter(({ event_id }) => !((setAside.get(event_id) ?? '') >= at)).map((outcome) => ({ tenant_id, outcome }));

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
