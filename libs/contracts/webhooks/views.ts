import Type, { type Static } from 'typebox';
import { DELIVERY_ID, ENDPOINT_ID, EVENT_ID, MESSAGE_ID, RAISED_AT, TENANT_ID } from '../example-ids';
import { view } from '../declaration/view';
import { Id, nullable, Timestamp } from '../fields';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event-types';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES } from './words';

export const MAX_LABEL = 200;
export const MAX_URL = 2_048;

export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

const EXAMPLE_ENDPOINT = {
  id: ENDPOINT_ID,
  tenant_id: TENANT_ID,
  label: 'core banking',
  url: 'https://hooks.example.com/probity',
  event_types: ['alert.created', 'alert.resolved'] satisfies WebhookEventType[],
  status: 'active' as const,
  status_reason: null,
  failing_since: null,
  created_at: RAISED_AT,
  updated_at: RAISED_AT,
};

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
        'nothing is sent to a disabled one: staff did it, or the receiver is gone or has only failed for days',
    }),
    status_reason: nullable(Type.String(), { description: 'why it is disabled' }),
    failing_since: nullable(Timestamp, {
      description: 'when the first of the attempts failed that have all failed since; null when the last one succeeded',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
  { description: 'An endpoint, for institutions and for staff.', example: EXAMPLE_ENDPOINT },
);

export const WebhookEndpointWithSecret = view(
  'WebhookEndpointWithSecret',
  Type.Object({
    endpoint: WebhookEndpoint,
    signing_secret: Type.String({ description: 'the key of the HMAC, whole as it is; it is never shown again' }),
  }),
  { example: { endpoint: EXAMPLE_ENDPOINT, signing_secret: 'whsec_this-is-an-example-of-a-signing-secret' } },
);

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const EXAMPLE_DELIVERY = {
  id: DELIVERY_ID,
  endpoint_id: ENDPOINT_ID,
  event_type: 'alert.created',
  event_id: EVENT_ID,
  status: 'succeeded' as const,
  response_status: 200,
  error: null,
  attempt_count: 1,
  delivered_at: RAISED_AT,
  created_at: RAISED_AT,
};

export const WebhookDelivery = view(
  'WebhookDelivery',
  Type.Object({
    id: Id,
    endpoint_id: Id,
    event_type: Type.String(),
    event_id: Id,
    status: Type.Enum(DELIVERY_STATUSES, {
      description: 'pending before the first attempt; failed without next_retry_at is for good',
    }),
    response_status: nullable(Type.Integer(), {
      description: 'HTTP status of the last attempt; null when it was not answered',
    }),
    error: nullable(Type.String(), { description: 'why the last attempt failed' }),
    attempt_count: Type.Integer({ description: 'attempts that were begun' }),
    next_retry_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'of a failed delivery that is tried again' }),
    ),
    delivered_at: nullable(Timestamp),
    created_at: Timestamp,
  }),
  { description: 'One event on its way to one endpoint.', example: EXAMPLE_DELIVERY },
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
  { description: 'An attempt to deliver; its id is the X-Service-Delivery-ID that the receiver saw.' },
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
      'A delivery for staff, with its latest attempts. One that is missing between two was cut off by a crash.',
    example: {
      ...EXAMPLE_DELIVERY,
      is_test: false,
      attempts: [{ id: MESSAGE_ID, number: 1, at: RAISED_AT, duration_ms: 84, response_status: 200, error: null }],
    },
  },
);

export const ReplayedWebhooks = view(
  'ReplayedWebhooks',
  Type.Object({ replayed: Type.Integer(), more: Type.Boolean({ description: 'there are others; ask again' }) }),
  { example: { replayed: 14, more: false } },
);

export type WebhookEndpoint = Static<typeof WebhookEndpoint>;
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;
export type ReplayedWebhooks = Static<typeof ReplayedWebhooks>;
