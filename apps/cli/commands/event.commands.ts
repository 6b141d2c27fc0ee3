import type { IngestedEventView } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { EVENT_COLUMNS, eventReport } from './event-report';

export const addEventCommands = group(
  'events',
  'the events that institutions have sent, and what became of them',
  'list --tenant bank --status dead',
  [
    list({
      usage: 'list',
      summary: 'list events, newest first; dead ones failed again and again',
      example: '--status dead',
      path: 'tenants/{tenant}/events',
      filters: {
        status: optional('--status <status>', 'only events that stand there', EVENT_STATUSES),
        event_type: optional('--type <type>', 'only events of this type', EVENT_TYPES),
        customer_id: optional('--customer <id>', 'only events of this customer'),
      },
      columns: EVENT_COLUMNS,
      nothing: 'Tenant {tenant} has no such events.',
    }),
    show({
      usage: 'show <event-id>',
      summary: 'show an event, where it stands, and what each stage of the pipeline found',
      path: 'tenants/{tenant}/events/{event-id}',
      report: eventReport,
    }),
    change({
      usage: 'rerun <event-id>',
      summary: 'run a dead event again',
      example: '--reason "the rates are set now"',
      path: 'tenants/{tenant}/events/{event-id}/rerun',
      options: DECISION,
      report: ({ event_id, status }: IngestedEventView) => `Event ${event_id} runs again; it is ${status} now.`,
    }),
  ],
);
