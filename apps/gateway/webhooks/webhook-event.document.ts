import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@probity/contracts/webhooks/event-types';
import type { WebhooksDescription } from '@probity/platform/http/documentation/open-api-document';
import type { WebhookEvent } from './webhook-event.dto';

const WHEN: Record<WebhookEventType, string> = {
  'alert.created': 'An alert was raised',
  'alert.resolved': 'An officer resolved an alert',
  'alert.dismissed': 'An officer dismissed an alert as a false positive',
};
const EVENT_ID = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6093';
const SIGNATURE = `t=1795167000,v1=${'5257a869e7ecebed'.repeat(4)}`;

function operation(type: WebhookEventType): object {
  return {
    operationId: `Webhooks_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    summary: WHEN[type],
    description:
      'Sent to every active endpoint that has the event among its `event_types`, at least once. There is no API key ' +
      'in it: verify the signature over the bytes of the body before anything is read from them.',
    security: [],
    parameters: [
      header('X-Service-Event', 'the `event` of the body', { type: 'string', enum: [type] }, type),
      header('X-Service-Event-ID', 'the `event_id` of the body', { type: 'string', format: 'uuid' }, EVENT_ID),
      header(
        'X-Service-Delivery-ID',
        'of this attempt: every attempt has another',
        { type: 'string', format: 'uuid' },
        '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6094',
      ),
      header(
        'X-Service-Signature',
        '`t` is the time of signing in unix seconds; `v1` is the hex HMAC-SHA-256 of `<t>.<body as it came>`, keyed ' +
          'with the whole signing secret. Compare in constant time, and refuse a `t` of more than 5 minutes ago',
        { type: 'string', pattern: '^t=[0-9]+,v1=[0-9a-f]{64}$' },
        SIGNATURE,
      ),
    ],
    requestBody: {
      required: true,
      description: '`Content-Type` is `application/json`; the encoding is UTF-8',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' }, example: example(type) },
      },
    },
    responses: {
      '2XX': { description: 'received; it is not sent again' },
      '410': { description: 'the receiver is gone for good: the endpoint is disabled' },
      default: {
        description:
          'not received, as when there is no answer within 15 s; redirects are not followed. It is tried again, ' +
          'seven times at most over somewhat more than a day; `Retry-After` is honoured within bounds',
      },
    },
  };
}

const header = (name: string, description: string, schema: object, example: string) =>
  ({ name, in: 'header', required: true, description, schema, example }) as const;

const example = (event: WebhookEventType): WebhookEvent => ({
  event,
  event_id: EVENT_ID,
  tenant_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070',
  occurred_at: '2026-11-20T09:30:00.000Z',
  data: {
    id: '6ba7b810-9dad-51d1-80b4-00c04fd430c8',
    customer_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081',
    alert_type: 'sanctions_match',
    severity: 'critical',
    title: 'Possible sanctions match: customer "Jane Doe" is like "DOE, Jane" on ofac-sdn',
    trigger_ref: 'ofac-sdn:12345',
    metadata: { source: 'native', list: 'ofac-sdn' },
  },
});

/** What is sent to the endpoints of institutions, for the API document. */
export const WEBHOOK_EVENTS: WebhooksDescription = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [type, { post: operation(type) }]),
);
