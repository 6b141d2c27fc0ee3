import { type Command, Option } from 'commander';
import type { EventStatus, EventType, IngestedEventView } from '@probity/contracts/pipeline/views';
import { EVENT_STATUSES, EVENT_TYPES } from '@probity/contracts/pipeline/words';
import { apiPath } from '../connection/api-path';
import { listUpTo, moreText } from '../connection/list-up-to';
import { group, subcommand } from '../help';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type DecisionOptions, officerOf, withDecision } from './decision-options';
import { EVENT_COLUMNS, eventReport } from './event-report';
import { type LimitOption, withLimit } from './limit-option';
import { type TenantOption, withTenant } from './tenant-option';

const ID = '0199d5a0-0000-7000-8000-000000000000';

interface EventFilterOptions extends TenantOption, LimitOption {
  status?: EventStatus;
  type?: EventType;
  customer?: string;
}

export function addEventCommands(program: Command, surroundings: Surroundings): void {
  const events = group(
    program,
    'events',
    'the events that institutions have sent, and what became of them',
    'events list --tenant bank --status dead',
  );

  const list = subcommand(
    events,
    'list',
    'list events, newest first; dead ones failed again and again',
    'events list --tenant bank --status dead',
  )
    .addOption(new Option('--status <status>', 'only events that stand there').choices(EVENT_STATUSES))
    .addOption(new Option('--type <type>', 'only events of this type').choices(EVENT_TYPES))
    .option('--customer <id>', 'only events of this customer');
  withLimit(withTenant(list)).action(async (options: EventFilterOptions, command: Command) => {
    const { tenant, limit, status, type, customer } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const filter = { status, event_type: type, customer_id: customer };
    const found = await listUpTo<IngestedEventView>(backOffice, apiPath('tenants', tenant, 'events'), filter, limit);
    answer(found, table(found.items, EVENT_COLUMNS, `Tenant ${tenant} has no such events.`) + moreText(found));
  });

  const show = subcommand(
    events,
    'show <event-id>',
    'show an event, where it stands, and what each stage of the pipeline found',
    `events show --tenant bank ${ID}`,
  );
  withTenant(show).action(async (eventId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const event = await backOffice.get<IngestedEventView>(apiPath('tenants', tenant, 'events', eventId));
    answer(event, eventReport(event));
  });

  const rerun = subcommand(
    events,
    'rerun <event-id>',
    'run a dead event again',
    `events rerun --tenant bank ${ID} --reason "the rates are set now"`,
  );
  withDecision(withTenant(rerun)).action(
    async (eventId: string, options: TenantOption & DecisionOptions, command: Command) => {
      const { backOffice, answer } = openSession(command, surroundings);
      const body = { reason: options.reason, officer: officerOf(options) };
      const path = apiPath('tenants', options.tenant, 'events', eventId, 'rerun');
      const event = await backOffice.post<IngestedEventView>(path, body);
      answer(event, `Event ${event.event_id} runs again; it is ${event.status} now.`);
    },
  );
}
