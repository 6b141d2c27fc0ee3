import type { RoundReport, Victim } from './crash-round';

/** The sums over all rounds. `lost` and `duplicated` must be 0, and `findings` must be empty. */
export class CrashCounts {
  readonly rounds: Record<Victim, number> = { process: 0, postgres: 0, both: 0 };
  requests = 0;
  acknowledged = 0;
  /** postings for which the service returned that nothing was done */
  not_done = 0;
  /** postings without a response, or with a response that leaves open whether the posting was made */
  unknown = 0;
  /** how many of the unknown postings had been made */
  unknown_done = 0;
  readonly unknown_why: Record<string, number> = {};
  lost = 0;
  duplicated = 0;
  readonly findings: string[] = [];
  private readonly recoveries: Record<Victim, number[]> = { process: [], postgres: [], both: [] };

  add(round: RoundReport): void {
    this.rounds[round.victim]++;
    this.requests += round.requests;
    this.acknowledged += round.outcomes.acknowledged;
    this.not_done += round.outcomes.not_done;
    this.unknown += round.outcomes.unknown;
    this.unknown_done += round.unknownDone;
    for (const [why, times] of Object.entries(round.unknownWhy)) {
      this.unknown_why[why] = (this.unknown_why[why] ?? 0) + times;
    }
    this.lost += round.lost;
    this.duplicated += round.duplicated;
    this.findings.push(...round.findings);
    this.recoveries[round.victim].push(round.recoveryMs);
  }

  /** Median and longest time from the kill until the product was ready again, by what was killed. */
  get recovery_ms(): Record<string, { median: number; longest: number }> {
    return Object.fromEntries(
      Object.entries(this.recoveries)
        .filter(([, times]) => times.length > 0)
        .map(([victim, times]) => {
          const sorted = times.map(Math.round).sort((a, b) => a - b);
          return [victim, { median: sorted[Math.floor(sorted.length / 2)]!, longest: sorted.at(-1)! }];
        }),
    );
  }

  toJSON(): object {
    const { recoveries: _, ...counts } = this;
    return { ...counts, recovery_ms: this.recovery_ms };
  }

  /** Formats the counts for people, one figure per line. */
  toString(): string {
    const { process, postgres, both } = this.rounds;
    const whys = Object.entries(this.unknown_why).map(([why, times]) => `\n    ${String(times).padStart(8)}  ${why}`);
    const recoveries = Object.entries(this.recovery_ms).map(
      ([victim, { median, longest }]) => `\n    ${victim.padEnd(8)}  median ${median} ms, longest ${longest} ms`,
    );
    return [
      `rounds        ${process + postgres + both} (process ${process}, postgres ${postgres}, both ${both})`,
      `requests      ${this.requests}`,
      `acknowledged  ${this.acknowledged}`,
      `not done      ${this.not_done}`,
      `unknown       ${this.unknown}, of which ${this.unknown_done} had been done${whys.join('')}`,
      `lost          ${this.lost}`,
      `duplicated    ${this.duplicated}`,
      `findings      ${this.findings.length}`,
      `recovery${recoveries.join('')}`,
    ].join('\n');
  }
}
