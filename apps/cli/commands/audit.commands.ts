import type { AuditEventView } from '@probity/contracts/audit/views';
import { list } from '../declaration/kinds';
import { optional } from '../declaration/options';
import type { Column } from '../output/table';

const COLUMNS: Column<AuditEventView>[] = [
  { title: 'AT', value: (row) => row.at },
  { title: 'ACTOR', value: (row) => row.actor },
  { title: 'ACTION', value: (row) => row.action },
  { title: 'SUBJECT', value: (row) => `${row.subject_type} ${row.subject_id}` },
  { title: 'REASON', value: (row) => row.reason },
];

export const addAuditCommand = list({
  usage: 'audit',
  summary: 'list who did what to whom, when and why; newest first',
  example: '--actor staff:j.smith --since 2026-03-01',
  path: 'tenants/{tenant}/audit',
  filters: {
    subject_type: optional('--subject-type <type>', 'only what was done to these: customer, alert, case, …'),
    subject_id: optional('--subject <id>', 'only what was done to this one'),
    actor: optional('--actor <actor>', 'only what was done by staff:<name>, institution or system'),
    action: optional('--action <action>', 'only this action, such as kyc.rejected'),
    since: optional('--since <time>', 'from this day or time on, such as 2026-03-01 or 2026-03-01T12:00:00Z'),
    until: optional('--until <time>', 'before this day or time'),
  },
  columns: COLUMNS,
  nothing: 'Nothing of the kind was recorded.',
});
