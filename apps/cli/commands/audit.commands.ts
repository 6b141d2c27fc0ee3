import type { AuditEventView } from '@probity/contracts/audit/views';
import { list } from '../declaration/kinds';
import { optional } from '../declaration/options';
import type { Column } from '../output/table';

interface StageSetting {
  mode: string;
  provider: { plugin: string; fallback: string } | null;
}
/** As the audit entry of a change of settings has it. */
interface StageChange {
  stage: string;
  before: StageSetting;
  after: StageSetting;
}

/** The stages that a change of settings gave to something else; null for other actions. */
function changedStages({ data }: AuditEventView): string | null {
  if (!Array.isArray(data.stages)) return null;
  const changes = (data.stages as StageChange[]).map(
    ({ stage, before, after }) => `${stage}: ${settingText(before)} -> ${settingText(after)}`,
  );
  return changes.join('; ') || null;
}

const settingText = ({ mode, provider }: StageSetting): string =>
  mode === 'plugin' && provider ? `plugin ${provider.plugin} (fallback ${provider.fallback})` : mode;

export const COLUMNS: Column<AuditEventView>[] = [
  { title: 'AT', value: (row) => row.at },
  { title: 'ACTOR', value: (row) => row.actor },
  { title: 'ACTION', value: (row) => row.action },
  { title: 'SUBJECT', value: (row) => `${row.subject_type} ${row.subject_id}` },
  { title: 'CHANGE', value: changedStages },
  { title: 'REASON', value: (row) => row.reason },
];

export const addAuditCommand = list({
  usage: 'audit',
  summary: 'list the audit trail: actor, action, subject, time and reason; newest first',
  example: '--actor staff:j.smith --since 2026-03-01',
  path: 'tenants/{tenant}/audit',
  filters: {
    subject_type: optional('--subject-type <type>', 'only actions on subjects of this type: customer, alert, case, …'),
    subject_id: optional('--subject <id>', 'only actions on the subject with this id'),
    actor: optional(
      '--actor <actor>',
      'only actions of this actor: staff:<name>, provider:<plugin>, institution or system',
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
