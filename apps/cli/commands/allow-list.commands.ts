import type { AllowListEntry } from '@probity/contracts/allow-list/views';
import { ALLOW_LIST_STATUSES } from '@probity/contracts/allow-list/words';
import { group } from '../declaration/command';
import { change, list, show } from '../declaration/kinds';
import { DECISION, optional, required } from '../declaration/options';
import { report } from '../output/report';
import { type Columns, facts } from '../output/table';

const ALERT = '0199d5a0-0000-7000-8000-000000000000';

const COLUMNS: Columns<AllowListEntry> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'UNTIL', value: (row) => row.until },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'COUNTERPARTY', value: (row) => row.counterparty },
  { title: 'NOT', value: (row) => row.matched_name },
  { title: 'LIST', value: (row) => `${row.list}:${row.entry_id}` },
  { title: 'ADDED BY', value: (row) => row.added_by },
];

const entryReport = (entry: AllowListEntry): string =>
  report(
    `Allow-list entry ${entry.id}`,
    facts([
      ['status', entry.status],
      ['customer', entry.customer_id],
      ['counterparty', entry.counterparty],
      ['is not', entry.matched_name],
      ['list entry', `${entry.entry_id} of ${entry.list}`],
      ['alert', entry.alert_id],
      ['until', entry.until],
      ['added', entry.added_at],
      ['by', entry.added_by],
      ['reason', entry.reason],
      ['ended', entry.ended_at],
      ['ended by', entry.ended_by],
      ['why it ended', entry.end_reason],
    ]),
  );

export const addAllowListCommands = group(
  'allow-list',
  'counterparties of customers that are not the list entry which they match',
  'list --tenant acme --status active',
  [
    list({
      usage: 'list',
      summary: 'list the entries, newest first',
      path: 'tenants/{tenant}/allow-list',
      filters: {
        status: optional('--status <status>', 'only entries with this status', ALLOW_LIST_STATUSES),
        customer_id: optional('--customer <id>', 'only entries of this customer'),
        alert_id: optional('--alert <id>', 'only the entry of this alert'),
      },
      columns: COLUMNS,
      nothing: 'Tenant {tenant} has no such entries on its allow-list.',
    }),
    show({
      usage: 'show <entry-id>',
      summary: 'show an entry with its reason',
      path: 'tenants/{tenant}/allow-list/{entry-id}',
      report: entryReport,
    }),
    change({
      usage: 'add',
      summary: 'allow the counterparty of an alert: the same match raises no alert for the customer',
      example: `--alert ${ALERT} --until 2027-06-30 --reason "another company, by its registration number"`,
      path: 'tenants/{tenant}/allow-list',
      options: {
        alert_id: required('--alert <id>', 'the alert about the match of the counterparty'),
        until: required('--until <time>', 'a day or a time, at most 366 days ahead'),
        ...DECISION,
      },
      report: ({ id, counterparty, matched_name, until }: AllowListEntry) =>
        `Entry ${id}: ${counterparty} is not ${matched_name}. It ends at ${until}.`,
    }),
    change({
      usage: 'end <entry-id>',
      summary: 'end an entry before its time; the next match raises a new alert',
      example: '--reason "the company has another owner"',
      path: 'tenants/{tenant}/allow-list/{entry-id}/end',
      options: DECISION,
      report: ({ id, ended_at }: AllowListEntry) => `Entry ${id} ended at ${ended_at}.`,
    }),
  ],
);
