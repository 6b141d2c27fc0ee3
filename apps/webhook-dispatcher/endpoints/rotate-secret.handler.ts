import { Controller } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@probity/contracts/declaration/command';
import { rotateWebhookSecret } from '@probity/contracts/webhooks/commands';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { notFound } from '@probity/platform/errors';
import { encryptReply } from '@probity/platform/reply-encryption';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { TimeSource } from '@probity/platform/time-source';
import { Endpoints } from './endpoints';

@Controller()
export class RotateSecretHandler {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly queries: WebhookQueries,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(rotateWebhookSecret)
  async handle(request: RequestOf<typeof rotateWebhookSecret>): Promise<ReplyOf<typeof rotateWebhookSecret>> {
    const { tenant_id, endpoint_id, rotation_id, reply_key } = request;
    const secret = await this.endpoints.rotate(request, rotation_id, this.time.now());
    const endpoint = await this.queries.endpoint(tenant_id, endpoint_id);
    if (!endpoint) throw notFound('webhook', endpoint_id);
    return { endpoint, encrypted_secret: encryptReply(reply_key, secret) };
  }
}
