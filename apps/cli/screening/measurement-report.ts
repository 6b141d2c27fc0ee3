import type { Confusion, PairsMeasurement, WrongPair } from '@probity/screening/name-pairs';
import { count } from '../output/count';
import { type Column, facts, table } from '../output/table';

const MAX_SHOWN = 20;

const WRONG_COLUMNS: Column<WrongPair>[] = [
  { title: '  SCORE', value: (row) => `  ${row.score.toFixed(4)}` },
  { title: 'IS', value: (row) => (row.is_match ? 'a match' : 'none') },
  { title: 'SCHEMA', value: (row) => row.schema },
  { title: 'NAME 1', value: (row) => row.name1 },
  { title: 'NAME 2', value: (row) => row.name2 },
];

const GROUP_COLUMNS: Column<[string, Confusion]>[] = [
  { title: '  GROUP', value: ([name]) => `  ${name}` },
  { title: 'PAIRS', value: ([, group]) => String(group.pairs), align: 'right' },
  { title: 'F1', value: ([, { f1 }]) => f1.toFixed(4), align: 'right' },
  { title: 'PRECISION', value: ([, { precision }]) => precision.toFixed(4), align: 'right' },
  { title: 'RECALL', value: ([, { recall }]) => recall.toFixed(4), align: 'right' },
];

/** How well scores tell names that match from others. */
export function measurementReport(measured: PairsMeasurement): string {
  const { pairs, threshold, wrong, groups } = measured;
  const parts = [
    `${count(pairs, 'pair', 'pairs')}, called a match from a score of ${threshold} on:`,
    facts([
      ['F1', measured.f1.toFixed(4)],
      ['precision', measured.precision.toFixed(4)],
      ['recall', measured.recall.toFixed(4)],
    ]),
    facts([
      ['matches, called so', String(measured.true_positives)],
      ['matches, missed', String(measured.false_negatives)],
      ['others, called a match', String(measured.false_positives)],
      ['others, told apart', String(measured.true_negatives)],
    ]),
  ];
  const all = Object.entries(groups);
  if (all.length > 1) parts.push(`By group:\n${table(all, GROUP_COLUMNS, '')}`);
  if (wrong.length > 0) {
    const rest = wrong.length > MAX_SHOWN ? `\n  and ${wrong.length - MAX_SHOWN} more; --json has all of them` : '';
    parts.push(`Judged wrongly, the worst first:\n${table(wrong.slice(0, MAX_SHOWN), WRONG_COLUMNS, '')}${rest}`);
  }
  return parts.join('\n\n');
}
