import Type, { type Static } from 'typebox';
import { Id, Timestamp } from '../fields';
import { WEBHOOK_EVENT_TYPES } from './event-types';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES } from './words';

const OptionalText = Type.Union([Type.String(), Type.Null()]);
const OptionalTime = Type.Union([Timestamp, Type.Null()]);
const OptionalStatus = Type.Union([Type.Integer(), Type.Null()]);

export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** An endpoint, for institutions and for staff. */
export const WebhookEndpoint = Type.Object({
  id: Id,
  tenant_id: Id,
  label: Type.String(),
  url: Type.String(),
  event_types: Type.Array(Type.Enum(WEBHOOK_EVENT_TYPES)),
  status: Type.Enum(ENDPOINT_STATUSES),
  status_reason: Type.Union([Type.String(), Type.Null()], { description: 'why it is disabled' }),
  failing_since: Type.Union([Timestamp, Type.Null()], {
    description: 'when the first of the attempts failed that have all failed since; null when the last one succeeded',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One event on its way to one endpoint. */
export const WebhookDelivery = Type.Object({
  id: Id,
  endpoint_id: Id,
  event_type: Type.String(),
  event_id: Id,
  status: Type.Enum(DELIVERY_STATUSES),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'of the last attempt; null when it was not answered',
  }),
  error: Type.Union([Type.String(), Type.Null()], { description: 'why the last attempt failed' }),
  attempt_count: Type.Integer({ description: 'attempts that were begun' }),
  next_retry_at: Type.Optional(Timestamp),
  delivered_at: OptionalTime,
  created_at: Timestamp,
});

/** An attempt to deliver; its id is the X-Service-Delivery-ID that the receiver saw. */
export const DeliveryAttempt = Type.Object({
  id: Id,
  number: Type.Integer({ description: 'from 1' }),
  at: Timestamp,
  duration_ms: Type.Integer(),
  response_status: OptionalStatus,
  error: OptionalText,
});

/** A delivery for staff: with its latest attempts. One that is missing between two was cut off by a crash. */
export const WebhookDeliveryDetail = Type.Object({
  ...WebhookDelivery.properties,
  is_test: Type.Boolean(),
  attempts: Type.Array(DeliveryAttempt),
});

export type WebhookEndpoint = Static<typeof WebhookEndpoint>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;
