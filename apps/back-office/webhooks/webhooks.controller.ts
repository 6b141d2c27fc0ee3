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
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { replayPeriod } from './replay-period';
import { ReplayBody, TestWebhookBody } from './webhook.dto';
import { actorOf, By, type Officer } from '../auth/staff-caller';

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
  @ApiRoute({
    summary: "List a tenant's webhook endpoints, oldest first",
    permission: 'read_webhooks',
    list: WebhookEndpoint,
  })
  list(@Tenant() tenant: TenantView, @Query() page: PageQuery) {
    return this.queries.endpoints(tenant.id, page);
  }

  @Get(':endpointId')
  @ApiRoute({
    summary: 'Read an endpoint: its status, the reason, and since when its deliveries fail',
    permission: 'read_webhooks',
    data: WebhookEndpoint,
  })
  read(@Tenant() tenant: TenantView, @Id('endpointId') endpointId: string) {
    return this.existing(tenant.id, endpointId);
  }

  @Get(':endpointId/deliveries')
  @ApiRoute({
    summary: 'List the deliveries to an endpoint with their attempts, newest first',
    permission: 'read_webhooks',
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
  @ApiRoute({
    summary: 'Stop sending to an endpoint',
    permission: 'configure_tenant',
    status: 200,
    data: WebhookEndpoint,
  })
  disable(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('endpointId') endpointId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.setStatus('disabled', about(tenant, endpointId, by), reason);
  }

  @Post(':endpointId/enable')
  @ApiRoute({
    summary: 'Send to a disabled endpoint again',
    permission: 'configure_tenant',
    status: 200,
    data: WebhookEndpoint,
  })
  enable(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('endpointId') endpointId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.setStatus('active', about(tenant, endpointId, by), reason);
  }

  @Post(':endpointId/test')
  @ApiRoute({
    summary: 'Send a test event, which reports no real alert; returns its delivery, which is not finished yet',
    permission: 'configure_tenant',
    status: 200,
    data: WebhookDeliveryDetail,
    refusals: ['event_type_not_wanted', 'webhook_disabled'],
  })
  test(
    @Tenant() tenant: TenantView,
    @Id('endpointId') endpointId: string,
    @By() by: Officer,
    @Body() { event_type }: TestWebhookBody,
  ) {
    const request = { ...about(tenant, endpointId, by), event_id: newId(), event_type: event_type ?? undefined };
    return this.commands.send(sendTestWebhook, request);
  }

  @Post(':endpointId/replay')
  @ApiRoute({
    summary: `Send deliveries that failed since a time again, oldest first, ${MAX_REPLAYED} at most; repeat the request while \`more\` is true`,
    permission: 'configure_tenant',
    status: 200,
    data: ReplayedWebhooks,
    refusals: ['webhook_disabled', WRONG_PERIOD],
  })
  replay(
    @Tenant() tenant: TenantView,
    @Id('endpointId') endpointId: string,
    @By() by: Officer,
    @Body() { since, until, reason }: ReplayBody,
  ) {
    const period = replayPeriod(since, until, new Date());
    const request = { ...about(tenant, endpointId, by), ...period, limit: MAX_REPLAYED, reason };
    return this.commands.send(replayFailedWebhooks, request);
  }

  private setStatus(status: WebhookEndpoint['status'], endpoint: ReturnType<typeof about>, reason: string) {
    return this.commands.send(setWebhookEndpointStatus, { ...endpoint, status, reason });
  }

  private async existing(tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
    return found('webhook', endpointId, await this.queries.endpoint(tenantId, endpointId));
  }
}

/** The common part of the commands about an endpoint. */
const about = (tenant: TenantView, endpoint_id: string, by: Officer) => ({
  tenant_id: tenant.id,
  endpoint_id,
  ...actorOf(by),
});
