import { type EventSetAside, INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import { isReadable } from '@probity/event-store/damaged';
import type { EventStore, RecordedEvent } from '@probity/event-store/event-store';

/** When events were set aside last, in ISO form, by their ids. */
export type SetAsideTimes = ReadonlyMap<string, string>;

/** Reads all of them. They are few, and stay in memory. */
export async function readSetAsideTimes(events: EventStore): Promise<SetAsideTimes> {
  const times = new Map<string, string>();
  const { signal } = new AbortController();
  const others = ['EventsAccepted', 'EventsProcessed'];
  for await (const { events: read } of events.readToEnd(INGESTION_STREAM_PREFIX, undefined, signal, others)) {
    for (const event of read) {
      if (event.type !== 'EventSetAside' || event.isForeign || !isReadable(event)) continue;
      const { data } = event as RecordedEvent & EventSetAside;
      if (!Array.isArray(data.events)) continue; // the rebuild counts it, and the verification names it
      for (const { event_id } of data.events) times.set(event_id, data.at);
    }
  }
  return times;
}
