import type { SealedItem, SealedItems } from '../personal-data/sealed-items';
import type { EventType } from './views';

export const INGESTION_STREAM_PREFIX = 'ingestion-';

/** Each has one event, so that no two writers wait for each other. */
export const ingestionStream = (batchId: string): string => INGESTION_STREAM_PREFIX + batchId;

/** What is stored together. Its id, a UUID, names its stream. */
interface Batch<Item extends SealedItem> extends SealedItems<Item> {
  batch_id: string;
  /** when it was stored, in ISO form */
  at: string;
}

/** An event that an institution sent, as it was accepted. `content`: its payload, as JSON. */
export interface AcceptedEvent extends SealedItem {
  event_type: EventType;
  /** ISO time */
  received_at: string;
  /** the API key that sent it, and its label */
  actor?: string;
  actor_name?: string;
}

/** What a transaction adds to the windows of its customer, as far as it does not follow from the payload. */
export interface CountedTransaction {
  /** decimal, in the tenant's reference currency if there was a rate */
  amount: string;
  /** whether the amount is in the reference currency */
  comparable: boolean;
  currency: string;
  direction: 'inbound' | 'outbound';
  method: string;
  channel: string | null;
}

/** The outcome of an event. `content`: its stages with their evidence, as JSON. */
export interface ProcessedEvent extends SealedItem {
  event_type: EventType;
  customer_id: string;
  /** ISO times */
  received_at: string;
  occurred_at: string;
  processed_at: string;
  alert_ids: string[];
  /** the event that reported the same transaction first */
  duplicate_of?: string;
  /** of a transaction that is not a duplicate */
  transaction?: CountedTransaction;
}

/** An event that could not be processed. `content`: the reason, as a JSON string. */
export interface DeadEvent extends SealedItem {
  attempts: number;
}

/** Events of one tenant, accepted together. */
export interface EventsAccepted {
  type: 'EventsAccepted';
  data: Batch<AcceptedEvent>;
}

/** Events of one tenant, processed together. */
export interface EventsProcessed {
  type: 'EventsProcessed';
  data: Batch<ProcessedEvent>;
}

/** An event was set aside: it is not tried again unless an officer reruns it. */
export interface EventSetAside {
  type: 'EventSetAside';
  data: Batch<DeadEvent>;
}

export type IngestionEvent = EventsAccepted | EventsProcessed | EventSetAside;

/** The batch of `OlderEventsRecorded`. */
export const OLDER_EVENTS = '00000000-0000-0000-0000-000000000001';

/** All that an earlier version accepted and processed is in events. A row that no event has is a forged one from now on. */
export interface OlderEventsRecorded {
  type: 'OlderEventsRecorded';
  /** `at`: ISO time */
  data: { batch_id: typeof OLDER_EVENTS; at: string };
}
