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
  it('has the figures and the pairs that were judged wrongly', () => {
    expect(measurementReport(MEASURED)).toBe(`4 pairs, called a match from a score of 0.7 on:

  F1         0.8000
  precision  1.0000
  recall     0.6667

  matches, called so      2
  matches, missed         1
  others, called a match  0
  others, told apart      1

Judged wrongly, the worst first:
  SCORE   IS       SCHEMA  NAME 1  NAME 2
  0.5000  a match  Person  Ana     Anna`);
  });

  it('has figures by group where there are several, and says how many more pairs there are', () => {
    const { pairs, true_positives, false_positives, false_negatives, true_negatives, precision, recall, f1 } = MEASURED;
    const group = { pairs, true_positives, false_positives, false_negatives, true_negatives, precision, recall, f1 };
    const wrong = Array.from({ length: 23 }, () => MEASURED.wrong[0]!);
    const report = measurementReport({ ...MEASURED, groups: { first: group, second: group }, wrong });
    expect(report).toMatch(
      /\nBy group:\n {2}GROUP +PAIRS +F1 +PRECISION +RECALL\n {2}first +4 +0\.8000 +1\.0000 +0\.6667\n/,
    );
    expect(report).toMatch(/\n {2}and 3 more; --json has all of them$/);
  });
});
