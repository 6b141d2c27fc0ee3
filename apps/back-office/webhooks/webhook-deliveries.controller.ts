import { Body, Get, Post } from '@nestjs/common';
import { resendWebhook } from '@probity/contracts/webhooks/commands';
import { WebhookDeliveryDetail } from '@probity/contracts/webhooks/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { actorOf, By, type Officer } from '../auth/staff-caller';

@ApiController('Webhooks', 'tenants/:slug/webhook-deliveries')
export class WebhookDeliveriesController {
  constructor(
    private readonly queries: WebhookQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get(':deliveryId')
  @ApiRoute({
    summary: 'Read a delivery with its attempts, also when its endpoint was deleted',
    permission: 'read_webhooks',
    data: WebhookDeliveryDetail,
  })
  read(@Tenant() tenant: TenantView, @Id('deliveryId') deliveryId: string) {
    return this.existing(tenant.id, deliveryId);
  }

  @Post(':deliveryId/resend')
  @ApiRoute({
    summary: 'Send a delivery again now, whatever its status',
    permission: 'configure_tenant',
    status: 200,
    data: WebhookDeliveryDetail,
    refusals: ['webhook_disabled', 'under_way'],
  })
  async resend(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('deliveryId') deliveryId: string,
    @Body() { reason }: ReasonBody,
  ) {
    const { endpoint_id } = await this.existing(tenant.id, deliveryId);
    const request = { tenant_id: tenant.id, endpoint_id, delivery_id: deliveryId, ...actorOf(by), reason };
    return this.commands.send(resendWebhook, request);
  }

  private async existing(tenantId: string, deliveryId: string): Promise<WebhookDeliveryDetail> {
    return found('delivery', deliveryId, await this.queries.delivery(tenantId, deliveryId));
  }
}
