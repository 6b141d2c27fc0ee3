import { Controller } from '@nestjs/common';
import {
  type SourceOf,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '@probity/contracts/webhooks/event-types';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnFact } from '@probity/messaging/handler-decorators';
import { AlertQueries } from '@probity/read-side/alerts/alert-queries';
import { FanOut } from './fan-out';
import { PAYLOADS } from './payloads';
import { webhookEvent } from './webhook-event';

/** Turns facts into deliveries. It has one method for each event type, which handles the facts of that type. */
@Controller()
export class WebhookFactsHandler {
  constructor(
    private readonly fanOut: FanOut,
    readonly alerts: AlertQueries,
  ) {}

  async take<Type extends WebhookEventType>(type: Type, fact: SourceOf<Type>, factId: string): Promise<void> {
    const content = await PAYLOADS[type](fact, this);
    const occurredAt = Reflect.get(fact, WEBHOOK_EVENTS[type].at) as string;
    await this.fanOut.take(webhookEvent(type, factId, fact.tenant_id, occurredAt, content));
  }
}

for (const type of WEBHOOK_EVENT_TYPES) {
  const method = {
    value(this: WebhookFactsHandler, fact: SourceOf<typeof type>, { id }: MessageContext): Promise<void> {
      return this.take(type, fact, id!);
    },
  };
  Object.defineProperty(WebhookFactsHandler.prototype, type, method);
  OnFact(WEBHOOK_EVENTS[type].source)(WebhookFactsHandler.prototype, type, method);
}
