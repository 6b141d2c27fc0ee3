import type { PairsMeasurement } from '@probity/screening/name-pairs';
import { measurementReport } from './measurement-report';

const MEASURED: PairsMeasurement = {
  threshold: 0.7,
  pairs: 4,
  true_positives: 2,
  false_positives: 0,
  false_negatives: 1,
  true_negatives: 1,
  precision: 1,
  recall: 0.6667,
  f1: 0.8,
  groups: {},
  wrong: [{ schema: 'Person', name1: 'Ana', name2: 'Anna', is_match: true, score: 0.5 }],
};

describe('the report of a measurement', () => {
  it('has the figures and the pairs that were classified wrongly', () => {
    expect(measurementReport(MEASURED)).toBe(`4 pairs; a score of 0.7 or more counts as a match:

  F1         0.8000
  precision  1.0000
  recall     0.6667

  true positives   2
  false negatives  1
  false positives  0
  true negatives   1

Classified wrongly, worst first:
  SCORE   LABEL  SCHEMA  NAME 1  NAME 2
  0.5000  match  Person  Ana     Anna`);
  });

  it('has figures for each of several groups, and states how many more pairs there are', () => {
    const { pairs, true_positives, false_positives, false_negatives, true_negatives, precision, recall, f1 } = MEASURED;
    const group = { pairs, true_positives, false_positives, false_negatives, true_negatives, precision, recall, f1 };
    const wrong = Array.from({ length: 23 }, () => MEASURED.wrong[0]!);
    const report = measurementReport({ ...MEASURED, groups: { first: group, second: group }, wrong });
    expect(report).toMatch(
      /\nBy group:\n {2}GROUP +PAIRS +F1 +PRECISION +RECALL\n {2}first +4 +0\.8000 +1\.0000 +0\.6667\n/,
    );
    expect(report).toMatch(/\n {2}and 3 more; --json shows all of them$/);
  });
});
