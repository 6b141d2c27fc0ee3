import { Body, Get, Post, Query } from '@nestjs/common';
import { rerunEvent } from '@probity/contracts/pipeline/commands';
import { IngestedEventSummary, IngestedEventView } from '@probity/contracts/pipeline/views';
import { CommandBus } from '@probity/messaging/command-bus';
import { found } from '@probity/platform/errors';
import type { TenantView } from '@probity/contracts/tenants/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { EventsQuery } from '@probity/read-side/pipeline/events.query';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { DecisionBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';

@ApiController('Events', 'tenants/:slug/events')
export class EventsController {
  constructor(
    private readonly queries: EventQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: 'List the events that a tenant sent', list: IngestedEventSummary })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: EventsQuery) {
    return this.queries.events(tenant.id, { limit, offset }, filter);
  }

  @Get(':eventId')
  @ApiRoute({
    summary: 'Read an event, its status and the result of each pipeline stage',
    data: IngestedEventView,
  })
  async read(@Tenant() tenant: TenantView, @Id('eventId') eventId: string) {
    return found('event', eventId, await this.queries.event(tenant.id, eventId));
  }

  @Post(':eventId/rerun')
  @ApiRoute({
    summary: 'Process a dead event again',
    status: 200,
    data: IngestedEventView,
    refusals: ['event_not_dead'],
  })
  rerun(@Tenant() tenant: TenantView, @Id('eventId') eventId: string, @Body() { reason, officer }: DecisionBody) {
    return this.commands.send(rerunEvent, { tenant_id: tenant.id, event_id: eventId, officer, reason });
  }
}
