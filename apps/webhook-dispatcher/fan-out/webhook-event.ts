import { WEBHOOK_EVENTS, type WebhookData, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { derivedId } from '@probity/platform/ids';

/** An event that institutions can receive. */
export interface WebhookEvent {
  event_id: string;
  tenant_id: string;
  event_type: WebhookEventType;
  /** the bytes that every endpoint receives */
  body: string;
}

/**
 * @param event_id the id of the fact, so that the same fact always gives the same event
 * @param content may have more fields than the event type declares; these are not sent
 */
export function webhookEvent<Type extends WebhookEventType>(
  event_type: Type,
  event_id: string,
  tenant_id: string,
  occurred_at: string,
  content: WebhookData<Type>,
): WebhookEvent {
  const fields = Object.keys(WEBHOOK_EVENTS[event_type].data.properties) as (keyof WebhookData<Type>)[];
  const data = Object.fromEntries(fields.map((field) => [field, content[field]]));
  return {
    event_id,
    tenant_id,
    event_type,
    body: JSON.stringify({ event: event_type, event_id, tenant_id, occurred_at, data }),
  };
}

/** A test event. It has the form of a real event, but its data is marked as a test and reports no real alert. */
export function testEvent(type: WebhookEventType, eventId: string, tenantId: string, at: Date): WebhookEvent {
  const data = WEBHOOK_EVENTS[type].test((what) => derivedId(eventId, what));
  return webhookEvent(type, eventId, tenantId, at.toISOString(), data);
}
