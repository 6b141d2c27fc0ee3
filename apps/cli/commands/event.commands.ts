import type { IngestedEventView } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { EVENT_COLUMNS, eventReport } from './event-report';

export const addEventCommands = group(
  'events',
  'the events that institutions sent, and their processing',
  'list --tenant acme --status dead',
  [
    list({
      usage: 'list',
      summary: 'list events, newest first; a dead event has used up all attempts',
      example: '--status dead',
      path: 'tenants/{tenant}/events',
      filters: {
        status: optional('--status <status>', 'only events with this status', EVENT_STATUSES),
        event_type: optional('--type <type>', 'only events of this type', EVENT_TYPES),
        customer_id: optional('--customer <id>', 'only events of this customer'),
      },
      columns: EVENT_COLUMNS,
      nothing: 'Tenant {tenant} has no such events.',
    }),
    show({
      usage: 'show <event-id>',
      summary: 'show an event, its status and the result of each pipeline stage',
      path: 'tenants/{tenant}/events/{event-id}',
      report: eventReport,
    }),
    change({
      usage: 'rerun <event-id>',
      summary: 'process a dead event again',
      example: '--reason "the rates are set now"',
      path: 'tenants/{tenant}/events/{event-id}/rerun',
      options: DECISION,
      report: ({ event_id, status }: IngestedEventView) =>
        `Event ${event_id} is processed again; its status is ${status}.`,
    }),
  ],
);
