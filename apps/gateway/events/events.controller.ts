import { Controller, Get, Param, Query } from '@nestjs/common';
import { type IngestedEventView, PublicEventView } from '@probity/contracts/pipeline/views';
import { notFound } from '@probity/platform/errors';
import { ApiRoute, ApiTag } from '@probity/platform/http/documentation/api-route';
import { type Envelope, ok } from '@probity/platform/http/envelope';
import { UuidPipe } from '@probity/platform/http/uuid.pipe';
import { EventsQuery } from '@probity/read-side/pipeline/events.query';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiTag('Events')
@Controller('tenants/:slug/events')
export class EventsController {
  constructor(private readonly queries: EventQueries) {}

  @Get()
  @ApiRoute({ summary: 'List events, newest first', list: PublicEventView })
  async list(
    @TenantId() tenantId: string,
    @Query() { limit, offset, ...filter }: EventsQuery,
  ): Promise<Envelope<PublicEventView[]>> {
    const events = await this.queries.events(tenantId, { limit, offset }, filter);
    return ok(events.map(withoutError));
  }

  @Get(':eventId')
  @ApiRoute({ summary: 'Read an event and what became of it, with the evidence of each stage', data: PublicEventView })
  async read(
    @TenantId() tenantId: string,
    @Param('eventId', UuidPipe) eventId: string,
  ): Promise<Envelope<PublicEventView>> {
    const event = await this.queries.event(tenantId, eventId);
    if (!event) throw notFound('event', eventId);
    return ok(withoutError(event));
  }
}

/** Why processing failed is for whoever runs the system: it may name what is inside. */
const withoutError = ({ last_error: _error, ...event }: IngestedEventView): PublicEventView => event;
