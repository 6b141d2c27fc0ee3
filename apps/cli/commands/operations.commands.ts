import type { DeadLetter, OperationsView, TenantBacklog } from '@probity/contracts/operations/views';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, required } from '../declaration/options';
import { report, section } from '../output/report';
import { type Column, facts, indentedTable } from '../output/table';

type Service = OperationsView['services'][number];

const stateOf = ({ is_ready, is_silent }: Service): string => (is_silent ? 'SILENT' : is_ready ? 'ready' : 'NOT READY');

const missingOf = ({ dependencies }: Service): string | null =>
  Object.entries(dependencies)
    .filter(([, status]) => status !== 'ok')
    .map(([name]) => name)
    .join(', ') || null;

function stateReport({ services, followers, inbox, webhooks, dead_letters }: OperationsView): string {
  return report(
    section(
      'Services',
      indentedTable(services, [
        { title: 'SERVICE', value: (row) => row.service },
        { title: 'STATE', value: stateOf },
        { title: 'UNAVAILABLE', value: missingOf },
        { title: 'SEEN', value: (row) => row.seen_at },
        { title: 'INSTANCE', value: (row) => row.instance },
      ]),
    ),
    section(
      'Followers of the event store',
      indentedTable(followers, [
        { title: 'FOLLOWER', value: (row) => row.name },
        { title: 'EVENTS BEHIND', value: (row) => row.behind },
        { title: 'SAVED', value: (row) => row.saved_at },
      ]),
    ),
    section(
      'Queues',
      facts([
        ['pending events', inbox.pending],
        ['oldest pending event', `${Math.round(inbox.oldest_pending_seconds)} s`],
        ['events without their customer', inbox.unresolved],
        ['dead events', inbox.dead],
        ['due deliveries', webhooks.due],
        ['oldest due delivery', `${Math.round(webhooks.oldest_due_seconds)} s`],
        ['dead letters', dead_letters],
      ]),
    ),
  );
}

const DEAD_LETTERS: Column<DeadLetter>[] = [
  { title: 'AT', value: (row) => row.at },
  { title: 'SERVICE', value: (row) => row.service },
  { title: 'STATE', value: (row) => row.state },
  { title: 'KIND', value: (row) => row.kind },
  { title: 'TYPE', value: (row) => row.type },
  { title: 'ATTEMPTS', value: (row) => row.attempts },
  { title: 'MESSAGE', value: (row) => row.message },
];

const TENANTS: Column<TenantBacklog>[] = [
  { title: 'SLUG', value: (row) => row.slug },
  { title: 'PENDING', value: (row) => row.pending },
  { title: 'UNRESOLVED', value: (row) => row.unresolved },
  { title: 'DEAD', value: (row) => row.dead },
  { title: 'OPEN NOTICES', value: (row) => row.open_notices },
  { title: 'NAME', value: (row) => row.name },
];

export const addOperationsCommands = group('operations', 'the state of the services and of their queues', 'status', [
  show({
    usage: 'status',
    summary: 'show which services run, how far their followers are, and what waits or failed',
    path: 'operations',
    report: (state: OperationsView) => stateReport(state),
  }),
  list({
    usage: 'dead-letters',
    summary: 'list the commands and facts that a service could not handle',
    path: 'operations/dead-letters',
    columns: DEAD_LETTERS,
    nothing: 'Every command and every fact was handled.',
  }),
  change({
    usage: 'rerun-letter <message>',
    summary: 'have the service handle a fact again that it could not handle',
    example: 'customer-0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a11@3 --service pipeline --reason "the cause is repaired"',
    path: 'operations/dead-letters/rerun',
    options: { service: required('--service <name>', 'the service that could not handle it'), ...DECISION },
    body: ({ message, service, reason }) => ({ service, message, reason }),
    report: ({ service, message }: DeadLetter) => `${service} handles ${message} again; until then it stays listed.`,
  }),
  list({
    usage: 'tenants',
    summary: 'list all tenants with the number of events that wait or failed; counts end at 1,000',
    path: 'operations/tenants',
    columns: TENANTS,
    nothing: 'There are no tenants.',
  }),
]);
