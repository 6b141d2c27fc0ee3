import type { SourceOf, WebhookData, WebhookEventType } from '@probity/contracts/webhooks/event-types';
import { NotOnReadSideYet } from '@probity/messaging/deliver-fact';
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

/** @throws NotOnReadSideYet while the projection is behind the decision; the fact is delivered again */
async function decidedAlert(
  { tenant_id, alert_id }: { tenant_id: string; alert_id: string },
  { alerts }: ReadSide,
): Promise<WebhookData<'alert.resolved'>> {
  const alert = await alerts.alert(tenant_id, alert_id);
  if (alert?.status === 'resolved' || alert?.status === 'dismissed') return alert;
  throw new NotOnReadSideYet(`alert ${alert_id} was decided on, which the read side does not show yet`);
}
