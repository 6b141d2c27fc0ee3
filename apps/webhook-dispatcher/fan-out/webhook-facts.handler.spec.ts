import SchemaCheck from 'typebox/schema';
import { exampleOf } from '@probity/contracts/declaration/example';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, webhookBody } from '@probity/contracts/webhooks/event-types';
import type { MessageContext } from '@probity/messaging/command-call';
import type { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import type { FanOut } from './fan-out';
import type { WebhookEvent } from './webhook-event';
import { WebhookFactsHandler } from './webhook-facts.handler';

const EXAMPLE = exampleOf(WEBHOOK_EVENTS['alert.created'].data);

/** A handler whose read side has the given alert, or none yet, and the events that the handler has fanned out. */
function handling(alert?: object) {
  const taken: WebhookEvent[] = [];
  const fanOut = { take: async (event: WebhookEvent) => void taken.push(event) };
  const alerts = { alert: async () => alert };
  return { taken, handler: new WebhookFactsHandler(fanOut as unknown as FanOut, alerts as unknown as AlertQueries) };
}

/** Calls the handler's method for the facts of this event type, as the transport does. */
function follow(handler: WebhookFactsHandler, type: string, fact: object): Promise<void> {
  const methods = handler as unknown as Record<string, (fact: object, context: MessageContext) => Promise<void>>;
  return methods[type]!(fact, { id: 'f' });
}

describe('the fan-out of facts', () => {
  it.each(WEBHOOK_EVENT_TYPES)('derives %s from its fact, with its declared fields', async (type) => {
    const { source, at, data } = WEBHOOK_EVENTS[type];
    const { taken, handler } = handling({ ...EXAMPLE, status: 'resolved', evidence: {} });
    await follow(handler, type, source.example);
    const [{ body, ...event }] = taken as [WebhookEvent];
    const { tenant_id, [at]: occurred_at } = source.example as Record<string, unknown>;
    expect(event).toEqual({ event_id: 'f', tenant_id, event_type: type });
    const sent = JSON.parse(body) as { data: object };
    expect(sent).toMatchObject({ event: type, event_id: 'f', tenant_id, occurred_at });
    expect(Object.keys(sent.data)).toEqual(Object.keys(data.properties));
    expect(SchemaCheck.Errors(data as object, sent.data)).toEqual([true, []]);
    expect(Object.keys(sent)).toEqual(Object.keys(webhookBody(type).example));
  });

  it.each([
    ['cannot be read yet', undefined],
    ['is open on the read side', { ...EXAMPLE, status: 'open' }],
  ])('waits while the alert of the decision %s', async (_why, alert) => {
    const { taken, handler } = handling(alert);
    const { example } = WEBHOOK_EVENTS['alert.resolved'].source;
    await expect(follow(handler, 'alert.resolved', example)).rejects.toMatchObject({ code: 'unavailable' });
    expect(taken).toEqual([]);
  });
});
