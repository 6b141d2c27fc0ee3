import { SEALED_ITEMS, type SealedItems } from '@probity/contracts/personal-data/sealed-items';
import type { RecordedEvent } from '@probity/event-store/event-store';

/** The ids of accepted events that cannot be read, or whose outcomes cannot, because the key is missing or another one. */
export const unreadableItems = (events: RecordedEvent[]): string[] =>
  events
    .filter(({ type }) => SEALED_ITEMS.has(type))
    .flatMap(({ data }) => (data as SealedItems).events)
    .flatMap(({ event_id, isUnreadable }) => (isUnreadable ? event_id : []));
