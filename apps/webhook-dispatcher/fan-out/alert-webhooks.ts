import type { AlertRaised } from '@probity/contracts/alerts/events';
import type { WebhookEventType } from '@probity/contracts/webhooks/event-types';

/** The alert as it stands in a webhook; what the interface names and no more. */
export interface WebhookAlert {
  id: string;
  customer_id: string;
  alert_type: string;
  severity: string;
  title: string;
  trigger_ref: string;
  metadata: Record<string, unknown>;
}

/** Something that institutions may hear of. */
export interface WebhookEvent {
  event_id: string;
  tenant_id: string;
  event_type: WebhookEventType;
  /** the bytes that every endpoint gets */
  body: string;
}

/** @param eventId that of the fact, so that the same fact makes the same event however often it comes */
export function webhookEvent(
  event_type: WebhookEventType,
  eventId: string,
  tenant_id: string,
  occurred_at: string,
  alert: WebhookAlert,
): WebhookEvent {
  const { id, customer_id, alert_type, severity, title, trigger_ref, metadata } = alert;
  const data = { id, customer_id, alert_type, severity, title, trigger_ref, metadata };
  const body = JSON.stringify({ event: event_type, event_id: eventId, tenant_id, occurred_at, data });
  return { event_id: eventId, tenant_id, event_type, body };
}

export const alertOfFact = ({ alert_id, ...alert }: AlertRaised): WebhookAlert => ({ id: alert_id, ...alert });
