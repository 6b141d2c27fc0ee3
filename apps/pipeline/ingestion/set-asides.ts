import { type EventSetAside, INGESTION_STREAM_PREFIX } from '@probity/contracts/pipeline/ingestion-events';
import { isReadable } from '@probity/event-store/damaged';
import type { Checkpoint, EventStore, RecordedEvent } from '@probity/event-store/event-store';

const OTHERS = ['EventsAccepted', 'EventsProcessed', 'OlderEventsRecorded'];

/**
 * Says which outcomes come before the event was set aside, in the order of the log. They were never stored: with
 * EventStoreDB, the event of an outcome is there even if Postgres rejects its row.
 */
export class SetAsides {
  /** the streams that set an event aside */
  private readonly streams = new Map<string, string[]>();
  private readonly places = new WeakMap<RecordedEvent, number>();
  /** of those streams, as far as they were met */
  private readonly met = new Map<string, number>();
  private count = 0;

  /** Reads those after a place of the log; undefined: all. They are few, and stay in memory. */
  static async read(events: EventStore, after?: Checkpoint): Promise<SetAsides> {
    const found = new SetAsides();
    const { signal } = new AbortController();
    for await (const { events: read } of events.readToEnd(INGESTION_STREAM_PREFIX, after, signal, OTHERS)) {
      for (const event of read) found.add(event);
    }
    return found;
  }

  /** Call it for each event in the order of the log, before `wasStored`. Another call for the same event has no effect. */
  meet(event: RecordedEvent): void {
    if (this.places.has(event)) return;
    this.places.set(event, ++this.count);
    if (event.type === 'EventSetAside') this.met.set(event.stream, this.count);
  }

  /** @param event with the outcome */
  wasStored(event: RecordedEvent, event_id: string): boolean {
    const place = this.places.get(event) ?? Infinity;
    return !this.streams.get(event_id)?.some((stream) => (this.met.get(stream) ?? Infinity) > place);
  }

  has(event_id: string): boolean {
    return this.streams.has(event_id);
  }

  private add(event: RecordedEvent): void {
    if (event.type !== 'EventSetAside' || event.isForeign || !isReadable(event)) return;
    const { data } = event as RecordedEvent & EventSetAside;
    if (!Array.isArray(data.events)) return; // the rebuild counts it, and the verification names it
    for (const { event_id } of data.events) {
      this.streams.set(event_id, [...(this.streams.get(event_id) ?? []), event.stream]);
    }
  }
}
