import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { resendWebhook } from '@probity/contracts/webhooks/commands';
import type { WebhookDeliveryDetail } from '@probity/contracts/webhooks/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { staff } from '../staff/decision.dto';
import { Tenants } from '../tenants/tenants';
import { ResendBody } from './webhook.dto';

@Controller('tenants/:slug/webhook-deliveries')
@ApiTags('Webhooks')
@ApiBearerAuth()
export class WebhookDeliveriesController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: WebhookQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get(':deliveryId')
  @ApiOperation({ summary: 'Read a delivery with its attempts, also one to an endpoint that was deleted' })
  async read(
    @Param('slug') slug: string,
    @Param('deliveryId', UuidPipe) deliveryId: string,
  ): Promise<Envelope<WebhookDeliveryDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.existing(tenant.id, deliveryId));
  }

  @Post(':deliveryId/resend')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send a delivery again, at once, whatever became of it before' })
  async resend(
    @Param('slug') slug: string,
    @Param('deliveryId', UuidPipe) deliveryId: string,
    @Body() { officer }: ResendBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookDeliveryDetail>> {
    const tenant = await this.tenants.bySlug(slug);
    const { endpoint_id } = await this.existing(tenant.id, deliveryId);
    const request = { tenant_id: tenant.id, endpoint_id, delivery_id: deliveryId, actor: staff(officer) };
    return ok(await this.commands.send(resendWebhook, request, traceparent));
  }

  private async existing(tenantId: string, deliveryId: string): Promise<WebhookDeliveryDetail> {
    const delivery = await this.queries.delivery(tenantId, deliveryId);
    if (!delivery) throw notFound('delivery', deliveryId);
    return delivery;
  }
}
