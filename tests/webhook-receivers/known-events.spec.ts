import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SchemaCheck from 'typebox/schema';
import { exampleOf } from '@probity/contracts/declaration/example';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  webhookBody,
  type WebhookData,
  type WebhookEventType,
} from '@probity/contracts/webhooks/event-types';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import { verifyWebhook } from '@probity/webhook-verification/verify-webhook';
import {
  isKnownEvent,
  WEBHOOK_EVENT_TYPES as KNOWN_TYPES,
  type WebhookEventData,
} from '@probity/webhook-verification/webhook-event';
import { SECRET } from './deliveries';

/** Does not compile if receivers read other event data than the contract declares. */
const asReceiversReadIt = (data: { [Type in WebhookEventType]: WebhookData<Type> }): WebhookEventData => data;

function verified(body: object) {
  const text = JSON.stringify(body);
  return verifyWebhook(text, signWebhook(text, SECRET, Math.floor(Date.now() / 1000)), SECRET);
}

describe('the receiver library', () => {
  it('knows every declared event type, in the same order', () => {
    expect(KNOWN_TYPES).toEqual(WEBHOOK_EVENT_TYPES);
    const examples = Object.fromEntries(
      WEBHOOK_EVENT_TYPES.map((type) => [type, exampleOf(WEBHOOK_EVENTS[type].data)]),
    );
    expect(Object.keys(asReceiversReadIt(examples as Parameters<typeof asReceiversReadIt>[0]))).toEqual(KNOWN_TYPES);
  });

  it.each(WEBHOOK_EVENT_TYPES)('requires every field of %s', (type) => {
    const { schema, example } = webhookBody(type);
    expect(SchemaCheck.Errors(schema as object, example)).toEqual([true, []]);
    const event = verified(example);
    expect([event, isKnownEvent(event)]).toEqual([example, true]);
    for (const field of Object.keys(example.data)) {
      const without = { ...example, data: { ...example.data, [field]: undefined } };
      expect(() => verified(without)).toThrow(`field data.${field} is not`);
    }
  });

  it.each(WEBHOOK_EVENT_TYPES)('accepts a test event of the type %s', (type) => {
    const { schema, example } = webhookBody(type);
    const event = { ...example, data: WEBHOOK_EVENTS[type].test(() => example.event_id) };
    expect(SchemaCheck.Errors(schema as object, event)).toEqual([true, []]);
    expect(isKnownEvent(verified(event))).toBe(true);
  });

  it('has documentation with one table row per event type', () => {
    const document = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'receive-webhooks.md'), 'utf8');
    const rows = [...document.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\|/gm)].map(([, name]) => name);
    expect(rows).toEqual(WEBHOOK_EVENT_TYPES);
  });
});
