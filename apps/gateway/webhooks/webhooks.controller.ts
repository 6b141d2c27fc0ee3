import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ReplyOf } from '@probity/contracts/declaration/command';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
} from '@probity/contracts/webhooks/commands';
import type {
  WebhookDelivery as WebhookDeliveryView,
  WebhookEndpoint as WebhookEndpointView,
} from '@probity/contracts/webhooks/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { ApiWebhooks } from '@probity/platform/http/openapi';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { ReplyKey } from '@probity/platform/reply-encryption';
import { publicDelivery, WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { INSTITUTION } from '../actor';
import { TenantId } from '../auth/tenant.decorator';
import { NoStore } from '../caching/no-store';
import { ApiTenantRoute, type DocumentedRefusal } from '../documentation/api-tenant-route';
import { WEBHOOKS } from './webhook-event.document';
import {
  CreateWebhookBody,
  DeliveriesQuery,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './webhook.dto';
import { WithoutBody } from './without-body.guard';

const TAG = 'Webhooks';
const IDS = ['endpointId'];

const UNSAFE_URL: DocumentedRefusal = {
  code: 'unsafe_url',
  message: 'url must start with https://',
  when: 'nothing may be sent to the url; `message` says why',
};
const TOO_MANY: DocumentedRefusal = {
  code: 'too_many_webhooks',
  message: 'a tenant may have 100 webhooks; delete one first',
  when: 'the tenant has as many as it may',
};
const ROTATED_SINCE: DocumentedRefusal = {
  code: 'rotated_since',
  message: 'the secret of webhook 019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6091 was rotated again since; rotate it once more',
  when: 'another rotation that was asked for later came first, and its secret stands',
};

@Controller('tenants/:slug/webhooks')
@ApiWebhooks(WEBHOOKS)
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: WebhookQueries,
    private readonly replyKey: ReplyKey,
  ) {}

  @Post()
  @NoStore()
  @ApiOperation({
    summary: 'Register an endpoint for webhooks; this answer is the only time that its secret is seen',
    description: 'Alerts from now on are sent to it, each signed with the secret.',
  })
  @ApiTenantRoute({
    tag: TAG,
    body: CreateWebhookBody,
    status: 201,
    data: WebhookEndpointWithSecret,
    refusals: [UNSAFE_URL, TOO_MANY],
    outcomeUnknown: 'list, delete what you find, create again',
  })
  async create(
    @TenantId() tenantId: string,
    @Body() { label, url, event_types }: CreateWebhookBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookEndpointWithSecret>> {
    const request = {
      tenant_id: tenantId,
      endpoint_id: newId(),
      actor: INSTITUTION,
      label,
      url,
      event_types,
      reply_key: await this.replyKey.publicPem(),
    };
    return ok(await this.withSecret(await this.commands.send(createWebhookEndpoint, request, traceparent)));
  }

  @Get()
  @ApiOperation({ summary: 'List the endpoints for webhooks, oldest first' })
  @ApiTenantRoute({ tag: TAG, list: WebhookEndpoint })
  async list(@TenantId() tenantId: string, @Query() page: PageQuery): Promise<Envelope<WebhookEndpointView[]>> {
    return ok(await this.queries.endpoints(tenantId, page));
  }

  @Get(':endpointId')
  @ApiOperation({ summary: 'Read an endpoint for webhooks' })
  @ApiTenantRoute({ tag: TAG, data: WebhookEndpoint, ids: IDS })
  async read(
    @TenantId() tenantId: string,
    @Param('endpointId', UuidPipe) endpointId: string,
  ): Promise<Envelope<WebhookEndpointView>> {
    return ok(await this.find(tenantId, endpointId));
  }

  @Get(':endpointId/deliveries')
  @ApiOperation({ summary: 'List what was sent to an endpoint and what waits to be sent, newest first' })
  @ApiTenantRoute({ tag: TAG, list: WebhookDelivery, ids: IDS })
  async deliveries(
    @TenantId() tenantId: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Query() { limit, offset, ...filter }: DeliveriesQuery,
  ): Promise<Envelope<WebhookDeliveryView[]>> {
    await this.find(tenantId, endpointId);
    return ok((await this.queries.deliveries(tenantId, endpointId, { limit, offset }, filter)).map(publicDelivery));
  }

  @Post(':endpointId/rotate-secret')
  @HttpCode(200)
  @NoStore()
  @UseGuards(WithoutBody)
  @ApiOperation({
    summary: 'Replace the secret of an endpoint; this answer is the only time that the new one is seen',
    description: 'The next attempt is signed with the new secret and no longer with the old one. It takes no body.',
  })
  @ApiTenantRoute({
    tag: TAG,
    data: WebhookEndpointWithSecret,
    ids: IDS,
    refusals: [ROTATED_SINCE],
    outcomeUnknown: 'rotate again',
  })
  async rotateSecret(
    @TenantId() tenantId: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookEndpointWithSecret>> {
    await this.find(tenantId, endpointId);
    const request = {
      tenant_id: tenantId,
      endpoint_id: endpointId,
      actor: INSTITUTION,
      rotation_id: newId(),
      reply_key: await this.replyKey.publicPem(),
    };
    return ok(await this.withSecret(await this.commands.send(rotateWebhookSecret, request, traceparent)));
  }

  @Delete(':endpointId')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove an endpoint for webhooks',
    description: 'Nothing more is sent to it, whatever was queued or about to be tried again.',
  })
  @ApiTenantRoute({
    tag: TAG,
    status: 204,
    empty: true,
    ids: IDS,
    outcomeUnknown: 'delete again, where `not_found` says that it was done',
  })
  async remove(
    @TenantId() tenantId: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Traceparent() traceparent: string,
  ): Promise<void> {
    await this.find(tenantId, endpointId);
    const request = { tenant_id: tenantId, endpoint_id: endpointId, actor: INSTITUTION };
    await this.commands.send(deleteWebhookEndpoint, request, traceparent);
  }

  private async find(tenantId: string, endpointId: string): Promise<WebhookEndpointView> {
    const endpoint = await this.queries.endpoint(tenantId, endpointId);
    if (!endpoint) throw notFound('webhook', endpointId);
    return endpoint;
  }

  private async withSecret({
    endpoint,
    encrypted_secret,
  }: ReplyOf<typeof createWebhookEndpoint>): Promise<WebhookEndpointWithSecret> {
    return { endpoint, signing_secret: await this.replyKey.decrypt(encrypted_secret) };
  }
}
