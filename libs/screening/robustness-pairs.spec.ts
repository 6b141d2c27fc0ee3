import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { separatedValues } from '@probity/watchlists/csv-records';
import { labelledPairs, measureNamePairs } from './name-pairs';

const PAIRS = join(__dirname, 'testing', 'robustness-pairs.csv');

/**
 * 300 pairs of invented names as they come in daily work: names in texts, with addresses, as acronyms, in other scripts,
 * and everyday words that only look like a listed name. They were labelled before the matcher knew any of them.
 */
describe('names of daily work', () => {
  const pairs = labelledPairs(
    readFileSync(PAIRS, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => separatedValues(line, ',')!),
  );

  it('are half matches and half not', () => {
    expect(pairs).toHaveLength(300);
    expect(pairs.filter(({ is_match }) => is_match)).toHaveLength(150);
  });

  it('are told apart', () => {
    expect(measureNamePairs(pairs).f1).toBeGreaterThanOrEqual(0.92);
  });
});
