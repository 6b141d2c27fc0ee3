import type { CustomerErasure, RetentionProgress } from '@probity/contracts/erasure/views';
import { count } from '../output/count';
import { type Columns, facts } from '../output/table';

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
