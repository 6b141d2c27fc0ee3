import { describeWithKafka } from '../../testing/kafka-suite';
import { type ChaosReport, runChaos } from './chaos-run';

const SHOWN = 10;

/** `npm run chaos` does the same for any length of time. */
describeWithKafka('a deployment that is disturbed under load', () => {
  const seed = Date.now() % 1_000_000;
  let report: ChaosReport;

  beforeAll(async () => {
    report = await runChaos({
      seed,
      connections: 8,
      plan: [
        'kill a ledger',
        'kill a gateway',
        'kill a relay',
        'roll the ledgers',
        'freeze a ledger',
        'restart Postgres',
        'restart the broker',
        'kill both ledgers',
      ],
      say: () => {},
    });
    process.stderr.write(`chaos: ${JSON.stringify(report)}\n`);
  }, 900_000);

  it('keeps acknowledging postings', () => {
    expect(report.acknowledged).toBeGreaterThan(400);
  });

  it('loses and doubles no acknowledged posting', () => {
    expect({ lost: report.lost, duplicated: report.duplicated }).toEqual({ lost: 0, duplicated: 0 });
  });

  it('has chains that verify, a read side that equals a replay, and every fact on its topic in order', () => {
    expect(report.findings.slice(0, SHOWN)).toEqual([]);
    expect(report.facts.missing).toBe(0);
    expect(report.transactions).toBeGreaterThanOrEqual(report.acknowledged);
  });
});
