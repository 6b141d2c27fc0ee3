import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ReplyOf } from '@probity/contracts/declaration/command';
import { replayFailedWebhooks, sendTestWebhook, setWebhookEndpointStatus } from '@probity/contracts/webhooks/commands';
import type { WebhookDeliveryDetail, WebhookEndpoint } from '@probity/contracts/webhooks/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { newId } from '@probity/platform/ids';
import { WebhookQueries } from '@probity/read-side/webhooks/webhook-queries';
import { DecisionBody, staff } from '../staff/decision.dto';
import { Tenants } from '../tenants/tenants';
import { replayPeriod } from './replay-period';
import { DeliveriesQuery, ReplayBody, TestWebhookBody } from './webhook.dto';

/** How many deliveries one request sends again at most, so that it is answered in time. */
const MAX_REPLAYED = 1_000;

@Controller('tenants/:slug/webhooks')
@ApiTags('Webhooks')
@ApiBearerAuth()
export class WebhooksController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: WebhookQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiOperation({ summary: "List a tenant's webhook endpoints, oldest first" })
  async list(@Param('slug') slug: string, @Query() page: PageQuery): Promise<Envelope<WebhookEndpoint[]>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.queries.endpoints(tenant.id, page));
  }

  @Get(':endpointId')
  @ApiOperation({ summary: 'Read an endpoint: why it is disabled, and since when it has only failed' })
  async read(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
  ): Promise<Envelope<WebhookEndpoint>> {
    const tenant = await this.tenants.bySlug(slug);
    return ok(await this.existing(tenant.id, endpointId));
  }

  @Get(':endpointId/deliveries')
  @ApiOperation({ summary: 'List the deliveries to an endpoint with their attempts, newest first' })
  async deliveries(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Query() { limit, offset, status }: DeliveriesQuery,
  ): Promise<Envelope<WebhookDeliveryDetail[]>> {
    const tenant = await this.tenants.bySlug(slug);
    await this.existing(tenant.id, endpointId);
    return ok(await this.queries.deliveries(tenant.id, endpointId, { limit, offset }, { status }));
  }

  @Post(':endpointId/disable')
  @HttpCode(200)
  @ApiOperation({ summary: 'Stop sending to an endpoint' })
  disable(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Body() body: DecisionBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookEndpoint>> {
    return this.setStatus('disabled', slug, endpointId, body, traceparent);
  }

  @Post(':endpointId/enable')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send to a disabled endpoint again' })
  enable(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Body() body: DecisionBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookEndpoint>> {
    return this.setStatus('active', slug, endpointId, body, traceparent);
  }

  @Post(':endpointId/test')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send an event that tells of no real alert; answers its delivery, which has only begun' })
  async test(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Body() { event_type, officer }: TestWebhookBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<WebhookDeliveryDetail>> {
    const about = await this.about(slug, endpointId, officer);
    const request = { ...about, event_id: newId(), event_type: event_type ?? undefined };
    return ok(await this.commands.send(sendTestWebhook, request, traceparent));
  }

  @Post(':endpointId/replay')
  @HttpCode(200)
  @ApiOperation({
    summary: `Send again what has failed for good since a time, oldest first, ${MAX_REPLAYED} at most; ask again while there are more`,
  })
  async replay(
    @Param('slug') slug: string,
    @Param('endpointId', UuidPipe) endpointId: string,
    @Body() { since, until, officer }: ReplayBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<ReplyOf<typeof replayFailedWebhooks>>> {
    const period = replayPeriod(since, until, new Date());
    const request = { ...(await this.about(slug, endpointId, officer)), ...period, limit: MAX_REPLAYED };
    return ok(await this.commands.send(replayFailedWebhooks, request, traceparent));
  }

  private async setStatus(
    status: WebhookEndpoint['status'],
    slug: string,
    endpointId: string,
    { reason, officer }: DecisionBody,
    traceparent: string,
  ): Promise<Envelope<WebhookEndpoint>> {
    const request = { ...(await this.about(slug, endpointId, officer)), status, reason };
    return ok(await this.commands.send(setWebhookEndpointStatus, request, traceparent));
  }

  private async about(slug: string, endpointId: string, officer: string) {
    const tenant = await this.tenants.bySlug(slug);
    return { tenant_id: tenant.id, endpoint_id: endpointId, actor: staff(officer) };
  }

  private async existing(tenantId: string, endpointId: string): Promise<WebhookEndpoint> {
    const endpoint = await this.queries.endpoint(tenantId, endpointId);
    if (!endpoint) throw notFound('webhook', endpointId);
    return endpoint;
  }
}
