import Type from 'typebox';
import { command } from '../declaration/command';
import { view } from '../declaration/view';
import { CREATED_AT, DELIVERY_ID, ENDPOINT_ID, EVENT_ID, POSTED_AT, ROTATION_ID, TENANT_ID } from '../example-ids';
import { Id, Timestamp } from '../fields';
import { WEBHOOK_COMMANDS } from '../topics';
import { WEBHOOK_EVENT_TYPES } from './event-types';
import { ReplayedWebhooks, WebhookDeliveryDetail, WebhookEndpoint } from './views';
import { ENDPOINT_STATUSES } from './words';

const topic = WEBHOOK_COMMANDS;
const byEndpoint = (request: { endpoint_id: string }): string => request.endpoint_id;
const endpoint = {
  tenant_id: Id,
  endpoint_id: Id,
  actor: Type.String({ description: '`staff:<name>` or `institution`' }),
};

/**
 * A signing secret crosses the broker encrypted to a key that only the asking process has, so that nobody who
 * can read the topics can sign.
 */
const reply_key = Type.String({
  description: 'public RSA key (SPKI, PEM) to encrypt the secret to, by RSA-OAEP SHA-256',
});
const WithSecret = view(
  'WebhookEndpointWithEncryptedSecret',
  Type.Object({ endpoint: WebhookEndpoint, encrypted_secret: Type.String({ description: 'base64' }) }),
);

const asked = { tenant_id: TENANT_ID, endpoint_id: ENDPOINT_ID, actor: 'institution' };
const askedByStaff = { ...asked, actor: 'staff:j.smith' };
const EXAMPLE_REPLY_KEY = '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq...\n-----END PUBLIC KEY-----\n';
const encrypted_secret = 'pV7cUu0jJ1yQ0c0lY2m4...';

const EXAMPLE_ENDPOINT: WebhookEndpoint = {
  id: ENDPOINT_ID,
  tenant_id: TENANT_ID,
  label: 'Alert desk',
  url: 'https://hooks.example.com/probity',
  event_types: ['alert.created', 'alert.resolved'],
  status: 'active',
  status_reason: null,
  failing_since: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
};
const EXAMPLE_DELIVERY: WebhookDeliveryDetail = {
  id: DELIVERY_ID,
  endpoint_id: ENDPOINT_ID,
  event_type: 'alert.created',
  event_id: EVENT_ID,
  status: 'pending',
  response_status: null,
  error: null,
  attempt_count: 0,
  delivered_at: null,
  created_at: POSTED_AT,
  is_test: true,
  attempts: [],
};

/** The same `endpoint_id` again returns the same endpoint and secret. */
export const createWebhookEndpoint = command({
  name: 'webhooks.create-endpoint',
  topic,
  summary: 'Register an endpoint for webhooks.',
  key: byEndpoint,
  request: Type.Object({
    ...endpoint,
    label: Type.String(),
    url: Type.String(),
    event_types: Type.Array(Type.Enum(WEBHOOK_EVENT_TYPES)),
    reply_key,
  }),
  reply: WithSecret,
  example: {
    request: {
      ...asked,
      label: EXAMPLE_ENDPOINT.label,
      url: EXAMPLE_ENDPOINT.url,
      event_types: EXAMPLE_ENDPOINT.event_types,
      reply_key: EXAMPLE_REPLY_KEY,
    },
    reply: { endpoint: EXAMPLE_ENDPOINT, encrypted_secret },
  },
});

export const deleteWebhookEndpoint = command({
  name: 'webhooks.delete-endpoint',
  topic,
  summary: 'Remove an endpoint; when it is answered nothing more is sent to it.',
  key: byEndpoint,
  request: Type.Object(endpoint),
  reply: Type.Object({}),
  example: { request: asked, reply: {} },
});

/** The same `rotation_id` again returns the same secret. */
export const rotateWebhookSecret = command({
  name: 'webhooks.rotate-secret',
  topic,
  summary: 'Replace the signing secret of an endpoint.',
  key: byEndpoint,
  request: Type.Object({ ...endpoint, rotation_id: Id, reply_key }),
  reply: WithSecret,
  example: {
    request: { ...asked, rotation_id: ROTATION_ID, reply_key: EXAMPLE_REPLY_KEY },
    reply: { endpoint: { ...EXAMPLE_ENDPOINT, updated_at: POSTED_AT }, encrypted_secret },
  },
});

export const setWebhookEndpointStatus = command({
  name: 'webhooks.set-endpoint-status',
  topic,
  summary: 'Stop or resume sending to an endpoint.',
  key: byEndpoint,
  request: Type.Object({ ...endpoint, status: Type.Enum(ENDPOINT_STATUSES), reason: Type.String() }),
  reply: WebhookEndpoint,
  example: {
    request: { ...askedByStaff, status: 'disabled', reason: 'moved to another address' },
    reply: { ...EXAMPLE_ENDPOINT, status: 'disabled', status_reason: 'moved to another address' },
  },
});

/** The same `event_id` again sends nothing more. */
export const sendTestWebhook = command({
  name: 'webhooks.send-test',
  topic,
  summary: 'Send an event that is about no real alert.',
  key: byEndpoint,
  request: Type.Object({ ...endpoint, event_id: Id, event_type: Type.Optional(Type.Enum(WEBHOOK_EVENT_TYPES)) }),
  reply: WebhookDeliveryDetail,
  example: {
    request: { ...askedByStaff, event_id: EVENT_ID, event_type: 'alert.created' },
    reply: EXAMPLE_DELIVERY,
  },
});

/** It does not matter how the delivery ended before. */
export const resendWebhook = command({
  name: 'webhooks.resend-delivery',
  topic,
  summary: 'Send one delivery again, at once.',
  key: byEndpoint,
  request: Type.Object({ ...endpoint, delivery_id: Id }),
  reply: WebhookDeliveryDetail,
  example: {
    request: { ...askedByStaff, delivery_id: DELIVERY_ID },
    reply: { ...EXAMPLE_DELIVERY, is_test: false },
  },
});

/** Sends `limit` deliveries at most, oldest first. */
export const replayFailedWebhooks = command({
  name: 'webhooks.replay-failed',
  topic,
  summary: 'Send again what has failed for good since a time.',
  key: byEndpoint,
  request: Type.Object({ ...endpoint, since: Timestamp, until: Type.Optional(Timestamp), limit: Type.Integer() }),
  reply: ReplayedWebhooks,
  example: {
    request: { ...askedByStaff, since: CREATED_AT, limit: 1_000 },
    reply: { replayed: 12, more: false },
  },
});
