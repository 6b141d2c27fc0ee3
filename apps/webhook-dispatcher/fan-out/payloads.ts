import type { SourceOf, WebhookData, WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { Refusal } from '@probity/platform/errors';
import type { AlertQueries } from '@probity/read-side/alerts/alert-queries';

/** The queries for content of an event that its fact does not contain. */
export interface ReadSide {
  alerts: AlertQueries;
}

/** For each event type: its content, derived from its fact. */
export const PAYLOADS: {
  [Type in WebhookEventType]: (
    fact: SourceOf<Type>,
    readSide: ReadSide,
  ) => WebhookData<Type> | Promise<WebhookData<Type>>;
} = {
  'alert.created': ({ alert_id, ...alert }) => ({ id: alert_id, ...alert }),
  'alert.resolved': decidedAlert,
  'alert.dismissed': decidedAlert,
};

/** @throws Refusal `unavailable` while the projection is behind the decision; the fact is delivered again */
async function decidedAlert(
  { tenant_id, alert_id }: { tenant_id: string; alert_id: string },
  { alerts }: ReadSide,
): Promise<WebhookData<'alert.resolved'>> {
  const alert = await alerts.alert(tenant_id, alert_id);
  if (alert) return alert;
  throw new Refusal('overloaded', 'unavailable', `alert ${alert_id} was decided on but is not on the read side yet`);
}
