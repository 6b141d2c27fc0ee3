import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { rerunEvent } from '@probity/contracts/pipeline/commands';
import { IngestedEventView } from '@probity/contracts/pipeline/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { EventsQuery } from '@probity/read-side/pipeline/events.query';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { DecisionBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';

@ApiTag('Events')
@Controller('tenants/:slug/events')
export class EventsController {
  constructor(
    private readonly queries: EventQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: 'List the events that a tenant has sent', list: IngestedEventView })
  async list(@Tenant() tenant: TenantView, @Query() query: EventsQuery): Promise<Envelope<IngestedEventView[]>> {
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.events(tenant.id, { limit, offset }, filter));
  }

  @Get(':eventId')
  @ApiRoute({
    summary: 'Read an event, where it stands, and what each stage of the pipeline found',
    data: IngestedEventView,
  })
  async read(
    @Tenant() tenant: TenantView,
    @Param('eventId', UuidPipe) eventId: string,
  ): Promise<Envelope<IngestedEventView>> {
    const event = await this.queries.event(tenant.id, eventId);
    if (!event) throw notFound('event', eventId);
    return ok(event);
  }

  @Post(':eventId/rerun')
  @ApiRoute({ summary: 'Run an event again that failed again and again', status: 200, data: IngestedEventView })
  async rerun(
    @Tenant() tenant: TenantView,
    @Param('eventId', UuidPipe) eventId: string,
    @Body() { reason, officer }: DecisionBody,
  ): Promise<Envelope<IngestedEventView>> {
    const request = { tenant_id: tenant.id, event_id: eventId, officer, reason };
    return ok(await this.commands.send(rerunEvent, request));
  }
}
