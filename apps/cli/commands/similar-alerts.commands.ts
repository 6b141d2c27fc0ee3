import type { SimilarAlert, SimilarAlerts } from '@probity/contracts/alerts/similar-views';
import { command } from '../declaration/command';
import { report } from '../output/report';
import { type Columns, indentedTable } from '../output/table';

const TITLES: Record<SimilarAlerts['similarity'], string> = {
  customer: 'Of the same customer',
  party: 'Of other customers, about the same party',
  entry: 'Of other customers, about the same list entry',
  rule: 'Of other customers, by the same rule',
};

const COLUMNS: Columns<SimilarAlert> = [
  { title: 'RAISED', value: (row) => row.created_at },
  { title: 'ALERT', value: (row) => row.id },
  { title: 'CUSTOMER', value: (row) => row.customer_name },
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'STATUS', value: (row) => row.resolution ?? row.status },
  { title: 'BY', value: (row) => row.decided_by },
  { title: 'REASON', value: (row) => row.reason },
];

export const similarAlerts = command({
  usage: 'similar <alert-id>',
  summary: 'count alerts with the same rule or list entry by their outcome, and list the newest with their decisions',
  path: 'tenants/{tenant}/alerts/{alert-id}/similar',
  run: async (_values, { backOffice, path, answer }) => {
    const items = await backOffice.get<SimilarAlerts[]>(path);
    answer({ items }, items.length === 0 ? 'The alert has neither a rule nor a list entry.' : similarReport(items));
  },
});

function similarReport(groups: SimilarAlerts[]): string {
  const parts = groups.map(({ similarity, alerts, is_complete, outcomes, newest }) => {
    const counts = outcomes.map((one) => `${one.alerts} ${one.outcome.replaceAll('_', ' ')}`).join(', ');
    const all = `${is_complete ? '' : 'the newest '}${alerts}`;
    const title = `${TITLES[similarity]}: ${alerts === 0 ? 'none' : `${all} (${counts})`}`;
    return alerts === 0 ? title : `${title}\n${indentedTable(newest, COLUMNS)}`;
  });
  return report(...parts);
}
