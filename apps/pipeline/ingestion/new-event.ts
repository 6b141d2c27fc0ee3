import type { EventType } from '@probity/contracts/pipeline/views';

export interface NewEvent {
  event_id: string;
  tenant_id: string;
  event_type: EventType;
  payload: Record<string, unknown>;
  received_at: Date;
  /** the API key that sent it, and its label */
  actor?: string;
  actor_name?: string;
}

/** An event with its place in the inbox. */
export interface PlacedEvent {
  event: Omit<NewEvent, 'payload'>;
  /** the payload as JSON; undefined: it was erased */
  content: string | undefined;
  /** it stays in order with the other events of the subject */
  subject: string;
  customerId: string | undefined;
}
