import { type IngestionEvent, ingestionStream } from '@probity/contracts/pipeline/ingestion-events';
import type { FirstEvent } from '@probity/event-store/event-store';
import { newId } from '@probity/platform/ids';

type WithoutBatch<Event extends IngestionEvent> = Event extends IngestionEvent
  ? { type: Event['type']; data: Omit<Event['data'], 'batch_id' | 'at'> }
  : never;

/** An event about accepted events, in a stream of its own. */
export function inOwnStream({ type, data }: WithoutBatch<IngestionEvent>, at = new Date()): FirstEvent {
  const batch_id = newId();
  const inBatch = { batch_id, at: at.toISOString(), ...data };
  return { stream: ingestionStream(batch_id), event: { id: newId(), type, data: inBatch } };
}
