import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { setWebhookEndpointStatus } from '@probity/contracts/webhooks/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Dispatcher } from '../delivery/dispatcher';
import { TimeSource } from '@probity/platform/time-source';
import { Endpoints } from './endpoints';

@Controller()
export class SetEndpointStatusHandler {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly queries: WebhookQueries,
    private readonly dispatcher: Dispatcher,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(setWebhookEndpointStatus)
  async handle(request: RequestOf<typeof setWebhookEndpointStatus>): Promise<ReplyOf<typeof setWebhookEndpointStatus>> {
    const { tenant_id, endpoint_id, status, reason } = request;
    await this.endpoints.setStatus(request, status, reason, this.time.now());
    if (status === 'active') this.dispatcher.forgetFailures(endpoint_id);
    const endpoint = await this.queries.endpoint(tenant_id, endpoint_id);
    if (!endpoint) throw notFound('webhook', endpoint_id);
    return endpoint;
  }
}
