import Type from 'typebox';
import { view } from '@probity/contracts/declaration/view';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  webhookBody,
  webhookBodyName,
  type WebhookEventType,
} from '@probity/contracts/webhooks/event-types';
import type { WebhooksDescription } from '@probity/platform/http/documentation/open-api-document';

const SIGNATURE = `t=1795167000,v1=${'5257a869e7ecebed'.repeat(4)}`;

function operation(type: WebhookEventType): object {
  const { example } = webhookBody(type);
  return {
    operationId: `Webhooks_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    summary: WEBHOOK_EVENTS[type].when,
    description:
      'Sent at least once to every active endpoint that has the event in its `event_types`. The request has no API key: ' +
      'verify the signature over the bytes of the body before you read anything from them.',
    security: [],
    parameters: [
      header('X-Service-Event', 'the `event` of the body', { type: 'string', enum: [type] }, type),
      header('X-Service-Event-ID', 'the `event_id` of the body', { type: 'string', format: 'uuid' }, example.event_id),
      header(
        'X-Service-Delivery-ID',
        'differs for every attempt',
        { type: 'string', format: 'uuid' },
        '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6094',
      ),
      header(
        'X-Service-Signature',
        '`t` is the time of signing in Unix seconds; `v1` is the hex HMAC-SHA-256 of `<t>.<body as received>`, keyed ' +
          'with the whole signing secret. Compare in constant time, and refuse a `t` of more than 5 minutes ago',
        { type: 'string', pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$' },
        SIGNATURE,
      ),
    ],
    requestBody: {
      required: true,
      description: '`Content-Type` is `application/json`; the encoding is UTF-8',
      content: { 'application/json': { schema: { $ref: referenceTo(type) }, example } },
    },
    responses: {
      '2XX': { description: 'received; the event is not sent again' },
      '410': { description: 'the receiver is gone permanently; the endpoint is disabled' },
      default: {
        description:
          'not received, for example because there was no response within 15 s; redirects are not followed. The delivery is ' +
          'retried at most seven times within little more than a day; `Retry-After` is honoured within limits',
      },
    },
  };
}

const referenceTo = (type: WebhookEventType): string => `#/components/schemas/${webhookBodyName(type)}`;

const header = (name: string, description: string, schema: object, example: string) =>
  ({ name, in: 'header', required: true, description, schema, example }) as const;

/** The body of any webhook. */
const WebhookEvent = view(
  'WebhookEvent',
  Type.Unsafe({
    oneOf: WEBHOOK_EVENT_TYPES.map((type) => webhookBody(type).schema),
    discriminator: {
      propertyName: 'event',
      mapping: Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, referenceTo(type)])),
    },
  }),
);

/** The deliveries to institutions' endpoints, for the API document. */
export const WEBHOOKS: WebhooksDescription = {
  described: Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: operation(type) }])),
  schemas: [WebhookEvent],
};
