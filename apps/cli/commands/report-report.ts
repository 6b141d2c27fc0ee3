import type { ReportDetail, ReportPreview, ReportView } from '@probity/contracts/activity-reports/views';
import { report, section } from '../output/report';
import { type Columns, facts } from '../output/table';

export const REPORT_COLUMNS: Columns<ReportView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'DRAFTED', value: (row) => row.created_at },
  { title: 'KIND', value: (row) => row.kind },
  { title: 'STATUS', value: (row) => row.status },
  { title: 'VERSION', value: (row) => row.version, align: 'right' },
  { title: 'CASE', value: (row) => row.case_id },
  { title: 'REFERENCE', value: (row) => row.reference },
];

/** A report with what staff wrote and did. */
export function reportReport(found: ReportDetail): string {
  const entries = facts(found.entries.map(({ what, text, officer, at }) => [at, `${what} by ${officer}: ${text}`]));
  return report(
    `Report ${found.id} (${found.kind})`,
    facts([
      ['status', found.status],
      ['version', found.version],
      ['case', found.case_id],
      ['customer', found.customer_id],
      ['new version of', found.replaces],
      ['indicators', found.indicators.join(', ')],
      ['transactions', found.event_ids.length],
      ['alerts', found.alert_ids.length],
      ['approved', found.approved_at],
      ['approved by', found.approved_by],
      ['proposed by', found.proposed_by],
      ['reference', found.reference],
      ['filed on', found.filed_on],
    ]),
    section('What happened', found.narrative),
    section('Measures', found.measures || '  none'),
    section('History', entries),
  );
}

/** What a report says about the customer and its transactions, and what keeps it from valid goAML. */
export function previewReport({ facts: said, problems }: ReportPreview): string {
  const { subject, transactions } = said;
  return report(
    problems.length === 0 ? 'The report is a valid goAML document.' : 'The report is no valid goAML document yet.',
    section('Problems', problems.map((problem) => `  ${problem}`).join('\n') || '  none'),
    section(
      'Subject',
      facts([
        ['name', subject.name],
        ['kind', subject.customer_type],
        ['date of birth', subject.date_of_birth],
        ['country', subject.country],
      ]),
    ),
    section(
      'Transactions',
      facts(
        transactions.map(({ occurred_at, amount, currency, direction, counterparty_name, event_id }) => [
          occurred_at,
          `${amount} ${currency} ${direction} ${counterparty_name ?? ''} (${event_id})`,
        ]),
      ) || '  none',
    ),
  );
}
