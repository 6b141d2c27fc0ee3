import type { NoticeView } from '@probity/contracts/notices/views';
import { NOTICE_KINDS, NOTICE_STATUSES } from '@probity/contracts/notices/words';
import { group } from '../declaration/command';
import { change, list } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import type { Column } from '../output/table';

const COLUMNS: Column<NoticeView>[] = [
  { title: 'NOTICE', value: (row) => row.id },
  { title: 'RAISED', value: (row) => row.raised_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'TENANTS', value: (row) => (row.tenant_id === null ? 'all' : 'this') },
  { title: 'SUBJECT', value: (row) => `${row.kind} ${row.subject}` },
  { title: 'MESSAGE', value: (row) => row.message },
];

const FILTERS = {
  status: optional('--status <status>', 'only notices with this status', NOTICE_STATUSES),
  kind: optional('--kind <kind>', 'only notices of this kind', NOTICE_KINDS),
};

const SETTLE = {
  example: '--reason "the provider has repaired its service"',
  options: DECISION,
  report: ({ id, kind, subject, settled_by }: NoticeView) =>
    `Notice ${id} (${kind} ${subject}) is settled by ${settled_by}. It opens again when its cause is seen again.`,
};

export const addNoticeCommands = group(
  'notices',
  'messages to staff about Probity itself, such as a stage that runs with its fallback',
  'list --tenant acme',
  [
    list({
      usage: 'list',
      summary: 'list the notices of a tenant and the notices about all tenants, newest first',
      example: '--status open',
      path: 'tenants/{tenant}/notices',
      filters: FILTERS,
      columns: COLUMNS,
      nothing: 'Tenant {tenant} has no such notices.',
    }),
    change({
      usage: 'settle <notice-id>',
      summary: 'settle a notice of a tenant, with a reason',
      path: 'tenants/{tenant}/notices/{notice-id}/settle',
      ...SETTLE,
    }),
    list({
      usage: 'list-platform',
      summary: 'list only the notices that concern all tenants, newest first',
      example: '--status open',
      path: 'notices',
      filters: FILTERS,
      columns: COLUMNS,
      nothing: 'There are no such notices.',
    }),
    change({
      usage: 'settle-platform <notice-id>',
      summary: 'settle a notice that concerns all tenants, with a reason',
      path: 'notices/{notice-id}/settle',
      ...SETTLE,
    }),
  ],
);
