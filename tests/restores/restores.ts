import { Random } from '../crash/random';
import { Acknowledged } from './acknowledged';
import { Estate, type Store } from './estate';
import { PARTS, type Part, type RoundReport, Rounds, withOutput } from './round';

export interface RestoresReport {
  store: Store;
  seed: number;
  seconds: number;
  rounds: number;
  by_part: Record<Part, { repaired: number; refused: number }>;
  acknowledged: number;
  unknown: number;
  lost_objects: number;
  refused_changes: number;
  /** the start of the product on the older state */
  start_ms: { median: number; longest: number };
  findings: string[];
}

export interface RestoresOptions {
  store: Store;
  rounds: number;
  seed: number;
  /** called after each round */
  say: (round: RoundReport, number: number) => void;
}

/** Runs the rounds on a new installation. The first rounds try each part, and later ones choose. */
export async function runRestores({ store, rounds, seed, say }: RestoresOptions): Promise<RestoresReport> {
  const begun = performance.now();
  const random = new Random(seed);
  const estate = await Estate.create(store);
  const reports: RoundReport[] = [];
  const findings: string[] = [];
  try {
    const all = new Rounds(estate, new Acknowledged(), random, new Random(seed));
    for (let number = 1; number <= rounds; number++) {
      const part = PARTS[number - 1] ?? random.pick([...PARTS], 1)[0]!;
      const report = await all.run(part).catch((error: Error) => {
        throw withOutput(error, estate);
      });
      reports.push(report);
      findings.push(...report.findings.map((each) => `round ${number} (${part}, ${report.how}): ${each}`));
      say(report, number);
    }
  } catch (error) {
    findings.push(`round ${reports.length + 1}: ${(error as Error).message}`);
  } finally {
    await estate.remove();
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  return { store, seed, seconds, ...summed(reports), findings };
}

function summed(reports: RoundReport[]): Omit<RestoresReport, 'store' | 'seed' | 'seconds' | 'findings'> {
  const sum = (of: (report: RoundReport) => number): number => reports.reduce((total, each) => total + of(each), 0);
  const count = (part: Part, outcome: RoundReport['outcome']): number =>
    reports.filter((each) => each.part === part && each.outcome === outcome).length;
  const starts = reports.map(({ startMs }) => startMs).sort((a, b) => a - b);
  const ofPart = (part: Part) => ({ repaired: count(part, 'repaired'), refused: count(part, 'refused') });
  return {
    rounds: reports.length,
    by_part: { 'read side': ofPart('read side'), events: ofPart('events') },
    acknowledged: sum((each) => each.acknowledged),
    unknown: sum((each) => each.unknown),
    lost_objects: sum((each) => each.lost),
    refused_changes: sum((each) => each.refused),
    start_ms: { median: starts[starts.length >> 1] ?? 0, longest: starts.at(-1) ?? 0 },
  };
}
