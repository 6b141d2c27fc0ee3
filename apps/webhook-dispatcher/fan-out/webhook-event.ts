import { WEBHOOK_EVENTS, type WebhookData, type WebhookEventType } from '@probity/contracts/webhooks/event-types';

/** Something that institutions may hear of. */
export interface WebhookEvent {
  event_id: string;
  tenant_id: string;
  event_type: WebhookEventType;
  /** the bytes that every endpoint gets */
  body: string;
}

/**
 * @param event_id that of the fact, so that the same fact makes the same event however often it comes
 * @param content may have more fields than the type of event declares; those are not sent
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
