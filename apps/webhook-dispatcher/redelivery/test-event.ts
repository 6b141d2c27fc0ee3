import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { derivedId } from '@probity/platform/ids';
import { webhookEvent, type WebhookEvent } from '../fan-out/alert-webhooks';

/** An event like a real one, that says of itself that it is a test, and is about nobody. */
export function testEvent(type: WebhookEventType, eventId: string, tenantId: string, at: Date): WebhookEvent {
  return webhookEvent(type, eventId, tenantId, at.toISOString(), {
    id: derivedId(eventId, 'alert'),
    customer_id: derivedId(eventId, 'customer'),
    alert_type: 'test',
    severity: 'low',
    title: 'Test of this webhook; there is no such alert',
    trigger_ref: 'test',
    metadata: { test: true },
  });
}
