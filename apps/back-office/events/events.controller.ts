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
import { ReasonBody } from '../staff/decision.dto';
import { Tenant } from '../tenants/tenant.decorator';
import { By, type Officer } from '../auth/staff-caller';

@ApiController('Events', 'tenants/:slug/events')
export class EventsController {
  constructor(
    private readonly queries: EventQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiRoute({ summary: 'List the events that a tenant sent', permission: 'read_customers', list: IngestedEventSummary })
  list(@Tenant() tenant: TenantView, @Query() { limit, offset, ...filter }: EventsQuery) {
    return this.queries.events(tenant.id, { limit, offset }, filter);
  }

  @Get(':eventId')
  @ApiRoute({
    summary: 'Read an event, its status and the result of each pipeline stage',
    permission: 'read_customers',
    data: IngestedEventView,
  })
  async read(@Tenant() tenant: TenantView, @Id('eventId') eventId: string) {
    return found('event', eventId, await this.queries.event(tenant.id, eventId));
  }

  @Post(':eventId/rerun')
  @ApiRoute({
    summary: 'Process a dead event again',
    permission: 'operate_pipeline',
    status: 200,
    data: IngestedEventView,
    refusals: ['event_not_dead'],
  })
  rerun(
    @Tenant() tenant: TenantView,
    @By() by: Officer,
    @Id('eventId') eventId: string,
    @Body() { reason }: ReasonBody,
  ) {
    return this.commands.send(rerunEvent, { tenant_id: tenant.id, event_id: eventId, ...by, reason });
  }
}
