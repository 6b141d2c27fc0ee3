import type { AuditEventView } from '@probity/contracts/audit/views';
import { AUDIT_SUBJECTS } from '@probity/contracts/audit/words';
import { list } from '../declaration/kinds';
import { optional } from '../declaration/options';
import type { Column } from '../output/table';
import { changeText } from './audit-change';

const actorOf = ({ actor, actor_name, actor_type }: AuditEventView): string =>
  actor_type === 'institution' && actor_name !== null ? `API key "${actor_name}"` : (actor_name ?? actor);

const COLUMNS: Column<AuditEventView>[] = [
  { title: 'AT', value: (row) => row.at },
  { title: 'ACTOR', value: actorOf },
  { title: 'ACTION', value: (row) => row.action },
  { title: 'SUBJECT', value: (row) => `${row.subject_type} ${row.subject_id}` },
  { title: 'CHANGE', value: changeText },
  { title: 'REASON', value: (row) => row.reason },
];

export const addAuditCommand = list({
  usage: 'audit',
  summary: 'list the audit trail: actor, action, subject, time and reason; newest first',
  example: '--actor institution --since 2026-03-01',
  path: 'tenants/{tenant}/audit',
  filters: {
    subject_type: optional('--subject-type <type>', 'only actions on subjects of this type', AUDIT_SUBJECTS),
    subject_id: optional('--subject <id>', 'only actions on the subject with this id'),
    actor: optional(
      '--actor <actor>',
      'only actions of this actor: staff:<account>, provider:<plugin>, institution:<API key>; or of staff, provider, institution, system',
    ),
    action: optional('--action <action>', 'only this action, such as kyc.rejected'),
    since: optional(
      '--since <time>',
      'only actions at or after this day or time, such as 2026-03-01 or 2026-03-01T12:00:00Z',
    ),
    until: optional('--until <time>', 'only actions before this day or time'),
  },
  columns: COLUMNS,
  nothing: 'The audit trail has no such actions.',
});
