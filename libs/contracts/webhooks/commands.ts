import Type from 'typebox';
import { commandsOf } from '../declaration/command';
import { view } from '../declaration/view';
import { Id, Timestamp } from '../fields';
import { WEBHOOK_COMMANDS } from '../topics';
import { WEBHOOK_EVENT_TYPES } from './event-types';
import { ReplayedWebhooks, WebhookDeliveryDetail, WebhookEndpoint } from './views';
import { ENDPOINT_STATUSES } from './words';
import { actorName } from '../staff/officer';

const endpointCommand = commandsOf(WEBHOOK_COMMANDS, 'endpoint_id');
const endpoint = {
  tenant_id: Id,
  endpoint_id: Id,
  actor: Type.String({ description: '`staff:<account>` or `institution`' }),
  ...actorName,
};

/** A process of an earlier version sends none. */
const reason = Type.Optional(Type.String({ description: 'for the audit trail' }));

/**
 * A signing secret crosses the broker encrypted to a key that only the calling process has, so that readers of
 * the topics cannot sign.
 */
const reply_key = Type.String({
  description: 'public RSA key (SPKI, PEM) to encrypt the secret to, by RSA-OAEP SHA-256',
});
const WithSecret = view(
  'WebhookEndpointWithEncryptedSecret',
  Type.Object({ endpoint: WebhookEndpoint, encrypted_secret: Type.String({ description: 'base64' }) }),
);

/** Repeating an `endpoint_id` returns the same endpoint and secret. */
export const createWebhookEndpoint = endpointCommand({
  name: 'webhooks.create-endpoint',
  summary: 'Register an endpoint for webhooks.',
  request: Type.Object({
    ...endpoint,
    label: Type.String(),
    url: Type.String(),
    event_types: Type.Array(Type.Enum(WEBHOOK_EVENT_TYPES)),
    reply_key,
  }),
  reply: WithSecret,
});

export const deleteWebhookEndpoint = endpointCommand({
  name: 'webhooks.delete-endpoint',
  summary: 'Remove an endpoint. After the reply, Probity sends it nothing more.',
  request: Type.Object(endpoint),
  reply: Type.Object({}),
});

/** Repeating a `rotation_id` returns the same secret. */
export const rotateWebhookSecret = endpointCommand({
  name: 'webhooks.rotate-secret',
  summary: 'Replace the signing secret of an endpoint.',
  request: Type.Object({ ...endpoint, rotation_id: Id, reply_key }),
  reply: WithSecret,
});

export const setWebhookEndpointStatus = endpointCommand({
  name: 'webhooks.set-endpoint-status',
  summary: 'Stop or resume sending to an endpoint.',
  request: Type.Object({ ...endpoint, status: Type.Enum(ENDPOINT_STATUSES), reason: Type.String() }),
  reply: WebhookEndpoint,
  example: {
    request: { status: 'disabled' },
    reply: { status: 'disabled', status_reason: 'moved to another address' },
  },
});

/** Repeating an `event_id` sends nothing more. */
export const sendTestWebhook = endpointCommand({
  name: 'webhooks.send-test',
  summary: 'Send a test event, which concerns no real alert.',
  request: Type.Object({ ...endpoint, event_id: Id, event_type: Type.Optional(Type.Enum(WEBHOOK_EVENT_TYPES)) }),
  reply: WebhookDeliveryDetail,
});

/** Works for every outcome of the previous attempts. */
export const resendWebhook = endpointCommand({
  name: 'webhooks.resend-delivery',
  summary: 'Resend one delivery at once.',
  request: Type.Object({ ...endpoint, delivery_id: Id, reason }),
  reply: WebhookDeliveryDetail,
});

/** Sends `limit` deliveries at most, oldest first. */
export const replayFailedWebhooks = endpointCommand({
  name: 'webhooks.replay-failed',
  summary: 'Resend deliveries that have failed permanently since a time.',
  request: Type.Object({
    ...endpoint,
    since: Timestamp,
    until: Type.Optional(Timestamp),
    limit: Type.Integer(),
    reason,
  }),
  reply: ReplayedWebhooks,
});
