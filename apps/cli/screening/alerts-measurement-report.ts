import type { MeasuredFigures, ScreeningMeasurement } from '@probity/contracts/screening/measurement-views';
import { count } from '../output/count';
import { report, section } from '../output/report';
import { type Columns, indentedTable } from '../output/table';

interface Row extends MeasuredFigures {
  name: string;
}

const percent = (share: number | null): string | null => (share === null ? null : `${(100 * share).toFixed(1)}%`);

const FIGURES: Columns<Row> = [
  { title: 'ALERTS', value: (row) => row.name },
  { title: 'CONFIRMED', value: (row) => row.confirmed, align: 'right' },
  { title: 'FALSE', value: (row) => row.false, align: 'right' },
  { title: 'FALSE SAVED', value: (row) => row.saved, align: 'right' },
  { title: 'TRUE LOST', value: (row) => row.lost, align: 'right' },
  { title: 'PRECISION', value: (row) => percent(row.precision), align: 'right' },
  { title: 'PROPOSED', value: (row) => percent(row.proposed_precision), align: 'right' },
];

const THRESHOLDS: Columns<ScreeningMeasurement['table'][number]> = [
  { title: 'THRESHOLD', value: (row) => row.threshold.toFixed(2), align: 'right' },
  { title: 'FALSE SAVED', value: (row) => row.saved, align: 'right' },
  { title: 'TRUE LOST', value: (row) => row.lost, align: 'right' },
];

const LEFT_OUT: Record<keyof ScreeningMeasurement['left_out'], string> = {
  undecided: 'resolved in another way',
  reopened: 'raised again later',
  restricted: 'of erased or restricted customers',
  without_evidence: 'without the evidence of a match',
  older: 'decided before the ones that a measurement reads',
};

/** What a proposal would have changed about decided alerts. */
export function alertsMeasurementReport(measured: ScreeningMeasurement): string {
  const { threshold, thresholds, weights, total, by_list, by_kind, left_out, lost_alerts } = measured;
  const rows: Row[] = [
    { name: 'all', ...total },
    ...by_list.map(({ list, ...row }) => ({ name: `list ${list}`, ...row })),
    ...by_kind.map(({ kind, ...row }) => ({ name: kind, ...row })),
  ];
  const changed = Object.entries(weights).map(([name, value]) => `${name} ${value}`);
  const without = (Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[]).filter((why) => left_out[why] > 0);
  const list = (lines: string[]): string => lines.map((line) => `  - ${line}`).join('\n');
  return report(
    `${count(measured.measured, 'decided alert', 'decided alerts')} with threshold ${threshold}` +
      (thresholds.length > 0 ? `, ${count(thresholds.length, 'rule', 'rules')} for others` : '') +
      (changed.length > 0 ? `, and the weights ${changed.join(', ')}` : ''),
    indentedTable(rows, FIGURES),
    section('One threshold for all matches', indentedTable(measured.table, THRESHOLDS)),
    section('Confirmed matches that would be lost; look at each', list(lost_alerts)),
    section('Left out', list(without.map((why) => `${left_out[why]} ${LEFT_OUT[why]}`))),
    section('What this does not say', list(measured.notes)),
  );
}
