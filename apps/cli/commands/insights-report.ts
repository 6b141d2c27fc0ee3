import type { InsightsView } from '@probity/contracts/insights/views';
import { report, section } from '../output/report';
import { type Columns, indentedTable } from '../output/table';

type Row<Part extends 'rules' | 'lists' | 'times' | 'people' | 'waiting'> = InsightsView[Part][number];
type Precision = Pick<Row<'rules'>, 'raised' | 'decided' | 'dismissed'>;

const grouped = (number: number): string => number.toLocaleString('en-US');

const PRECISION: Columns<Precision> = [
  { title: 'RAISED', value: (row) => grouped(row.raised), align: 'right' },
  { title: 'DECIDED', value: (row) => grouped(row.decided), align: 'right' },
  { title: 'DISMISSED', value: (row) => grouped(row.dismissed), align: 'right' },
  { title: 'FALSE', value: (row) => falseRate(row), align: 'right' },
];
const RULES: Columns<Row<'rules'>> = [{ title: 'RULE', value: (row) => row.name }, ...PRECISION];
const LISTS: Columns<Row<'lists'>> = [{ title: 'LIST', value: (row) => row.list }, ...PRECISION];
const TIMES: Columns<Row<'times'>> = [
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'DECIDED', value: (row) => grouped(row.decided), align: 'right' },
  { title: 'MEDIAN', value: (row) => duration(row.median_minutes), align: 'right' },
  { title: 'NINE OF TEN', value: (row) => duration(row.p90_minutes), align: 'right' },
];
const PEOPLE: Columns<Row<'people'>> = [
  { title: 'PERSON', value: (row) => row.name },
  { title: 'DECIDED', value: (row) => grouped(row.decided), align: 'right' },
  { title: 'ASSIGNED NOW', value: (row) => grouped(row.assigned), align: 'right' },
  { title: 'OVERDUE', value: (row) => grouped(row.overdue), align: 'right' },
];
const WAITING: Columns<Row<'waiting'>> = [
  { title: 'SEVERITY', value: (row) => row.severity },
  { title: 'ACTIVE', value: (row) => grouped(row.active), align: 'right' },
  { title: 'UNASSIGNED', value: (row) => grouped(row.unassigned), align: 'right' },
  { title: 'OVERDUE', value: (row) => grouped(row.overdue), align: 'right' },
];

/** The share of the decisions that dismissed the alert as false; null without decisions. */
function falseRate({ decided, dismissed }: Precision): string | null {
  return decided === 0 ? null : `${Math.round((100 * dismissed) / decided)}%`;
}

function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 2_880 ? `${(minutes / 60).toFixed(1)} h` : `${Math.round(minutes / 1_440)} days`;
}

function sums(counted: [word: string, alerts: number][]): string {
  const all = new Map<string, number>();
  for (const [word, alerts] of counted) all.set(word, (all.get(word) ?? 0) + alerts);
  return [...all].map(([word, alerts]) => `${grouped(alerts)} ${word.replaceAll('_', ' ')}`).join(', ') || 'none';
}

export function insightsReport(insights: InsightsView): string {
  const { from, to, raised, decided, rules, lists, times, people, waiting } = insights;
  return report(
    `Alerts from ${from} to ${to}`,
    `raised: ${sums(raised.map(({ source, alerts }) => [source, alerts]))}\n` +
      `decided: ${sums(decided.map(({ outcome, alerts }) => [outcome, alerts]))}`,
    section('Waiting now', indentedTable(waiting, WAITING)),
    section('Time to a decision', indentedTable(times, TIMES)),
    section('Rules', indentedTable(rules, RULES)),
    section('Lists', indentedTable(lists, LISTS)),
    section('People', indentedTable(people, PEOPLE)),
  );
}
