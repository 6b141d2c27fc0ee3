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
