import { setTimeout as delay } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@probity/contracts/declaration/command';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpointStatus,
} from '@probity/contracts/webhooks/commands';
import type { WebhookEndpoint } from '@probity/contracts/webhooks/views';
import type { MessageContext } from '@probity/messaging/command-call';
import { OnCommand } from '@probity/messaging/handler-decorators';
import { TimeSource } from '@probity/platform/time-source';
import { found } from '@probity/platform/errors';
import { encryptReply } from '@probity/platform/reply-encryption';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { Dispatcher } from '../delivery/dispatcher';
import { Targets } from '@probity/targets/targets';
import type { EndpointRequest } from './endpoint-audit';
import { Endpoints } from './endpoints';

/**
 * How long a deletion waits for attempts in progress. Other instances check for deleted endpoints several times a
 * second, but an instance that died never ends its attempts.
 */
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

/** Handles commands about endpoints. */
@Controller()
export class EndpointsHandler {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly queries: WebhookQueries,
    private readonly targets: Targets,
    private readonly dispatcher: Dispatcher,
    private readonly time: TimeSource,
  ) {}

  @OnCommand(createWebhookEndpoint)
  async create(request: RequestOf<typeof createWebhookEndpoint>) {
    const known = await this.queries.endpoint(request.tenant_id, request.endpoint_id);
    const url = known?.url ?? (await this.targets.check(request.url));
    const secret = await this.endpoints.create({ ...request, url }, this.time.now());
    return { endpoint: await this.read(request), encrypted_secret: encryptReply(request.reply_key, secret) };
  }

  @OnCommand(rotateWebhookSecret)
  async rotate(request: RequestOf<typeof rotateWebhookSecret>) {
    const secret = await this.endpoints.rotate(request, request.rotation_id, this.time.now());
    return { endpoint: await this.read(request), encrypted_secret: encryptReply(request.reply_key, secret) };
  }

  @OnCommand(setWebhookEndpointStatus)
  async setStatus(request: RequestOf<typeof setWebhookEndpointStatus>, { operationId }: MessageContext) {
    await this.endpoints.setStatus({ ...request, operationId }, request.status, request.reason, this.time.now());
    if (request.status === 'active') this.dispatcher.forgetFailures(request.endpoint_id);
    return this.read(request);
  }

  /** Returns after the attempts in progress have ended, here and in other instances, but after 3 s at the latest. */
  @OnCommand(deleteWebhookEndpoint)
  async delete(request: RequestOf<typeof deleteWebhookEndpoint>) {
    const { endpoint_id } = request;
    await this.endpoints.delete(request, this.time.now());
    this.dispatcher.abort(endpoint_id);
    const giveUpAt = performance.now() + PATIENCE_MS;
    while ((await this.endpoints.isUnderWay(endpoint_id, this.time.now())) && performance.now() < giveUpAt) {
      await delay(LOOK_MS);
    }
    return {};
  }

  /** @throws Refusal `not_found` when the endpoint was deleted meanwhile */
  private async read({ tenant_id, endpoint_id }: EndpointRequest): Promise<WebhookEndpoint> {
    return found('webhook', endpoint_id, await this.queries.endpoint(tenant_id, endpoint_id));
  }
}
