import type { BacktestFigures } from '@probity/contracts/backtests/result';
import type { AggregateSpec } from '@probity/monitoring/aggregate-spec';
import { Backtest, type BacktestEvent } from '@probity/monitoring/backtest';
import { decided } from '@probity/monitoring/comparable-amounts';
import { TIME_LIMITS } from '../evaluation/evaluation';

/** A stored version of a rule. */
export interface StoredVersion {
  version: number;
  definition: Record<string, unknown>;
}

/** A draft, and a stored version of the rule beside it, on the same events. */
export class Trial {
  readonly draft: Backtest;
  private readonly stored?: Backtest;
  private readonly version?: number;
  /** the aggregates of both, each once */
  readonly aggregates: AggregateSpec[];
  readonly longestWindowMs: number;
  private readonly moved = { new_customers: 0, lost_customers: 0 };

  /** @throws RuleError when the draft or the stored version is not a valid rule */
  constructor({
    definition,
    maxExamples,
    baseline,
  }: {
    definition: Record<string, unknown>;
    maxExamples: number;
    baseline?: StoredVersion;
  }) {
    const msOfRule = TIME_LIMITS.ofRule;
    // As it would be saved: a new version of a rule keeps what the stored one does with unconverted amounts.
    this.draft = new Backtest(decided(definition, baseline?.definition), { maxExamples, msOfRule });
    if (baseline) {
      this.stored = new Backtest(decided(baseline.definition), { maxExamples: 0, msOfRule });
      this.version = baseline.version;
    }
    const rules = [this.draft.rule, ...(this.stored ? [this.stored.rule] : [])];
    this.aggregates = [...new Map(rules.flatMap(({ aggregates }) => aggregates).map((one) => [one.key, one])).values()];
    this.longestWindowMs = Math.max(...rules.map(({ longestWindowMs }) => longestWindowMs));
  }

  observe(event: BacktestEvent): void {
    this.draft.observe(event);
    this.stored?.observe(event);
  }

  /** Call it after the last event of a customer. */
  customerDone(customerId: string): void {
    const isHit = this.draft.customerDone(customerId);
    if (!this.stored) return;
    const wasHit = this.stored.customerDone(customerId);
    if (isHit && !wasHit) this.moved.new_customers++;
    if (wasHit && !isHit) this.moved.lost_customers++;
  }

  /** What the stored version would have done; nothing without one. */
  comparison(): Pick<BacktestFigures, 'baseline'> {
    if (!this.stored) return {};
    const { hit_events, hit_customers, alerts_after_cooldown: alerts, stopped_events, days } = this.stored.result();
    const counts = { hit_events, hit_customers, alerts, stopped_events };
    return { baseline: { version: this.version!, ...counts, ...this.moved, days } };
  }
}
