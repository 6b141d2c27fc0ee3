/**
 * An item of an event about many subjects. Its content is sealed with the key of its customer, or, while it has none, with
 * a key of its own; so it can be erased alone.
 */
export interface SealedItem {
  event_id: string;
  customer_id?: string;
  /** JSON. A reader gets none if the key was destroyed. */
  content?: string;
  /** The content is there, and its key is missing or another one. Only readers see it. */
  isUnreadable?: true;
}

/** Data of an event whose list `events` has sealed items. */
export interface SealedItems<Item extends SealedItem = SealedItem> {
  tenant_id: string;
  events: Item[];
}

/** The types of events with such a list. */
export const SEALED_ITEMS: ReadonlySet<string> = new Set(['EventsAccepted', 'EventsProcessed', 'EventSetAside']);
