import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { createWebhookEndpoint } from '@probity/contracts/webhooks/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { encryptReply } from '@probity/platform/reply-encryption';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Targets } from '../targets/targets';
import { TimeSource } from '@probity/platform/time-source';
import { Endpoints } from './endpoints';

@Controller()
export class CreateEndpointHandler {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly queries: WebhookQueries,
    private readonly targets: Targets,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(createWebhookEndpoint)
  async handle(request: RequestOf<typeof createWebhookEndpoint>): Promise<ReplyOf<typeof createWebhookEndpoint>> {
    const { tenant_id, endpoint_id, reply_key } = request;
    const known = await this.queries.endpoint(tenant_id, endpoint_id);
    const url = known?.url ?? (await this.targets.check(request.url));
    const secret = await this.endpoints.create({ ...request, url }, this.time.now());
    const endpoint = await this.queries.endpoint(tenant_id, endpoint_id);
    if (!endpoint) throw notFound('webhook', endpoint_id);
    return { endpoint, encrypted_secret: encryptReply(reply_key, secret) };
  }
}
