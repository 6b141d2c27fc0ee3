import { SEALED_FIELD } from '@probity/contracts/personal-data/sealed-facts';
import { SEALED_ITEMS, type SealedItem, type SealedItems } from '@probity/contracts/personal-data/sealed-items';
import type { NewEvent, RecordedEvent } from '../event-store';
import type { DataKey } from './data-key';
import type { FoundKey, Subject } from './data-keys';

type Keys = ReadonlyMap<string, FoundKey>;
type StoredItem = SealedItem & { [SEALED_FIELD]?: string };

/** The data of an event with a list of sealed items; undefined for any other event. */
export function itemsOf({ type, data }: NewEvent): SealedItems | undefined {
  if (!SEALED_ITEMS.has(type) || typeof data !== 'object' || data === null) return undefined;
  return Array.isArray((data as SealedItems).events) ? (data as SealedItems) : undefined;
}

/** Of the items that have content. */
export const subjectsOf = ({ tenant_id, events }: SealedItems): Subject[] =>
  (events as StoredItem[])
    .filter(({ content, [SEALED_FIELD]: box }) => content !== undefined || box !== undefined)
    .map(({ event_id, customer_id }) => ({
      id: customer_id ?? event_id,
      kind: customer_id === undefined ? 'event' : 'customer',
      tenant_id,
    }));

/** The event as it is stored. An item whose key was destroyed has no content there. */
export function withSealedItems(stream: string, event: NewEvent, data: SealedItems, keys: Keys): NewEvent {
  const events = data.events.map((item): StoredItem => {
    const key = keyOf(item, keys);
    const stored: StoredItem = { ...item, content: undefined };
    if (item.content === undefined || key === undefined || key === 'destroyed') return stored;
    stored[SEALED_FIELD] = key.seal(item.content, contextOf(stream, event, item));
    return stored;
  });
  return { ...event, data: { ...data, events } };
}

/** The event as its readers see it. An item that cannot be opened says so, and keeps no other one from being read. */
export function withOpenItems(event: RecordedEvent, data: SealedItems, keys: Keys): RecordedEvent {
  const events = data.events.map(({ [SEALED_FIELD]: box, ...item }: StoredItem): SealedItem => {
    const key = keyOf(item, keys);
    if (box === undefined || key === 'destroyed') return item;
    const content = key && opened(key, box, contextOf(event.stream, event, item));
    return content === undefined ? { ...item, isUnreadable: true } : { ...item, content };
  });
  return { ...event, data: { ...data, events } };
}

function opened(key: DataKey, box: string, context: string): string | undefined {
  try {
    return key.open(box, context);
  } catch {
    return undefined; // it was changed, or sealed with another key
  }
}

const keyOf = ({ customer_id, event_id }: SealedItem, keys: Keys): FoundKey => keys.get(customer_id ?? event_id);

/** A sealed item that was copied to another event, or to another item, cannot be opened there. */
const contextOf = (stream: string, { id, type }: NewEvent, { event_id }: SealedItem): string =>
  `${stream} ${id} ${type} ${event_id}`;
