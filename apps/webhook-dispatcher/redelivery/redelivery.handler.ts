import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import { replayFailedWebhooks, resendWebhook, sendTestWebhook } from '@probity/contracts/webhooks/commands';
import type { WebhookDeliveryDetail } from '@probity/contracts/webhooks/views';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { found, invalid } from '@probity/platform/errors';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Dispatcher } from '../delivery/dispatcher';
import { testEvent } from '../fan-out/webhook-event';
import { TimeSource } from '@probity/platform/time-source';
import { Redelivery } from './redelivery';

@Controller()
export class RedeliveryHandler {
  constructor(
    private readonly redelivery: Redelivery,
    private readonly queries: WebhookQueries,
    private readonly dispatcher: Dispatcher,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(sendTestWebhook)
  async test(request: RequestOf<typeof sendTestWebhook>, { operationId }: MessageContext) {
    const { tenant_id, endpoint_id, event_id } = request;
    const endpoint = found('webhook', endpoint_id, await this.queries.endpoint(tenant_id, endpoint_id));
    const type = request.event_type ?? endpoint.event_types[0]!;
    if (!endpoint.event_types.includes(type)) {
      const wanted = endpoint.event_types.join(', ');
      throw invalid('event_type_not_wanted', `webhook ${endpoint_id} does not receive ${type}; it receives ${wanted}`);
    }
    const now = this.time.now();
    const deliveryId = await this.redelivery.test(
      { ...request, operationId },
      testEvent(type, event_id, tenant_id, now),
      now,
    );
    return this.sendNow(tenant_id, deliveryId);
  }

  @OnCommand(resendWebhook)
  async resend(request: RequestOf<typeof resendWebhook>, { operationId }: MessageContext) {
    await this.redelivery.resend({ ...request, operationId }, request.delivery_id, this.time.now());
    return this.sendNow(request.tenant_id, request.delivery_id);
  }

  @OnCommand(replayFailedWebhooks)
  async replay(request: RequestOf<typeof replayFailedWebhooks>, { operationId }: MessageContext) {
    const now = this.time.now();
    const [since, until] = [new Date(request.since), request.until ? new Date(request.until) : now];
    const replayed = await this.redelivery.replay({ ...request, operationId }, since, until, request.limit, now);
    this.dispatcher.forgetFailures(request.endpoint_id);
    return { replayed, more: replayed === request.limit };
  }

  private async sendNow(tenantId: string, deliveryId: string): Promise<WebhookDeliveryDetail> {
    const delivery = found('delivery', deliveryId, await this.queries.delivery(tenantId, deliveryId));
    this.dispatcher.forgetFailures(delivery.endpoint_id);
    return delivery;
  }
}
