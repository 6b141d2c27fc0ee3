import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { IngestedEventView } from '@probity/contracts/pipeline/views';
import { notFound } from '@probity/platform/errors';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { TenantId } from '../auth/tenant.decorator';
import { ApiTenantRoute } from '../documentation/api-tenant-route';
import { EventsQuery, IngestedEvent } from './event-answers.dto';

@Controller('tenants/:slug/events')
export class EventsController {
  constructor(private readonly queries: EventQueries) {}

  @Get()
  @ApiOperation({ summary: 'List events, newest first' })
  @ApiTenantRoute({ tag: 'Events', list: IngestedEvent })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: EventsQuery,
  ): Promise<Envelope<IngestedEvent[]>> {
    const events = await this.queries.events(tenantId, { limit, offset }, filter);
    return ok(events.map(withoutError));
  }

  @Get(':eventId')
  @ApiOperation({ summary: 'Read an event and what became of it, with the evidence of each stage' })
  @ApiTenantRoute({ tag: 'Events', data: IngestedEvent, ids: ['eventId'] })
  async read(
    @TenantId() tenantId: string,
    @Param('eventId', UuidPipe) eventId: string,
  ): Promise<Envelope<IngestedEvent>> {
    const event = await this.queries.event(tenantId, eventId);
    if (!event) throw notFound('event', eventId);
    return ok(withoutError(event));
  }
}

/** Why processing failed is for whoever runs the system: it may name what is inside. */
const withoutError = ({ last_error: _error, ...event }: IngestedEventView): IngestedEvent => event;
