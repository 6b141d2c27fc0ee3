import type { Command } from 'commander';
import type { AuditEventView } from '@probity/contracts/audit/views';
import { apiPath } from '../connection/api-path';
import { listUpTo, moreText } from '../connection/list-up-to';
import { subcommand } from '../help';
import { type Column, table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { type LimitOption, withLimit } from './limit-option';
import { type TenantOption, withTenant } from './tenant-option';

const COLUMNS: Column<AuditEventView>[] = [
  { title: 'AT', value: (row) => row.at },
  { title: 'ACTOR', value: (row) => row.actor },
  { title: 'ACTION', value: (row) => row.action },
  { title: 'SUBJECT', value: (row) => `${row.subject_type} ${row.subject_id}` },
  { title: 'REASON', value: (row) => row.reason ?? '-' },
];

interface AuditOptions extends TenantOption, LimitOption {
  subjectType?: string;
  subject?: string;
  actor?: string;
  action?: string;
  since?: string;
  until?: string;
}

export function addAuditCommand(program: Command, surroundings: Surroundings): void {
  const audit = subcommand(
    program,
    'audit',
    'list who did what to whom, when and why; newest first',
    'audit --tenant bank --actor staff:j.smith --since 2026-03-01',
  )
    .option('--subject-type <type>', 'only what was done to these: customer, alert, case, …')
    .option('--subject <id>', 'only what was done to this one')
    .option('--actor <actor>', 'only what was done by staff:<name>, institution or system')
    .option('--action <action>', 'only this action, such as kyc.rejected')
    .option('--since <time>', 'from this day or time on, such as 2026-03-01 or 2026-03-01T12:00:00Z')
    .option('--until <time>', 'before this day or time');
  withLimit(withTenant(audit)).action(async (options: AuditOptions, command: Command) => {
    const { tenant, limit, subjectType, subject, actor, action, since, until } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const filter = { subject_type: subjectType, subject_id: subject, actor, action, since, until };
    const found = await listUpTo<AuditEventView>(backOffice, apiPath('tenants', tenant, 'audit'), filter, limit);
    answer(found, table(found.items, COLUMNS, 'Nothing of the kind was recorded.') + moreText(found));
  });
}
