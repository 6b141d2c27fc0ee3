import { SEALED_ITEMS } from '@probity/contracts/personal-data/sealed-items';
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
import { SetAsides } from './set-asides';
import { unreadableItems } from './unreadable-items';
import { withoutErased } from './without-erased';

export const INGESTION = 'accepted events';

/** The outcome of an event that the inbox lacks may be in one of the next events, so that it waits. */
const WAIT_MS = 10_000;

/** How long an append may take to project its event. The follower would put off an event that is processed now. */
const APPENDED_MS = 3_000;

/** It would get a second outcome otherwise. A rebuild with the key stores the first one. */
const HOLD = "UPDATE pipeline.inbox SET due_at = 'infinity' WHERE event_id = ANY($1) AND status = 'pending'";

/**
 * What the events of the event store say about accepted events. The pipeline follows it where its tables may lack
 * something.
 */
export function ingestionProjection(): Projection {
  let setAsides = new SetAsides();
  return {
    kind: INGESTION,
    prefix: INGESTION_STREAM_PREFIX,
    followedFrom: ({ data }) =>
      (Date.parse((data as Partial<IngestionEvent['data']> | undefined)?.at ?? '') || 0) + APPENDED_MS,
    beforeFollowing: async (events, after) => {
      setAsides = await SetAsides.read(events, after);
    },
    projection: (sql, events) => projectIngestion(sql, events, new Date(Date.now() + WAIT_MS), setAsides),
  };
}

/**
 * Puts accepted events into the inbox, and stores outcomes, as far as they are missing. What is there stays as it is. The
 * events must come in the order of the log. Those of one kind are projected together: an outcome comes after its event,
 * and nothing comes after an outcome. An event waits if its outcome cannot be read, because a key is missing.
 *
 * @param due when the events are processed that have no outcome: a time, or `infinity`
 */
export async function projectIngestion(
  sql: Sql,
  events: RecordedEvent[],
  due: Date | 'infinity',
  setAsides: SetAsides,
): Promise<void> {
  const own = (events as (RecordedEvent & IngestionEvent)[]).filter(({ type }) => SEALED_ITEMS.has(type));
  for (const event of own) setAsides.meet(event);
  const readable = await withoutErased(
    sql,
    own.map((event) => neverStoredLeftOut(event, setAsides)),
  );
  const accepted: PlacedEvent[] = [];
  const outcomes: OutcomeOfTenant[] = [];
  for (const { type, data } of readable as IngestionEvent[]) {
    if (type === 'EventsAccepted') accepted.push(...placedOf(data));
    else if (type === 'EventsProcessed') outcomes.push(...outcomesOf(data));
  }
  await insertEvents(sql, accepted, due);
  for (const { type, data } of readable as IngestionEvent[]) {
    if (type === 'EventSetAside') for (const dead of data.events) await markDead(sql, dead, data.at);
  }
  const unread = unreadableItems(readable.filter(({ type }) => type === 'EventsProcessed'));
  if (unread.length > 0) await sql.query(HOLD, [unread]);
  await projectOutcomes(sql, outcomes);
}

/** The event without outcomes from before their event was set aside. `setAsides` must have met it. */
export function neverStoredLeftOut(
  event: RecordedEvent & IngestionEvent,
  setAsides: SetAsides,
): RecordedEvent & IngestionEvent {
  if (event.type !== 'EventsProcessed') return event;
  const stored = event.data.events.filter(({ event_id }) => setAsides.wasStored(event, event_id));
  return { ...event, data: { ...event.data, events: stored } };
}

const outcomesOf = ({ tenant_id, events }: EventsProcessed['data']): OutcomeOfTenant[] =>
  events.flatMap((outcome) => (outcome.isUnreadable ? [] : { tenant_id, outcome }));

/** Erased events are left out, and events that cannot be read. */
function placedOf({ tenant_id, events }: EventsAccepted['data']): PlacedEvent[] {
  return events.flatMap(({ content, customer_id: customerId, received_at, ...accepted }) => {
    if (content === undefined) return [];
    const event = { ...accepted, tenant_id, received_at: new Date(received_at) };
    const reference = referenceOf(tenant_id, event.event_type, JSON.parse(content) as Record<string, unknown>);
    const subject = customerId === undefined ? referenceSubject(reference) : customerSubject(customerId);
    return { event, content, subject, customerId };
  });
}
