import type { EventStatus, EventType } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalUuid } from '@probity/platform/http/fields/uuid';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of ingested events. */
export class EventsQuery extends PageQuery {
  @OptionalChoice(EVENT_STATUSES, { description: '`dead` ones failed again and again; staff can run them again' })
  status?: EventStatus;

  @OptionalUuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' })
  customer_id?: string;

  @OptionalChoice(EVENT_TYPES)
  event_type?: EventType;
}
