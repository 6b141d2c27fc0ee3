import { WEBHOOK_EVENTS, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { derivedId } from '@probity/platform/ids';
import { webhookEvent, type WebhookEvent } from '../fan-out/webhook-event';

/** An event like a real one, that says of itself that it is a test, and is about no real alert. */
export function testEvent(type: WebhookEventType, eventId: string, tenantId: string, at: Date): WebhookEvent {
  const data = WEBHOOK_EVENTS[type].test((what) => derivedId(eventId, what));
  return webhookEvent(type, eventId, tenantId, at.toISOString(), data);
}
