import type { Confusion, PairsMeasurement, WrongPair } from '@probity/screening/name-pairs';
import { count } from '../output/count';
import { report, section } from '../output/report';
import { type Columns, facts, indentedTable } from '../output/table';

const MAX_SHOWN = 20;

const WRONG_COLUMNS: Columns<WrongPair> = [
  { title: 'SCORE', value: (row) => row.score.toFixed(4) },
  { title: 'LABEL', value: (row) => (row.is_match ? 'match' : 'no match') },
  { title: 'SCHEMA', value: (row) => row.schema },
  { title: 'NAME 1', value: (row) => row.name1 },
  { title: 'NAME 2', value: (row) => row.name2 },
];

const GROUP_COLUMNS: Columns<[string, Confusion]> = [
  { title: 'GROUP', value: ([name]) => name },
  { title: 'PAIRS', value: ([, group]) => group.pairs, align: 'right' },
  { title: 'F1', value: ([, { f1 }]) => f1.toFixed(4), align: 'right' },
  { title: 'PRECISION', value: ([, { precision }]) => precision.toFixed(4), align: 'right' },
  { title: 'RECALL', value: ([, { recall }]) => recall.toFixed(4), align: 'right' },
];

/** How well scores separate matching names from others. */
export function measurementReport(measured: PairsMeasurement): string {
  const { pairs, threshold, wrong, groups } = measured;
  const all = Object.entries(groups);
  const rest = wrong.length > MAX_SHOWN ? `\n  and ${wrong.length - MAX_SHOWN} more; --json shows all of them` : '';
  return report(
    `${count(pairs, 'pair', 'pairs')}; a score of ${threshold} or more counts as a match:`,
    facts([
      ['F1', measured.f1.toFixed(4)],
      ['precision', measured.precision.toFixed(4)],
      ['recall', measured.recall.toFixed(4)],
    ]),
    facts([
      ['true positives', measured.true_positives],
      ['false negatives', measured.false_negatives],
      ['false positives', measured.false_positives],
      ['true negatives', measured.true_negatives],
    ]),
    section('By group', all.length > 1 ? indentedTable(all, GROUP_COLUMNS) : ''),
    section('Classified wrongly, worst first', indentedTable(wrong.slice(0, MAX_SHOWN), WRONG_COLUMNS) + rest),
  );
}
