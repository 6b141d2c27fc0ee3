import type { AcceptedEvent } from '@probity/contracts/pipeline/ingestion-events';
import type { FirstEvent } from '@probity/event-store/event-store';
import { inOwnStream } from './in-own-stream';
import { inParts } from './in-parts';
import type { PlacedEvent } from './new-event';

/** An event of the event store, and the accepted events in it. */
export interface Accepted {
  first: FirstEvent;
  placed: PlacedEvent[];
}

/** Events of the event store for accepted events: one for each tenant, or more if they are large. */
export function eventsAccepted(placed: PlacedEvent[]): Accepted[] {
  return inParts(
    placed,
    ({ event }) => event.tenant_id,
    ({ content }) => content?.length ?? 0,
  ).map((part) => {
    const { tenant_id } = part[0]!.event;
    const first = inOwnStream({ type: 'EventsAccepted', data: { tenant_id, events: part.map(itemOf) } });
    return { first, placed: part };
  });
}

function itemOf({ event, content, customerId }: PlacedEvent): AcceptedEvent {
  const { event_id, event_type, received_at, actor, actor_name } = event;
  return {
    event_id,
    event_type,
    received_at: received_at.toISOString(),
    customer_id: customerId,
    actor,
    actor_name,
    content,
  };
}
