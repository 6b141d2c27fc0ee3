import { Get, Query } from '@nestjs/common';
import {
  type IngestedEventSummary,
  type IngestedEventView,
  PublicEventSummary,
  PublicEventView,
} from '@probity/contracts/pipeline/views';
import { found } from '@probity/platform/errors';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { Id } from '@probity/platform/http/id.decorator';
import { EventsQuery } from '@probity/read-side/pipeline/events.query';
import { EventQueries } from '@probity/read-side/pipeline/event-queries';
import { TenantId } from '../auth/tenant.decorator';

@ApiController('Events', 'tenants/:slug/events')
export class EventsController {
  constructor(private readonly queries: EventQueries) {}

  @Get()
  @ApiRoute({ summary: 'List events, newest first', list: PublicEventSummary })
  async list(@TenantId() tenantId: string, @Query() { limit, offset, ...filter }: EventsQuery) {
    const events = await this.queries.events(tenantId, { limit, offset }, filter);
    return events.map((event) => withoutError(event) satisfies PublicEventSummary);
  }

  @Get(':eventId')
  @ApiRoute({ summary: 'Read an event, its outcome, and the evidence of each stage', data: PublicEventView })
  async read(@TenantId() tenantId: string, @Id('eventId') eventId: string) {
    const event = found('event', eventId, await this.queries.event(tenantId, eventId));
    return withoutError(event) satisfies PublicEventView;
  }
}

/** The cause of a failure is for operators: it may name internal systems. */
const withoutError = <E extends IngestedEventSummary | IngestedEventView>({
  last_error: _error,
  ...event
}: E): Omit<E, 'last_error'> => event;
