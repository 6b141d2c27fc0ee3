import { STORES } from './estate';
import { PARTS } from './round';
import { runRestores } from './restores';

/** `npm run restores` does the same for any number of rounds. */
const ROUNDS = 2;
const TIMEOUT_MS = 300_000;

describe.each(STORES)('older states that are put back under load, with events in %s', (store) => {
  it(
    'are repaired, or make the product refuse changes',
    async () => {
      const seed = (Date.now() % 1_000_000) + 1;
      const report = await runRestores({ store, rounds: ROUNDS, seed, say: () => {} });
      process.stderr.write(`${JSON.stringify(report)}\n`);
      expect(report).toMatchObject({ findings: [], rounds: ROUNDS });
      const tried = PARTS.filter((part) => report.by_part[part].repaired + report.by_part[part].refused > 0);
      expect(tried).toEqual([...PARTS]);
      expect(report.refused_changes).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
