import { Body, Delete, Get, Post, Query, UseGuards } from '@nestjs/common';
import type { ReplyOf } from '@probity/contracts/declaration/command';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
} from '@probity/contracts/webhooks/commands';
import { WebhookDelivery, WebhookEndpoint, WebhookEndpointWithSecret } from '@probity/contracts/webhooks/views';
import type { Actor } from '@probity/contracts/staff/officer';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { ReplyKey } from '@probity/platform/reply-encryption';
import { DeliveriesQuery } from '@probity/read-side/webhooks/deliveries.query';
import { publicDelivery, WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { ByKey } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { CreateWebhookBody } from './webhook.dto';
import { WithoutBody } from '../without-body.guard';

const UNSAFE_URL: DocumentedRefusal = {
  code: 'unsafe_url',
  message: 'url must start with https://',
  when: 'the url is not an allowed target; `message` says why',
};
const TOO_MANY: DocumentedRefusal = {
  code: 'too_many_webhooks',
  message:
    'the limit webhook_endpoints is 100, and the tenant has 100 now. No changes were made; delete an endpoint ' +
    'first, or ask an operator to raise it.',
  when: 'the tenant has the maximum number of webhooks',
};
const ROTATED_SINCE: DocumentedRefusal = {
  code: 'rotated_since',
  message:
    'the secret of webhook 019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6091 was rotated again in the meantime; rotate it once more',
  when: 'a later rotation was carried out first, and its secret applies',
};
const WEBHOOK_CHANGED: DocumentedRefusal = {
  code: 'webhook_changed',
  message:
    'the stored webhook 019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6091 is not what was created, or its secret cannot be opened. ' +
    'No changes were made; delete it, create a new one, and tell the operator.',
  when: 'the stored webhook was changed outside Probity, or the master key is another one',
};

@ApiController('Webhooks', 'tenants/:slug/webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: WebhookQueries,
    private readonly replyKey: ReplyKey,
  ) {}

  @Post()
  @ApiRoute({
    summary: 'Register a webhook endpoint; only this response contains its secret',
    description: 'Later alerts are sent to the endpoint, each signed with the secret.',
    data: WebhookEndpointWithSecret,
    secret: true,
    refusals: [UNSAFE_URL, TOO_MANY],
    outcomeUnknown: 'list the endpoints, delete the one that was created, and create it again',
  })
  async create(
    @TenantId() tenantId: string,
    @ByKey() by: Actor,
    @Body() { label, url, event_types }: CreateWebhookBody,
  ) {
    const request = {
      tenant_id: tenantId,
      endpoint_id: newId(),
      ...by,
      label,
      url,
      event_types,
      reply_key: await this.replyKey.publicPem(),
    };
    return this.withSecret(await this.commands.send(createWebhookEndpoint, request));
  }

  @Get()
  @ApiRoute({ summary: 'List the webhook endpoints, oldest first', list: WebhookEndpoint })
  list(@TenantId() tenantId: string, @Query() page: PageQuery) {
    return this.queries.endpoints(tenantId, page);
  }

  @Get(':endpointId')
  @ApiRoute({ summary: 'Read a webhook endpoint', data: WebhookEndpoint })
  read(@TenantId() tenantId: string, @Id('endpointId') endpointId: string) {
    return this.find(tenantId, endpointId);
  }

  @Get(':endpointId/deliveries')
  @ApiRoute({
    summary: 'List the deliveries to an endpoint, sent and waiting, newest first',
    list: WebhookDelivery,
  })
  async deliveries(
    @TenantId() tenantId: string,
    @Id('endpointId') endpointId: string,
    @Query() { limit, offset, ...filter }: DeliveriesQuery,
  ) {
    await this.find(tenantId, endpointId);
    return (await this.queries.deliveries(tenantId, endpointId, { limit, offset }, filter)).map(publicDelivery);
  }

  @Post(':endpointId/rotate-secret')
  @UseGuards(WithoutBody)
  @ApiRoute({
    summary: 'Replace the secret of an endpoint; only this response contains the new secret',
    description: 'The next attempt is signed with the new secret only. The request takes no body.',
    status: 200,
    data: WebhookEndpointWithSecret,
    secret: true,
    refusals: [ROTATED_SINCE, WEBHOOK_CHANGED],
    outcomeUnknown: 'rotate again',
  })
  async rotateSecret(@TenantId() tenantId: string, @ByKey() by: Actor, @Id('endpointId') endpointId: string) {
    await this.find(tenantId, endpointId);
    const request = {
      tenant_id: tenantId,
      endpoint_id: endpointId,
      ...by,
      rotation_id: newId(),
      reply_key: await this.replyKey.publicPem(),
    };
    return this.withSecret(await this.commands.send(rotateWebhookSecret, request));
  }

  @Delete(':endpointId')
  @ApiRoute({
    summary: 'Remove a webhook endpoint',
    description: 'Nothing more is sent to it; waiting deliveries and retries are cancelled.',
    status: 204,
    outcomeUnknown: 'delete again, where `not_found` says that it was done',
  })
  async remove(@TenantId() tenantId: string, @ByKey() by: Actor, @Id('endpointId') endpointId: string): Promise<void> {
    await this.find(tenantId, endpointId);
    const request = { tenant_id: tenantId, endpoint_id: endpointId, ...by };
    await this.commands.send(deleteWebhookEndpoint, request);
  }

  private async find(tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
    return found('webhook', endpointId, await this.queries.endpoint(tenantId, endpointId));
  }

  private async withSecret({
    endpoint,
    encrypted_secret,
  }: ReplyOf<typeof createWebhookEndpoint>): Promise<WebhookEndpointWithSecret> {
    return { endpoint, signing_secret: await this.replyKey.decrypt(encrypted_secret) };
  }
}
