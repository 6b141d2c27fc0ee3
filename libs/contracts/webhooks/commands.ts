import Type from 'typebox';
import { command } from '../declaration/command';
import { Id, Timestamp } from '../fields';
import { WEBHOOK_COMMANDS } from '../topics';
import { WEBHOOK_EVENT_TYPES } from './event-types';
import { ENDPOINT_STATUSES, ReplayedWebhooks, WebhookDeliveryDetail, WebhookEndpoint } from './views';

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
const WithSecret = Type.Object({
  endpoint: WebhookEndpoint,
  encrypted_secret: Type.String({ description: 'base64' }),
});

/** Registers an endpoint. The same `endpoint_id` again answers the same endpoint and secret. */
export const createWebhookEndpoint = command({
  name: 'webhooks.create-endpoint',
  topic,
  key: byEndpoint,
  request: Type.Object({
    ...endpoint,
    label: Type.String(),
    url: Type.String(),
    event_types: Type.Array(Type.Enum(WEBHOOK_EVENT_TYPES)),
    reply_key,
  }),
  reply: WithSecret,
});

/** Removes an endpoint. When it is answered nothing more is sent to it. */
export const deleteWebhookEndpoint = command({
  name: 'webhooks.delete-endpoint',
  topic,
  key: byEndpoint,
  request: Type.Object(endpoint),
  reply: Type.Object({}),
});

/** Replaces the signing secret. The same `rotation_id` again answers the same secret. */
export const rotateWebhookSecret = command({
  name: 'webhooks.rotate-secret',
  topic,
  key: byEndpoint,
  request: Type.Object({ ...endpoint, rotation_id: Id, reply_key }),
  reply: WithSecret,
});

/** Stops or resumes sending to an endpoint. */
export const setWebhookEndpointStatus = command({
  name: 'webhooks.set-endpoint-status',
  topic,
  key: byEndpoint,
  request: Type.Object({ ...endpoint, status: Type.Enum(ENDPOINT_STATUSES), reason: Type.String() }),
  reply: WebhookEndpoint,
});

/** Sends an event that tells of no real alert. The same `event_id` again sends nothing more. */
export const sendTestWebhook = command({
  name: 'webhooks.send-test',
  topic,
  key: byEndpoint,
  request: Type.Object({ ...endpoint, event_id: Id, event_type: Type.Optional(Type.Enum(WEBHOOK_EVENT_TYPES)) }),
  reply: WebhookDeliveryDetail,
});

/** Sends one delivery again, at once, whatever became of it before. */
export const resendWebhook = command({
  name: 'webhooks.resend-delivery',
  topic,
  key: byEndpoint,
  request: Type.Object({ ...endpoint, delivery_id: Id }),
  reply: WebhookDeliveryDetail,
});

/** Sends again what has failed for good since a time; so many at most, oldest first. */
export const replayFailedWebhooks = command({
  name: 'webhooks.replay-failed',
  topic,
  key: byEndpoint,
  request: Type.Object({ ...endpoint, since: Timestamp, until: Type.Optional(Timestamp), limit: Type.Integer() }),
  reply: ReplayedWebhooks,
});
