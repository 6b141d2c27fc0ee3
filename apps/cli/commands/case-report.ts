import type { CaseDetail, CaseView } from '@probity/contracts/cases/views';
import { printable } from '../output/printable';
import { type Column, facts } from '../output/table';

export const CASE_COLUMNS: Column<CaseView>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'OPENED', value: (row) => row.created_at },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'OUTCOME', value: (row) => row.outcome ?? '-' },
  { title: 'ALERTS', value: (row) => String(row.alert_ids.length), align: 'right' },
  { title: 'CUSTOMER', value: (row) => row.customer_id },
  { title: 'TITLE', value: (row) => row.title },
];

/** A case with everything that was said and done in it. */
export function caseReport(found: CaseDetail): string {
  const about = facts([
    ['status', found.status],
    ['outcome', found.outcome ?? '-'],
    ['customer', found.customer_id],
    ['opened by', found.opened_by],
    ['opened', found.created_at],
    ['why', found.reason],
  ]);
  const alerts = found.alert_ids.map((id) => `  ${id}`).join('\n') || '  none';
  const entries = facts(found.entries.map(({ what, text, officer, at }) => [at, `${what} by ${officer}: ${text}`]));
  return `Case ${found.id}: ${printable(found.title)}\n\n${about}\n\nAlerts:\n${alerts}\n\nWhat happened:\n${entries || '  nothing yet'}`;
}
