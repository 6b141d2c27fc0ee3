import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { rerunEvent } from '@probity/contracts/pipeline/commands';
import type { EventStatus, EventType, IngestedEventView } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { CommandBus } from '@probity/messaging/command-bus';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { PageQuery } from '@probity/platform/http/page.dto';
import { Traceparent } from '@probity/platform/http/traceparent.decorator';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { DecisionBody } from '../staff/decision.dto';
import { Tenants } from '../tenants/tenants';

export class EventsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: EVENT_STATUSES, description: '`dead` ones failed again and again and can be run again' })
  @IsOptional()
  @IsIn(EVENT_STATUSES)
  status?: EventStatus;

  @ApiPropertyOptional({ format: 'uuid' })
  @IsOptional()
  @IsUUID()
  customer_id?: string;

  @ApiPropertyOptional({ enum: EVENT_TYPES })
  @IsOptional()
  @IsIn(EVENT_TYPES)
  event_type?: EventType;
}

@Controller('tenants/:slug/events')
@ApiTags('Events')
@ApiBearerAuth()
export class EventsController {
  constructor(
    private readonly tenants: Tenants,
    private readonly queries: EventQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the events that a tenant has sent' })
  async list(@Param('slug') slug: string, @Query() query: EventsQuery): Promise<Envelope<IngestedEventView[]>> {
    const tenant = await this.tenants.bySlug(slug);
    const { limit, offset, ...filter } = query;
    return ok(await this.queries.events(tenant.id, { limit, offset }, filter));
  }

  @Get(':eventId')
  @ApiOperation({ summary: 'Read an event, where it stands, and what each stage of the pipeline found' })
  async read(
    @Param('slug') slug: string,
    @Param('eventId', UuidPipe) eventId: string,
  ): Promise<Envelope<IngestedEventView>> {
    const tenant = await this.tenants.bySlug(slug);
    const event = await this.queries.event(tenant.id, eventId);
    if (!event) throw notFound('event', eventId);
    return ok(event);
  }

  @Post(':eventId/rerun')
  @HttpCode(200)
  @ApiOperation({ summary: 'Run an event again that failed again and again' })
  async rerun(
    @Param('slug') slug: string,
    @Param('eventId', UuidPipe) eventId: string,
    @Body() { reason, officer }: DecisionBody,
    @Traceparent() traceparent: string,
  ): Promise<Envelope<IngestedEventView>> {
    const tenant = await this.tenants.bySlug(slug);
    const request = { tenant_id: tenant.id, event_id: eventId, officer, reason };
    return ok(await this.commands.send(rerunEvent, request, traceparent));
  }
}
