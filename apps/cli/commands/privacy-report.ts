import type { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import type { PersonalDataEntry, PrivacyStatus, RewriteProgress } from '@probity/contracts/erasure/privacy-views';
import { count } from '../output/count';
import { type Columns, facts, table } from '../output/table';

export const ERASURE_COLUMNS: Columns<CustomerErasure> = [
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'RELATIONSHIP ENDED', value: (row) => row.relationship_ended_on },
  { title: 'RETAINED UNTIL', value: (row) => row.retained_until },
  { title: 'ERASED', value: (row) => row.erased_at },
];

const customers = (number: number): string => count(number, 'customer', 'customers');

export const retentionProgress = ({ looked_at, erased }: RetentionProgress): string =>
  `looked at ${customers(looked_at)}, erased ${erased.toLocaleString('en-US')}`;

export function retentionReport(run: RetentionProgress): string {
  const { dry_run, retained, erased, kept, first_erased, first_kept } = run;
  const done = dry_run ? `A run would erase ${customers(erased)}` : `Erased ${customers(erased)}`;
  return [
    `${done}; the retention of ${customers(retained)} is not over.`,
    ...(first_erased.length > 0 ? [first_erased.map((id) => `  ${id}`).join('\n')] : []),
    ...(kept > 0
      ? [`Kept ${customers(kept)}:\n${facts(first_kept.map(({ customer_id, message }) => [customer_id, message]))}`]
      : []),
  ].join('\n\n');
}

export const REGISTER_COLUMNS: Columns<PersonalDataEntry> = [
  { title: 'WHERE', value: (row) => row.where },
  { title: 'FIELD', value: (row) => row.field },
  { title: 'KIND', value: (row) => row.kind },
  { title: 'PROTECTION', value: (row) => row.protection },
  { title: 'KEPT', value: (row) => row.retention },
];

export function statusReport({
  sealing_began_at,
  events_not_sealed,
  overwritten_tables,
  out_of_reach,
}: PrivacyStatus): string {
  const left = events_not_sealed.reduce((sum, { events }) => sum + events, 0);
  return [
    facts([
      ['sealing began', sealing_began_at],
      ['events not sealed', left.toLocaleString('en-US')],
      ['overwritten tables', overwritten_tables.map(({ name }) => name).join(', ') || '-'],
    ]),
    `Erasure does not reach:\n${out_of_reach.map((sentence) => `  - ${sentence}`).join('\n')}`,
  ].join('\n\n');
}

const LOG = {
  removed: 'The write-ahead log from before was removed.',
  kept: 'Postgres keeps its write-ahead log, or recycles its files: see docs/explanation/privacy.md.',
  denied: 'The owner of the database may not remove the write-ahead log: see docs/explanation/privacy.md.',
};

export function rewriteReport({ tables, old_log }: RewriteProgress): string {
  const columns: Columns<RewriteProgress['tables'][number]> = [
    { title: 'TABLE', value: (row) => row.name },
    { title: 'OUTCOME', value: (row) => row.outcome },
  ];
  return `${table(tables, columns, 'No table was overwritten.')}\n\n${LOG[old_log ?? 'denied']}`;
}
