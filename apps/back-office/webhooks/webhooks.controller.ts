import { Body, Get, Post, Query } from '@nestjs/common';
import { replayFailedWebhooks, sendTestWebhook, setWebhookEndpointStatus } from '@probity/contracts/webhooks/commands';
import { ReplayedWebhooks, WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute, type DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Id } from '@probity/platform/http/id.decorator';
import { newId } from '@probity/platform/ids';
import { DeliveriesQuery } from '@probity/read-side/webhooks/deliveries.query';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { DecisionBody, staff } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { replayPeriod } from './replay-period';
import { ReplayBody, TestWebhookBody } from './webhook.dto';

/** The maximum number of deliveries that one request sends again, so that the response arrives in time. */
const MAX_REPLAYED = 1_000;
const WRONG_PERIOD: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'since must not be in the future, but it is 2030-01-01T00:00:00.000Z',
  when: 'since is in the future, or until is not later than since',
};

@ApiController('Webhooks', 'tenants/:slug/webhooks')
export class WebhooksController {
  constructor(
    private readonly queries: WebhookQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: "List a tenant's webhook endpoints, oldest first", list: WebhookEndpoint })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.endpoints(tenant.id, page);
  }

  @Get(':endpointId')
  @ApiRoute({
    summary: 'Read an endpoint: its status, the reason, and since when its deliveries fail',
    data: WebhookEndpoint,
  })
  read(@Tenant() tenant: TenantView, @Id('endpointId') endpointId: string) {
    return this.existing(tenant.id, endpointId);
  }

  @Get(':endpointId/deliveries')
  @ApiRoute({
    summary: 'List the deliveries to an endpoint with their attempts, newest first',
    list: WebhookDeliveryDetail,
  })
  async deliveries(
    @Tenant() tenant: TenantView,
    @Id('endpointId') endpointId: string,
    @Query() { limit, offset, ...filter }: DeliveriesQuery,
  ) {
    await this.existing(tenant.id, endpointId);
    return this.queries.deliveries(tenant.id, endpointId, { limit, offset }, filter);
  }

  @Post(':endpointId/disable')
  @ApiRoute({ summary: 'Stop sending to an endpoint', status: 200, data: WebhookEndpoint })
  disable(@Tenant() tenant: TenantView, @Id('endpointId') endpointId: string, @Body() body: DecisionBody) {
    return this.setStatus('disabled', tenant, endpointId, body);
  }

  @Post(':endpointId/enable')
  @ApiRoute({ summary: 'Send to a disabled endpoint again', status: 200, data: WebhookEndpoint })
  enable(@Tenant() tenant: TenantView, @Id('endpointId') endpointId: string, @Body() body: DecisionBody) {
    return this.setStatus('active', tenant, endpointId, body);
  }

  @Post(':endpointId/test')
  @ApiRoute({
    summary: 'Send a test event, which reports no real alert; returns its delivery, which is not finished yet',
    status: 200,
    data: WebhookDeliveryDetail,
    refusals: ['event_type_not_wanted', 'webhook_disabled'],
  })
  test(
    @Tenant() tenant: TenantView,
    @Id('endpointId') endpointId: string,
    @Body() { event_type, officer }: TestWebhookBody,
  ) {
    const request = { ...about(tenant, endpointId, officer), event_id: newId(), event_type: event_type ?? undefined };
    return this.commands.send(sendTestWebhook, request);
  }

  @Post(':endpointId/replay')
  @ApiRoute({
    summary: `Send deliveries that failed since a time again, oldest first, ${MAX_REPLAYED} at most; repeat the request while \`more\` is true`,
    status: 200,
    data: ReplayedWebhooks,
    refusals: ['webhook_disabled', WRONG_PERIOD],
  })
  replay(
    @Tenant() tenant: TenantView,
    @Id('endpointId') endpointId: string,
    @Body() { since, until, officer }: ReplayBody,
  ) {
    const period = replayPeriod(since, until, new Date());
    const request = { ...about(tenant, endpointId, officer), ...period, limit: MAX_REPLAYED };
    return this.commands.send(replayFailedWebhooks, request);
  }

  private setStatus(
    status: WebhookEndpoint['status'],
    tenant: TenantView,
    endpointId: string,
    { reason, officer }: DecisionBody,
  ) {
    return this.commands.send(setWebhookEndpointStatus, { ...about(tenant, endpointId, officer), status, reason });
  }

  private async existing(tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
    return found('webhook', endpointId, await this.queries.endpoint(tenantId, endpointId));
  }
}

/** The common part of the commands about an endpoint. */
const about = (tenant: TenantView, endpoint_id: string, officer: string) => ({
  tenant_id: tenant.id,
  endpoint_id,
  actor: staff(officer),
});
