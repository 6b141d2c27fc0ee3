import Type, { type Static } from 'typebox';
import { AlertView } from '@probity/contracts/alerts/views';
import { view } from '@probity/contracts/declaration/view';
import { Id, Timestamp } from '@probity/contracts/fields';
import { WEBHOOK_EVENT_TYPES } from '@probity/contracts/webhooks/event-types';

const { id, customer_id, alert_type, severity, title, trigger_ref, metadata } = AlertView.properties;

/** Of an alert, what a webhook tells. */
const WebhookAlert = view(
  'WebhookAlert',
  Type.Object({ id, customer_id, alert_type, severity, title, trigger_ref, metadata }),
);

export const WebhookEvent = view(
  'WebhookEvent',
  Type.Object({
    event: Type.Enum(WEBHOOK_EVENT_TYPES),
    event_id: Type.String({
      format: 'uuid',
      description: 'the same on every attempt and at every endpoint: what has come twice is known by it',
    }),
    tenant_id: Id,
    occurred_at: Timestamp,
    data: WebhookAlert,
  }),
  { description: 'The body of a webhook.' },
);
export type WebhookEvent = Static<typeof WebhookEvent>;
