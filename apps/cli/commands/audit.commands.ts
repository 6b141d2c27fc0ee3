import type { AuditEventView } from '@probity/contracts/audit/views';
import { AUDIT_SUBJECTS } from '@probity/contracts/audit/words';
import { group } from '../declaration/command';
import { list, longChange } from '../declaration/kinds';
import { once, optional } from '../declaration/options';
import type { Column } from '../output/table';
import { readCheckpointFile } from '../files/read-checkpoint-file';
import { auditProgress, auditVerificationReport } from './audit-verification-report';
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

const listCommand = list({
  usage: 'list',
  isDefault: true,
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

const verifyCommand = longChange({
  usage: 'verify',
  summary:
    'verify the audit trail against the events and the signed log of the notary; exit code 1 if it does not verify',
  example: '--checkpoint kept-outside.txt',
  path: 'tenants/{tenant}/audit/verification',
  options: {
    checkpoint: optional('--checkpoint <file>', 'a checkpoint of the tenant that was kept outside of Probity', once),
  },
  body: async ({ checkpoint }) =>
    checkpoint === undefined ? {} : { checkpoint: await readCheckpointFile(checkpoint) },
  progress: auditProgress,
  report: auditVerificationReport,
  failed: ({ verified }) => !verified,
});

export const addAuditCommands = group(
  'audit',
  'the audit trail: who did what, when and why; without a command, it is listed',
  '--tenant acme --actor institution --since 2026-03-01',
  [listCommand, verifyCommand],
);
