import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { printable } from '../output/printable';
import { report, section } from '../output/report';
import { type Columns, facts } from '../output/table';

export const CASE_COLUMNS: Columns<CaseView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'OPENED', value: (row) => row.created_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'OUTCOME', value: (row) => row.outcome },
  { title: 'ALERTS', value: (row) => row.alert_ids.length, align: 'right' },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'TITLE', value: (row) => row.title },
];

/** A case with its alerts and its history. */
export function caseReport(found: CaseDetail): string {
  const entries = facts(found.entries.map(({ what, text, officer, at }) => [at, `${what} by ${officer}: ${text}`]));
  return report(
    `Case ${found.id}: ${printable(found.title)}`,
    facts([
      ['status', found.status],
      ['outcome', found.outcome],
      ['customer', found.customer_id],
      ['opened by', found.opened_by],
      ['opened', found.created_at],
      ['reason', found.reason],
    ]),
    section('Alerts', found.alert_ids.map((id) => `  ${id}`).join('\n') || '  none'),
    section('History', entries || '  none'),
  );
}
