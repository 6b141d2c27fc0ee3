import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { DELIVERY_ID, ENDPOINT_ID, MESSAGE_ID } from '../examples';
import { Id, nullable, Timestamp } from '../fields';
import { WEBHOOK_EVENT_TYPES } from './event-types';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES } from './words';

export const MAX_LABEL = 200;
export const MAX_URL = 2_048;

export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export const WebhookEndpoint = view(
  'WebhookEndpoint',
  Type.Object({
    id: Id,
    tenant_id: Id,
    label: Type.String(),
    url: Type.String({ format: 'uri' }),
    event_types: Type.Array(Type.Enum(WEBHOOK_EVENT_TYPES)),
    status: Type.Enum(ENDPOINT_STATUSES, {
      description:
        'Probity sends nothing to a disabled endpoint: staff disabled it, or its receiver is gone or has only failed for days',
    }),
    status_reason: nullable(Type.String(), { description: 'why it is disabled' }),
    failing_since: nullable(Timestamp, {
      description:
        'when the first of the current series of failed attempts failed; null when the last attempt succeeded',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  { description: 'An endpoint, for institutions and for staff.', example: { id: ENDPOINT_ID } },
);

export const WebhookEndpointWithSecret = view(
  'WebhookEndpointWithSecret',
  Type.Object({
    endpoint: WebhookEndpoint,
    signing_secret: Type.String({ description: 'the key of the HMAC, used unchanged; it is never shown again' }),
  }),
);

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const SUCCEEDED = { id: DELIVERY_ID, status: 'succeeded' as const };

export const WebhookDelivery = view(
  'WebhookDelivery',
  Type.Object({
    id: Id,
    endpoint_id: Id,
    event_type: Type.String(),
    event_id: Id,
    status: Type.Enum(DELIVERY_STATUSES, {
      description: 'pending before the first attempt; failed without next_retry_at is permanent',
    }),
    response_status: nullable(Type.Integer(), {
      description: 'HTTP status of the last attempt; null when there was no response',
    }),
    error: nullable(Type.String(), { description: 'why the last attempt failed' }),
    attempt_count: Type.Integer({ description: 'number of attempts, including attempts under way' }),
    next_retry_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'when a failed delivery is retried' }),
    ),
    delivered_at: nullable(Timestamp),
    created_at: Timestamp,
  }),
  { description: 'One event on its way to one endpoint.', example: SUCCEEDED },
);

export const DeliveryAttempt = view(
  'DeliveryAttempt',
  Type.Object({
    id: Id,
    number: Type.Integer({ description: 'from 1' }),
    at: Timestamp,
    duration_ms: Type.Integer(),
    response_status: nullable(Type.Integer()),
    error: nullable(Type.String()),
  }),
  {
    description: 'An attempt to deliver; its id is the X-Service-Delivery-ID header of the request.',
    example: { id: MESSAGE_ID, number: 1 },
  },
);

export const WebhookDeliveryDetail = view(
  'WebhookDeliveryDetail',
  Type.Object({
    ...WebhookDelivery.properties,
    is_test: Type.Boolean(),
    attempts: Type.Array(DeliveryAttempt),
  }),
  {
    description:
      'A delivery for staff, with its latest attempts. A missing attempt between two others was interrupted by a crash.',
    example: SUCCEEDED,
  },
);

export const ReplayedWebhooks = view(
  'ReplayedWebhooks',
  Type.Object({ replayed: Type.Integer(), more: Type.Boolean({ description: 'there are further deliveries; retry' }) }),
);

export type WebhookEndpoint = Static<typeof WebhookEndpoint>;
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;
