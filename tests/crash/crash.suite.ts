import { Audit } from './audit';
import { CrashCounts } from './crash-counts';
import { crashRound, type Victim } from './crash-round';
import { Installation } from './installation';
import { type KeptCheckpoints, keptCheckpoints } from './kept-checkpoints';
import { prepareLedgers } from './load-ledger';
import { Random } from './random';
import { replay } from './replay';

const CONNECTIONS = 16;
/** The most findings to print: one defect can cause thousands. */
const SHOWN = 10;
/** Kills each victim in turn. `npm run crash` does the same for any number of rounds. */
export function crash(victims: Victim[]): void {
  const rounds = victims.map((victim, index) => ({ number: index + 1, victim }));
  const seed = Date.now() % 1_000_000;
  const random = new Random(seed);
  const counts = new CrashCounts();
  let installation: Installation;
  let audit: Audit;
  let kept: KeptCheckpoints;
  let failedRound: number | undefined;

  beforeAll(async () => {
    installation = await Installation.create();
    audit = new Audit(await prepareLedgers(installation.client, 2));
    kept = keptCheckpoints(installation, audit);
    kept.start();
  });

  afterAll(async () => {
    await kept.stop();
    process.stderr.write(`crash rounds with seed ${seed}\n${counts.toString()}\n`);
    await installation.remove();
  });

  it.each(rounds)('round $number: survives the kill of $victim under posting load', async ({ number, victim }) => {
    if (failedRound !== undefined) throw new Error(`not run, because round ${failedRound} failed`);
    failedRound = number;
    const { pid } = installation.product;
    const round = await crashRound(installation, audit, random, { number, victim, connections: CONNECTIONS });
    counts.add(round);
    expect(round.findings.slice(0, SHOWN)).toEqual([]);
    expect(round.outcomes.acknowledged).toBeGreaterThan(0);
    expect(Object.keys(round.unknownWhy).filter((why) => why.startsWith('500'))).toEqual([]);
    expect({ lost: round.lost, duplicated: round.duplicated }).toEqual({ lost: 0, duplicated: 0 });
    if (victim === 'postgres') expect(installation.product.pid).toBe(pid);
    else expect(installation.product.pid).not.toBe(pid);
    failedRound = undefined;
  });

  it('has the balances that a replay of all its events gives', async () => {
    for (const record of audit.records) {
      const { transactions, findings } = await replay(installation.databaseUrl, installation.client, record);
      expect(findings.slice(0, SHOWN)).toEqual([]);
      expect(transactions).toBe(record.history.length);
      expect(transactions).toBe(record.known.size);
    }
  });

  it('signed only checkpoints of what is stored, and each agrees with all others of its log', async () => {
    await kept.stop();
    const { findings, ...counted } = await kept.check(installation.databaseUrl);
    expect(findings.slice(0, SHOWN)).toEqual([]);
    expect(counted).toEqual({ kept: expect.any(Number), signed: expect.any(Number) });
    expect(counted.kept).toBeGreaterThan(0);
    expect(counted.signed).toBeGreaterThan(0);
  });
}
