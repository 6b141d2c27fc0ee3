import type { SourceOf, WebhookData, WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { Refusal } from '@probity/platform/errors';
import type { AlertQueries } from '@probity/read-side/alerts/alert-queries';

/** What the content of events is read from where their facts do not have it. */
export interface ReadSide {
  alerts: AlertQueries;
}

/** For each type of event: its content, made from the fact that it follows from. */
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

/** @throws Refusal `unavailable` while the projection is behind the decision; the fact comes again */
async function decidedAlert(
  { tenant_id, alert_id }: { tenant_id: string; alert_id: string },
  { alerts }: ReadSide,
): Promise<WebhookData<'alert.resolved'>> {
  const alert = await alerts.alert(tenant_id, alert_id);
  if (alert) return alert;
  throw new Refusal('overloaded', 'unavailable', `alert ${alert_id} was decided on and cannot be read yet`);
}
