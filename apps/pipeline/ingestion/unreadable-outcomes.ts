import type { EventsProcessed } from '@probity/contracts/pipeline/ingestion-events';
import type { RecordedEvent } from '@probity/event-store/event-store';

/** The ids of events whose outcomes cannot be read, because the key is missing or another one. */
export const unreadableOutcomes = (events: RecordedEvent[]): string[] =>
  events
    .filter(({ type }) => type === 'EventsProcessed')
    .flatMap(({ data }) => (data as EventsProcessed['data']).events)
    .flatMap(({ event_id, isUnreadable }) => (isUnreadable ? event_id : []));
